"""Turns written text into spoken form with labels.

Lower case, no marks, and half of the numbers spelled out, in Chinese characters among those.
"""

from __future__ import annotations

import csv
import lzma
import math
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from num2words import num2words

from engine.punctuation.labels import Case, Mark
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.text.scripts import is_cjk
from training.data.chinese_numbers import spelled_in_chinese
from training.data.tagged_words import read_tagged_words

IGNORE = -100
_SPELLED_SHARE = 0.5
# tags such as <laugh> and [noise], underscores as in "L_C_D_", and bullets of lists
_NOT_SPOKEN = re.compile(r"<[^>]*>|\[[^\]]*\]|_(?=[^\W_])|(?<=[^\W_])_")
_BULLET = re.compile(r"^\s*(?:[•*-]\s+|(?:Q|A)\s*[-:–]\s+)")
TimedMarkedWord = tuple[MarkedWord, float | None, float | None]
_NUMBER = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(%|st|nd|rd|th)?$")


@dataclass(frozen=True, slots=True)
class ReferenceWord:
    """A word as a recogniser would write it, with its labels; -100 means unknown.

    Times in seconds, NaN where there are none.
    """

    text: str
    mark: int
    case: int
    start_s: float = math.nan
    end_s: float = math.nan


@dataclass(slots=True)
class Tally:
    """How many lines had words, and how many of those ended with a sentence mark."""

    lines: int = 0
    marked: int = 0

    @property
    def percent(self) -> float:
        return 100 * self.marked / max(self.lines, 1)


