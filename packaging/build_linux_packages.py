"""Packs a built bundle: `python packaging/build_linux_packages.py dist/Fermata deb appimage`.

Both lay the same tree out, from packaging/linux and the bundle. Debian: dpkg-dev, binutils,
squashfs-tools; run with an environment that has PySide6, which draws the icons. The AppImage begins
with what packaging/build_appimage_runtime.sh makes.
"""

from __future__ import annotations

import argparse
import gzip
import platform
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from make_icons import LINUX_PX, SOURCE, make_icons

ROOT = Path(__file__).resolve().parent.parent
LINUX = ROOT / "packaging/linux"
ICON = "fermata"
METAINFO = "org.fermata_dictation.Fermata.metainfo.xml"
MAINTAINER = "The maintainers of Fermata <maintainers@users.noreply.a-seed-b0daee31.example>"
DESCRIPTION = """Dictation without a network; a pause is no full stop
 Fermata writes down what you say, on your computer alone. It punctuates and
 capitalises the words that are still open again and again, and finishes a
 sentence only once the next one has begun. It writes down recordings, and
 puts marks into transcripts and subtitles."""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Fermata
Comment: The licences of each package inside lie in /usr/lib/fermata/_internal, beside its code.

Files: *
Copyright: The maintainers of Fermata
License: Apache-2.0
 On Debian systems it is in /usr/share/common-licenses/Apache-2.0.
