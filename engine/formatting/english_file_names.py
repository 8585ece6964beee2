"""File names that are spelled out: "setup dot py", "data underscore two dot c s v"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.formatting.english_addresses import (
    JOINTS,
    NO_LABEL,
    Address,
    label_left,
    label_right,
    spelled_text,
)
from engine.formatting.english_numerals import word_at

_EXTENSIONS: Final = frozenset([
    "7z", "aac", "avi", "bat", "bib", "bin", "bmp", "bz2", "c", "cfg", "conf", "cpp", "cs", "css",
    "csv", "dat", "deb", "dll", "dmg", "doc", "docx", "eml", "env", "epub", "exe", "flac", "gif",
    "go", "gz", "h", "hpp", "htm", "html", "ics", "ini", "ipynb", "iso", "jar", "java", "jpeg",
    "jpg", "js", "json", "jsx", "kt", "log", "lua", "m4a", "md", "mkv", "mov", "mp3", "mp4", "mpg",
    "odt", "ods", "ogg", "pdf", "php", "pl", "png", "ppt", "pptx", "ps1", "psd", "py", "r", "rar",
    "rb", "rpm", "rs", "rst", "rtf", "sh", "so", "sql", "srt", "svg", "swift", "tar", "tex", "tgz",
    "tif", "tiff", "toml", "ts", "tsv", "tsx", "txt", "vtt", "wav", "webm", "webp", "xls", "xlsx",
    "xml", "yaml", "yml", "zip",
])  # fmt: skip
_WORDS_TOO: Final = frozenset({"go", "so", "bat", "swift", "log"})  # only if nothing follows
_AFTER: Final = frozenset(["and", "or", "file", "in", "is", "to", "on", "from", "with", "then"])


def find_file_names(words: Sequence[str]) -> list[Address]:
    """Return the file names in a clause, from left to right."""
    found: list[Address] = []
    for dot, word in enumerate(words):
        least = found[-1].end if found else 0
        if word == "dot" and dot >= least and (name := _around(words, dot, least)) is not None:
            found.append(name)
    return found


def _around(words: Sequence[str], dot: int, least: int) -> Address | None:
    first = label_left(words, dot, least)
    is_joined = False
    while first - 1 > least and words[first - 1] in {*JOINTS, "slash"}:
        first, is_joined = label_left(words, first - 1, least), True
    suffix, end = _suffix(words, dot)
    is_name = first < dot and words[first] not in {*JOINTS, "slash"}
    if not suffix or not is_name or (words[first] in NO_LABEL and not is_joined):
        return None
    return Address(first, end, spelled_text(words, first, dot) + suffix)


def _suffix(words: Sequence[str], dot: int) -> tuple[str, int]:
    """Return ".tar.gz" and its end; "" if there is none."""
    text, end = "", dot
    while word_at(words, end) == "dot":
        label, after = label_right(words, end + 1)
        following = word_at(words, after)
        is_word = label in _WORDS_TOO and after - end == 2 and following and following not in _AFTER
        if label not in _EXTENSIONS or is_word:
            break
        text, end = f"{text}.{label}", after
    return text, end
