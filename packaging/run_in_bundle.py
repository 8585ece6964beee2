"""Runs a module of the tests inside a built bundle: `python packaging/run_in_bundle.py FOLDER …`.

`app`, `engine`, `training`, their packages and libraries, Qt's among them, are the bundle's, and so
are the child processes. The tests, and what they alone need, are of the environment that runs this:
`dev` and `package`, in the versions of the lock file. Two that are worth it:

    xvfb-run -a -s "-screen 0 3840x2160x24" python packaging/run_in_bundle.py dist/Fermata \
        tests.support.ui.tour FOLDER
    xvfb-run -a python packaging/run_in_bundle.py dist/Fermata \
        pytest -s tests/benchmarks/bench_dictated_words.py
"""

from __future__ import annotations

import argparse
import marshal
import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

import PyInstaller.loader
from PyInstaller.archive.readers import CArchiveReader

ROOT = Path(__file__).resolve().parent.parent
_SCRIPT = "s"


def become(program: Path, inner: Path) -> None:
    """Take the modules of a frozen program as this process's own, as its bootloader does."""
    reader: Any = CArchiveReader(str(program))
    (modules,) = (name for name in reader.toc if name.endswith(".pyz"))
    start = reader._start_offset + reader.toc[modules][0]  # noqa: SLF001
    bootloader: Any = sys
    bootloader._MEIPASS = str(inner)  # noqa: SLF001
    bootloader._pyinstaller_pyz = f"{program}?{start}"  # noqa: SLF001
    bootloader.executable = str(program)
    sys.path[:0] = [str(inner), str(ROOT), *PyInstaller.loader.__path__]
    for name, (*_, kind) in reader.toc.items():
        if kind == _SCRIPT and name != "__main__":
            code = marshal.loads(reader.extract(name))  # noqa: S302  the bundle's own
            exec(code, {"__name__": name})  # noqa: S102


class NotInBundle(MetaPathFinder):
    """Finds the modules of a package that its bundle leaves out, as QtTest, in the environment."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package = fullname.split(".")[:-1]
        return PathFinder.find_spec(fullname, [str(Path(it, *package)) for it in sys.path])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="of the built bundle")
    parser.add_argument("module")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    folder = given.folder.resolve()
    become(folder / "fermata", folder / "_internal")
    sys.meta_path.append(NotInBundle())
    from multiprocessing import util  # the bundle's

    # its interpreter runs with these, and knows a child by them
    util._args_from_interpreter_flags = lambda: ["-B", "-S", "-I"]  # noqa: SLF001
    sys.argv[1:] = given.arguments
    del sys.modules["__main__"].__file__  # which children would import
    runpy.run_module(given.module, run_name="__main__", alter_sys=False)


if __name__ == "__main__":
    main()
