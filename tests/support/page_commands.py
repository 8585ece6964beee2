"""The commands in the project's pages: shell blocks, and programs between backticks."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.support.shared_data import REPOSITORY

PROGRAMS = ("fermata", "python", "python3", "pip", "pytest", "just", "apt", "apt-get")
_PROGRAM = re.compile(
    rf"(?:\w+=\S+ )*(?:\.venv/bin/)?(?:{'|'.join(PROGRAMS)})(?: |$)"
    r"|\.venv/bin/|\.ci/|packaging/\S+\.(?:py|sh) "
)
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_NO_PAGES = ("tests/fixtures/", "CHANGELOG.md")  # texts to be punctuated; results


def pages() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [name for name in listed if not name.startswith(_NO_PAGES)]


def commands(name: str) -> Iterator[str]:
    """Yield each command of a page, splitting at &&."""
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    for language, block in _BLOCK.findall(text):
        if language == "sh":
            for line in block.splitlines():
                yield from _parts(line.partition(" #")[0])
    for code in re.findall(r"`([^`]+)`", _BLOCK.sub("", text)):
        line = " ".join(code.split())
        if _PROGRAM.match(line):
            yield from _parts(line)


def _parts(line: str) -> Iterator[str]:
    yield from filter(None, (part.strip() for part in line.split("&&")))


def split(command: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables a command sets, and its words: the program without its folder."""
    words = shlex.split(command)
    sets: dict[str, str] = {}
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, _, value = words.pop(0).partition("=")
        sets[name] = value
    return sets, [re.sub(r"^\S+/bin/", "", words[0]), *words[1:]]


def exists(pattern: str) -> bool:
    """Return whether a path or pattern matches something in the repository."""
    return any(REPOSITORY.glob(pattern)) or Path(REPOSITORY, pattern).exists()
