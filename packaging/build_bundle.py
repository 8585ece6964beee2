"""Builds the frozen application: `python packaging/build_bundle.py [Fermata-full] [--output DIR]`.

In an environment of its own, made from the lock file: what is built is what was tested. Writes the
folder, checks its size, and a list of checksums beside it. Linux: packaging/debian-packages.txt and
binutils; `--native` takes what packaging/build_native_parts.sh made.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
LOCK = ROOT / f"packaging/{SYSTEM}.lock"
# The first on Linux: the models (77), CTranslate2 (73), Qt (54), two ONNX Runtimes (45: two
# packages bring one each), Vosk (25).
MOST_MIB = {"Fermata": 352, "Fermata-full": 1_150}
# pip's default torch for Linux brings gigabytes for GPUs; this index has those for processors.
TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
_BLOCK_BYTES = 1 << 20


def make_environment(folder: Path, product: str, torch_index: str, native: Path | None) -> Path:
    """Install what the lock file names, and what a product has beside it; return its Python."""
    venv.create(folder, clear=True, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*install, "--require-hashes", "--requirement", LOCK)
    pinned = folder / "constraints.txt"
    pinned.write_text(
        "\n".join(re.findall(r"^[a-z0-9.-]+==[^ ;\\]+", LOCK.read_text(), re.MULTILINE))
    )
    extras = ["package"]
    if product == "Fermata-full":
        extras.append("train")
        source = ["--index-url", torch_index] if torch_index else []
        run(*install, *source, "torch==2.13.0")
    run(*install, "--constraint", pinned, "--editable", f"{ROOT}[{','.join(extras)}]")
    if native is not None:
        for wheel in native.glob("*.whl"):
            run(*install, "--no-deps", "--force-reinstall", wheel)
    return python


def build(python: Path, product: str, output: Path, native: Path | None) -> Path:
    """Let PyInstaller build a product; return its folder."""
    environment = os.environ | {"FERMATA_PRODUCT": product}
    if native is not None:
        environment["FERMATA_NATIVE"] = str(native.resolve())
    options = ("--noconfirm", "--clean", "--log-level=WARN", "--distpath", output)
    work = ("--workpath", output / f"work-{product}", ROOT / "packaging/fermata.spec")
    run(python, "-m", "PyInstaller", *options, *work, environment=environment)
    app = output / f"{product}.app"
    return app if app.is_dir() else output / product


def run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    print("+", *command, flush=True)
    subprocess.run(command, check=True, env=environment)


def files_of(folder: Path) -> Iterator[Path]:
    yield from (it for it in sorted(folder.rglob("*")) if it.is_file() and not it.is_symlink())


def size_mib(folder: Path) -> float:
    """Return what the files of a folder hold; what is linked to is counted once."""
    return sum(path.stat().st_size for path in files_of(folder)) / (1 << 20)


def write_checksums(folder: Path, target: Path) -> None:
    """Write what `sha256sum --check` reads, beside the folder."""
    lines = [f"{sha256(path)}  {path.relative_to(folder.parent)}\n" for path in files_of(folder)]
    target.write_text("".join(lines), encoding="utf-8")


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def pack(folder: Path) -> Path:
    """Write what a release offers: the folder in one file, named after version and system."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    name = f"{folder.stem}-{version}-{SYSTEM}-{platform.machine().lower()}"
    kind = "gztar" if sys.platform == "linux" else "zip"
    if sys.platform == "darwin":  # links and signatures stay as they are
        target = folder.with_name(f"{name}.zip")
        run("ditto", "-c", "-k", "--keepParent", folder, target)
        return target
    return Path(shutil.make_archive(str(folder.with_name(name)), kind, folder.parent, folder.name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("product", nargs="?", choices=[*MOST_MIB], default="Fermata")
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--native", type=Path, help="folder of packaging/build_native_parts.sh")
    parser.add_argument("--torch-index", default=TORCH_INDEX, help='"" for pip\'s own index')
    options = parser.parse_args()
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    environment = output / f"environment-{options.product}"
    python = make_environment(environment, options.product, options.torch_index, options.native)
    folder = build(python, options.product, output, options.native)
    archive = pack(folder)
    write_checksums(folder, archive.with_name(f"{archive.name}.contents.sha256"))
    size, most = size_mib(folder), MOST_MIB[options.product]
    print(f"{sha256(archive)}  {archive}")
    print(f"{folder}: {size:.0f} MiB in {sum(1 for _ in files_of(folder))} files")
    if options.native is None:
        print("It has neither ffmpeg nor PortAudio: the system's are used, where it has them.")
    elif size > most:
        sys.exit(f"That is more than {most} MiB.")


if __name__ == "__main__":
    main()
