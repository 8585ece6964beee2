"""Corpora on disk: written text streamed into token shards with labels.

A corpus folder holds one `NAME.npz` a source (`ids`, `word_ends`, `marks`, `cases`) and is read
back without loading more than the sources themselves. Written text becomes spoken form on the way:
lower case, no marks, and half of the numbers spelled out.
"""

from __future__ import annotations

import lzma
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from num2words import num2words

from engine.punctuation.labels import Case, Mark
from engine.punctuation.marked_text import MarkedWord, read_marked_text
from engine.punctuation.tokenizer import WordTokenizer

IGNORE = -100
_SPELLED = re.compile(r"<[^>]*>|\[[^\]]*\]|_(?=[^\W_])|(?<=[^\W_])_")
_BULLET = re.compile(r"^\s*(?:[•*-]\s+|(?:Q|A)\s*[-:–]\s+)")
_NUMBER = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(%|st|nd|rd|th)?$")


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word as a recogniser would write it, with its labels; -100 means unknown."""

    text: str
    mark: int
    case: int


@dataclass(frozen=True, slots=True)
class Corpus:
    """One source in memory.

    Shapes: ids (tokens,) uint16; word_ends (words,) int64, exclusive end of each word in `ids`;
    marks, cases (words,) int8, -100 where the case cannot be known.
    """

    name: str
    ids: npt.NDArray[np.uint16]
    word_ends: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int8]
    cases: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.word_ends)


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file, packed with xz or not."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as stream:
        for line in stream:
            yield line.rstrip("\n")


def read_spoken_words(
    lines: Iterator[str], *, keep_unmarked: bool, rng: random.Random
) -> Iterator[SpokenWord]:
    """Turn written lines into spoken words with labels.

    Args:
        lines: one turn, paragraph or sentence each.
        keep_unmarked: keep lines whose end has no sentence mark (running text broken over
            lines); elsewhere such lines are casual or cut off, and teach the wrong thing.
        rng: decides which numbers are spelled out.
    """
    at_start = True
    for line in lines:
        words = read_marked_text(_BULLET.sub("", _SPELLED.sub("", line)))
        if not words or (not keep_unmarked and not words[-1].mark.ends_sentence):
            continue
        if len(words) > 2 and all(word.case is not Case.LOWER for word in words):
            continue
        for word in words:
            yield from _spoken(word, rng, at_start=at_start)
            at_start = word.mark.ends_sentence


def _spoken(word: MarkedWord, rng: random.Random, *, at_start: bool) -> Iterator[SpokenWord]:
    case = int(word.case)
    if at_start and case <= Case.CAPITALISED and word.core.split("'")[0] != "I":
        case = IGNORE
    parts = _spelled_out(word.core) if rng.random() < 0.5 else None
    if parts is None:
        yield SpokenWord(word.core.lower(), int(word.mark), case)
        return
    for part in parts[:-1]:
        yield SpokenWord(part, int(Mark.NONE), int(Case.LOWER))
    yield SpokenWord(parts[-1], int(word.mark), int(Case.LOWER))


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


def build_corpus(
    name: str, words: Iterator[SpokenWord], tokenizer: WordTokenizer, limit: int
) -> Corpus:
    """Tokenise up to `limit` words into a corpus, each as the engine does it.

    Raises:
        ValueError: the tokenizer's ids do not fit 16 bits.
    """
    ids: list[npt.NDArray[np.uint16]] = []
    lengths: list[int] = []
    marks: list[int] = []
    cases: list[int] = []
    for batch in _batches(words, limit):
        encoded = tokenizer.encode([word.text for word in batch])
        flat = [token for one in encoded for token in one]
        if flat and max(flat) > np.iinfo(np.uint16).max:
            raise ValueError("token ids beyond 65,535 do not fit the corpus format")
        ids.append(np.array(flat, dtype=np.uint16))
        lengths += [len(one) for one in encoded]
        marks += [word.mark for word in batch]
        cases += [word.case for word in batch]
    return Corpus(
        name,
        np.concatenate(ids) if ids else np.zeros(0, np.uint16),
        np.cumsum(np.array(lengths, dtype=np.int64)),
        np.array(marks, dtype=np.int8),
        np.array(cases, dtype=np.int8),
    )


def _batches(words: Iterator[SpokenWord], limit: int) -> Iterator[list[SpokenWord]]:
    batch: list[SpokenWord] = []
    for number, word in enumerate(words):
        if number >= limit:
            break
        batch.append(word)
        if len(batch) == 20_000:
            yield batch
            batch = []
    if batch:
        yield batch


def save_corpus(corpus: Corpus, folder: Path) -> Path:
    """Write `folder/NAME.npz`; the file appears whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    partial, path = folder / f"{corpus.name}.partial.npz", folder / f"{corpus.name}.npz"
    np.savez(
        partial,
        ids=corpus.ids,
        word_ends=corpus.word_ends,
        marks=corpus.marks,
        cases=corpus.cases,
    )
    return partial.replace(path)


def load_corpus(path: Path) -> Corpus:
    """Read one source back; nothing in the file is executed."""
    with np.load(path, allow_pickle=False) as file:
        return Corpus(path.stem, file["ids"], file["word_ends"], file["marks"], file["cases"])
