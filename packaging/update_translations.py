"""Brings assets/translations up to date with the sources; run it as a script.

New strings stand in the .ts files as unfinished; translate them (in Qt Linguist or by hand) and
run it again for the .qm files, which are what the application reads. Another folder with the .ts
files may be named.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_TRANSLATIONS = _ROOT / "assets" / "translations"
_TOOLS = Path(sysconfig.get_path("scripts"))


def update(folder: Path) -> None:
    """Let the .ts files of a folder hold the strings of the sources, no more and no less."""
    sources = sorted(str(path) for path in (_ROOT / "app").rglob("*.py"))
    for catalogue in sorted(folder.glob("*.ts")):
        only = ["-pluralonly"] if catalogue.stem.endswith("_en") else []
        options = ["-no-obsolete", "-locations", "none", "-silent", "-disable-heuristic"]
        _call("pyside6-lupdate", *options, "similartext", *only, *sources, "-ts", str(catalogue))


def release(folder: Path) -> None:
    """Write the .qm file of every .ts file of a folder beside it."""
    for catalogue in sorted(folder.glob("*.ts")):
        compiled = str(catalogue.with_suffix(".qm"))
        _call("pyside6-lrelease", "-silent", str(catalogue), "-qm", compiled)


def _call(tool: str, *arguments: str) -> None:
    subprocess.run([_TOOLS / tool, *arguments], check=True)  # noqa: S603  our own tools


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _TRANSLATIONS
    update(folder)
    release(folder)