"""
_NOT_PROMISED = re.compile(r"^lib(python|openblas)")


def project(field: str) -> str:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(table["project"][field])


def lay_out(bundle: Path, tree: Path) -> None:
    """Write what a Linux system finds an application by into `tree`/usr, and the bundle."""
    usr = tree / "usr"
    shutil.copytree(bundle, usr / "lib/fermata", symlinks=True)
    (usr / "bin").mkdir(parents=True)
    (usr / "bin/fermata").symlink_to("../lib/fermata/fermata")
    put(LINUX / "fermata.desktop", usr / "share/applications/fermata.desktop")
    put(LINUX / "fermata.mime.xml", usr / "share/mime/packages/fermata.xml")
    icons = usr / "share/icons/hicolor"
    put(SOURCE, icons / f"scalable/apps/{ICON}.svg")
    drawn = tree.with_name(f"{tree.name}-icons")
    make_icons(drawn)
    for side in LINUX_PX:
        put(drawn / f"fermata-{side}.png", icons / f"{side}x{side}/apps/{ICON}.png")
    shutil.rmtree(drawn)
    told = (LINUX / METAINFO).read_text(encoding="utf-8")
    told = told.replace("@VERSION@", project("version")).replace("@DATE@", date.today().isoformat())
    metainfo = usr / "share/metainfo" / METAINFO
    metainfo.parent.mkdir()
    metainfo.write_text(told, encoding="utf-8")


def put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def build_deb(bundle: Path, output: Path) -> Path:
    """Write a package for Debian and Ubuntu; it runs where glibc is as new as here."""
    tree = output / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(bundle, tree)
    name = bundle.name.lower()
    documents = tree / "usr/share/doc" / name
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(COPYRIGHT, encoding="utf-8")
    changes = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    (documents / "changelog.gz").write_bytes(changes)
    other = "fermata-full" if name == "fermata" else "fermata"
    size_kib = sum(it.lstat().st_size for it in tree.rglob("*") if it.is_file()) // 1024
    architecture = told("dpkg", "--print-architecture").strip()
    fields = {
        "Package": name,
        "Version": project("version"),
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Section": "sound",
        "Priority": "optional",
        "Installed-Size": str(size_kib),
        "Depends": ", ".join(dependencies(bundle)),
        "Recommends": "libasound2-plugins, libenchant-2-2, pulseaudio-utils"
        + ("" if (bundle / "_internal/ffmpeg").exists() else ", ffmpeg"),
        "Conflicts": other,
        "Replaces": other,
        "Homepage": f"https://pypi.org/project/{project('name')}/",
        "Description": DESCRIPTION,
    }
    control = tree / "DEBIAN/control"
    control.parent.mkdir()
    control.write_text("".join(f"{key}: {value}\n" for key, value in fields.items()))
    deb = output / f"{name}_{project('version')}_{architecture}.deb"
    for path in tree.rglob("*"):  # whatever the umask was
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    told("dpkg-deb", "--root-owner-group", "-Zzstd", "-z12", "--build", tree, deb)
    shutil.rmtree(tree)
    return deb


def dependencies(bundle: Path) -> list[str]:
    """Return the Debian packages of the libraries that the bundle leaves to the system."""
    libraries = [it for it in bundle.rglob("*") if it.is_file() and is_elf(it)]
    own = {it.name for it in libraries} | {it.name for it in bundle.rglob("*.so*")}
    needed: set[str] = set()
    glibc = (2, 0)
    for library in libraries:
        needed |= set(re.findall(r"NEEDED.*\[(.+)\]", told("readelf", "-dW", library)))
        asked = re.findall(r"GLIBC_(\d+)\.(\d+)", told("readelf", "-VW", library))
        glibc = max([glibc, *((int(major), int(minor)) for major, minor in asked)])
    places = dict(re.findall(r"^\s+(\S+) .*=> (/.+)$", told("ldconfig", "-p"), re.MULTILINE))
    missing = {it for it in needed - own if it in places and not _NOT_PROMISED.match(it)}
    packages = {package_of(Path(places[it])) for it in missing} - {"libc6"}
    if "libportaudio.so.2" not in own:  # loaded by name, so that no file says it is needed
        packages.add("libportaudio2")
    return [f"libc6 (>= {glibc[0]}.{glibc[1]})", *sorted(packages)]


def package_of(library: Path) -> str:
    """Return the package that a library came with; its path may be one through a linked folder."""
    for place in (library, library.resolve(), Path("/usr", *library.resolve().parts[1:])):
        done = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True, check=False)
        if not done.returncode:
            return done.stdout.partition(":")[0]
    raise SystemExit(f"no package has {library}")


def is_elf(path: Path) -> bool:
    with path.open("rb") as stream:
        return not path.is_symlink() and stream.read(4) == b"\x7fELF"


def build_appdir(bundle: Path, output: Path) -> Path:
    """Write the same tree, and at its top what starts it: the Flatpak and the AppImage have it."""
    tree = output / f"{bundle.name}.AppDir"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(bundle, tree)
    (tree / "AppRun").symlink_to("usr/lib/fermata/fermata")
    put(LINUX / "fermata.desktop", tree / "fermata.desktop")
    put(SOURCE, tree / f"{ICON}.svg")
    (tree / ".DirIcon").symlink_to("usr/share/icons/hicolor/256x256/apps/fermata.png")
    return tree


def build_appimage(bundle: Path, output: Path, runtime: Path) -> Path:
    """Write one file that is a program: the runtime, and behind it the tree that it starts.

    It runs where glibc is as new as here. Where it may not mount, it wants
    `--appimage-extract-and-run`.

    Args:
        runtime: the folder of the runtime and its licences.

    Ref: https://github.com/AppImage/AppImageSpec, "type 2".
    """
    tree = build_appdir(bundle, output)
    for licence in runtime.glob("*.txt"):
        put(licence, tree / "usr/share/doc/fermata" / licence.name)
    image = output / f"{bundle.name}-{project('version')}-{platform.machine()}.AppImage"
    packed = image.with_suffix(".squashfs")
    packing = ("-comp", "zstd", "-b", "1M", "-all-root", "-noappend", "-no-xattrs", "-quiet")
    told("mksquashfs", tree, packed, *packing)
    with image.open("wb") as file:
        for part in (runtime / "appimage-runtime", packed):
            with part.open("rb") as content:
                shutil.copyfileobj(content, file)
    image.chmod(0o755)
    packed.unlink()
    return image


def told(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("kinds", nargs="+", choices=["deb", "appdir", "appimage"])
    parser.add_argument(
        "--runtime", type=Path, default=ROOT / "build/appimage", help="the AppImage's, a folder"
    )
    options = parser.parse_intermixed_args()
    bundle = options.bundle.resolve()
    builders: dict[str, Callable[[Path, Path], Path]] = {
        "deb": build_deb,
        "appdir": build_appdir,
        "appimage": partial(build_appimage, runtime=options.runtime),
    }
    for kind in options.kinds:
        print(builders[kind](bundle, bundle.parent))


if __name__ == "__main__":
    main()