def read_lines(path: Path) -> Iterator[str]:
    """Yield what is spoken in the lines of a text file, which may be xz-compressed."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as stream:
        for line in stream:
            yield _BULLET.sub("", _NOT_SPOKEN.sub("", line.rstrip("\n")))


def with_known_marks(words: Iterable[ReferenceWord], marks: int) -> Iterator[ReferenceWord]:
    """Yield words with a comma in place of a mark the network has no row for.

    Many English texts have a “、”, which only a network for Chinese knows.
    """
    for word in words:
        yield replace(word, mark=int(Mark.COMMA)) if word.mark >= marks else word


def read_spoken_words(
    lines: Iterator[str],
    *,
    keep_unmarked: bool,
    rng: random.Random,
    tally: Tally | None = None,
    ends_unknown: bool = False,
) -> Iterator[ReferenceWord]:
    """Turn written lines into spoken words with labels.

    Args:
        lines: one turn, paragraph or sentence each.
        keep_unmarked: keep lines without a sentence mark at their end (running text broken over
            lines); elsewhere such lines are casual or cut off, and teach the wrong thing.
        rng: decides which numbers are spelled out.
        tally: counts the lines, also those left out.
        ends_unknown: keep such lines, but do not learn what ends them.
    """
    tally = tally or Tally()
    at_start = True
    for line in lines:
        words = read_marked_text(line)
        if not words:
            continue
        is_marked = words[-1].mark.ends_sentence
        tally.lines, tally.marked = tally.lines + 1, tally.marked + is_marked
        if not (is_marked or keep_unmarked or ends_unknown):
            continue
        if is_heading(words):
            continue
        spoken = list(_spoken_line(words, rng, at_start=at_start))
        if ends_unknown and not is_marked:
            spoken[-1] = replace(spoken[-1], mark=IGNORE)
        yield from spoken
        at_start = is_marked or ends_unknown


def is_heading(line: Sequence[MarkedWord]) -> bool:
    """Whether every word of a line is capitalised; such lines teach nothing about sentences."""
    return len(line) > 2 and all(word.case is not Case.LOWER for word in line)


def read_call_words(path: Path) -> Iterator[MarkedWord]:
    """Yield the written words of the aligned calls in a folder."""
    for call in sorted(path.glob("*.aligned.tsv")):
        for row in _rows(call):
            yield from read_marked_text(row["word"] + row["mark"])


def read_timed_words(paths: Sequence[Path], *, rng: random.Random) -> Iterator[ReferenceWord]:
    """Turn aligned calls (`word start end mark speaker`, tab-separated) into spoken words.

    A number that is spelled out shares its time among its words. Words that could not be aligned
    have no times.
    """
    at_start = True
    for path in paths:
        for row in _rows(path):
            written = read_marked_text(row["word"] + row["mark"])
            spoken = list(_spoken_line(written, rng, at_start=at_start))
            at_start = written[-1].mark.ends_sentence if written else at_start
            yield from _share_time(spoken, row["start"], row["end"])


def read_marked_words(
    words: Iterable[TimedMarkedWord], *, rng: random.Random
) -> Iterator[ReferenceWord]:
    """Turn written words of running text into spoken words with labels and times."""
    at_start = True
    for word, start_s, end_s in words:
        spoken = list(_spoken(word, rng, at_start=at_start))
        at_start = word.mark.ends_sentence
        is_timed = start_s is not None and end_s is not None
        yield from _share_time(spoken, str(start_s), str(end_s)) if is_timed else spoken


def tagged_spoken_words(path: Path) -> Iterator[ReferenceWord]:
    for word, mark in zip(*read_tagged_words(path), strict=True):
        yield ReferenceWord(word.lower(), int(mark), IGNORE)


def _rows(call: Path) -> Iterator[dict[str, str]]:
    with call.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


def _share_time(words: list[ReferenceWord], start: str, end: str) -> Iterator[ReferenceWord]:
    if not start or not end:
        yield from words
        return
    begin_s, each_s = float(start), (float(end) - float(start)) / max(1, len(words))
    for at, word in enumerate(words):
        yield replace(word, start_s=begin_s + at * each_s, end_s=begin_s + (at + 1) * each_s)


def _spoken_line(
    words: Sequence[MarkedWord], rng: random.Random, *, at_start: bool
) -> Iterator[ReferenceWord]:
    for at, word in enumerate(words):
        before = words[at - 1].core if at else ""
        after = words[at + 1].core if at + 1 < len(words) else ""
        spelled = _in_chinese(word.core, before, after) if word.core[:1].isdigit() else None
        if spelled and rng.random() < _SPELLED_SHARE:
            yield from _as_words(spelled, int(word.mark), IGNORE)
        elif spelled or is_cjk(word.core):
            yield ReferenceWord(word.core.lower(), int(word.mark), IGNORE)
        else:
            yield from _spoken(word, rng, at_start=at_start)
        at_start = word.mark.ends_sentence


def _in_chinese(core: str, before: str, after: str) -> list[str] | None:
    """Return a number among Chinese characters in such; ranges and times stay in digits."""
    if not (is_cjk(before) or is_cjk(after)):
        return None
    return spelled_in_chinese(core, after)


def _as_words(parts: Sequence[str], mark: int, case: int) -> Iterator[ReferenceWord]:
    for part in parts[:-1]:
        yield ReferenceWord(part, int(Mark.NONE), case)
    yield ReferenceWord(parts[-1], mark, case)


def _spoken(word: MarkedWord, rng: random.Random, *, at_start: bool) -> Iterator[ReferenceWord]:
    case = int(word.case)
    if at_start and case <= Case.CAPITALISED and word.core.split("'")[0] != "I":
        case = IGNORE
    parts = _spelled_out(word.core) if rng.random() < _SPELLED_SHARE else None
    if parts is None:
        yield ReferenceWord(word.core.lower(), int(word.mark), case)
    else:
        yield from _as_words(parts, int(word.mark), int(Case.LOWER))


def _spelled_out(core: str) -> list[str] | None:
    found = _NUMBER.match(core)
    if found is None or len(found.group(1)) > 11:
        return None
    whole, fraction, sign = found.groups()
    if whole.startswith("0") and len(whole) > 1:
        return None
    number = int(whole.replace(",", ""))
    is_year = 1900 <= number < 2100 and not (fraction or sign) and "," not in whole
    if fraction:
        text = num2words(float(f"{number}{fraction}"))
    elif sign in {"st", "nd", "rd", "th"}:
        text = num2words(number, to="ordinal")
    else:
        text = num2words(number, to="year" if is_year else "cardinal")
    parts = re.sub(r"[-,]", " ", text).split()
    parts += ["percent"] if sign == "%" else []
    return parts + (["dollars"] if core.startswith("$") else [])
