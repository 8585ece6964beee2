"""Writes assets/LICENCES.md: what the shipped application is made of, under which licences.

The window shows it. Run it as a script in an environment that holds what the lock file names, as
`python -m venv V && V/bin/pip install --require-hashes -r packaging/linux.lock`
makes one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_LONGEST = 80
_HEAD = """# Licences of what the shipped application is made of

Made by `packaging/list_licences.py` from what each package says of itself; not by hand.

| package | version | licence | where it comes from |
| --- | --- | --- | --- |
"""
_FOOT = """
Native libraries inside of those packages have licences of their own. Those to know of: Qt, in
PySide6-Essentials, is LGPL-3.0; libsndfile with mpg123 and LAME, in soundfile, and libsoxr, in
soxr, are LGPL-2.1; Kaldi and OpenFst, in vosk, and ONNX Runtime, in sherpa-onnx, are Apache-2.0 and
MIT; libgomp and libgfortran are GPL-3.0 with GCC's exception for what runs with them. None is
GPL alone.
`assets/voice_activity` holds Silero's network (MIT). The program ffmpeg is used where the system
has one, and is no part of Fermata.
`assets/models/en` began as all-MiniLM-L6-v2 (Apache-2.0), `assets/models/zh-yue-en` as
intfloat/multilingual-e5-small (MIT).
`engine/recognisers/whisper_*.py` follow OpenAI's whisper (MIT, copyright 2022 OpenAI) and
faster-whisper (MIT, copyright 2023 SYSTRAN).
"""


def locked() -> Iterator[tuple[str, str]]:
    """Yield name and version of each package of the lock file."""
    for line in (_HERE / "linux.lock").read_text(encoding="utf-8").splitlines():
        if found := re.match(r"([a-z0-9.-]+)==(\S+)", line):
            yield found[1], found[2]


def licence_of(about: metadata.PackageMetadata) -> str:
    """Return what a package says: an expression, a short text, or what it is classified as."""
    classes = [text.rpartition(" :: ")[2] for text in about.get_all("Classifier") or []]
    stated = [about["License-Expression"], about["License"]]
    classified = [it for it in classes if "License" in it]
    for text in (*stated, *classified):
        if text and text != "UNKNOWN" and len(text) <= _LONGEST and "\n" not in text:
            return text
    return "not stated"


def address_of(about: metadata.PackageMetadata) -> str:
    """Return a package's own page, or its place in the package index."""
    places = dict(text.split(", ", 1) for text in about.get_all("Project-URL") or [])
    named = {name.lower(): place for name, place in places.items()}
    wanted = ("homepage", "source", "source code", "repository")
    found = [named[name] for name in wanted if name in named]
    return about["Home-page"] or (
        found[0] if found else f"https://pypi.org/project/{about['Name']}/"
    )


def rows() -> Iterator[str]:
    """Yield a row a package.

    Raises:
        SystemExit: another version is installed than the lock file names.
    """
    for name, version in locked():
        about = metadata.metadata(name)
        if about["Version"] != version:
            raise SystemExit(f"{name} is {about['Version']} here, not {version}")
        yield f"| {about['Name']} | {version} | {licence_of(about)} | {address_of(about)} |\n"


if __name__ == "__main__":
    (_HERE.parent / "assets" / "LICENCES.md").write_text(
        _HEAD + "".join(rows()) + _FOOT, encoding="utf-8"
    )
