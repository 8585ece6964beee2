"""Short sentences as whole texts: alone in a file, and as a dictation of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain, islice, zip_longest
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark
from engine.settings import PunctuationSettings
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.types import Hypothesis, Word
from training.data.spoken_form import is_heading, read_lines
from training.evaluation.playing import Played, play_live, punctuated
from training.evaluation.table import Row

_SENTENCES = 400
_SEED = 45
_WORDS = range(2, 13)
_WORD_S = 0.3  # dictated words follow each other without a pause
_BETWEEN = re.compile(r"(?<=[.?!])\s+(?=[A-Z])|(?<=[。？！])")
# only signs that Fermata writes
_PLAIN = re.compile(r"[^\W\d_a-z](?:[\w,，、'’]| (?=\w)|(?<=\w)-(?=\w))*(?<!\b[A-Z])[.?!。？！]")
_COMMAS = (Mark.COMMA, Mark.ENUMERATION)
_Sentence = Sequence[MarkedWord]


@dataclass(frozen=True, slots=True)
class Faults:
    """What differs from the sources in a set of sentences."""

    sentences: int = 0
    wrong: int = 0  # sentences with any fault
    false_ends: int = 0
    false_commas: int = 0
    missed_commas: int = 0
    last_marks: int = 0
    capitals: int = 0  # other than those after a false end

    def __add__(self, other: Faults) -> Faults:
        names = [field.name for field in fields(self)]
        return Faults(*(getattr(self, name) + getattr(other, name) for name in names))

    def row(self, name: str) -> Row:
        share = 100 / max(1, self.sentences)
        return Row(
            name,
            {
                "exactly right %": share * (self.sentences - self.wrong),
                "in 100: false ends": share * self.false_ends,
                "false commas": share * self.false_commas,
                "missed commas": share * self.missed_commas,
                "other last marks": share * self.last_marks,
                "wrong capitals": share * self.capitals,
            },
        )


def short_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Measure 400 sentences of 2 to 12 words, drawn from all texts of `en/dev` or `zh/dev`."""
    data = shared / "data" / model.bundle.languages[0] / "dev"
    sentences = short_sentences(data, 20 if smoke else _SENTENCES)
    ways: dict[str, Callable[[_Sentence], Played]] = {
        "whole": lambda sentence: punctuated(_spoken(sentence), model),
        "dictated": lambda sentence: _dictated(_spoken(sentence), model),
    }
    for name, way in ways.items():
        yield sum((faults(it, way(it)) for it in sentences), Faults()).row(name)


def short_sentences(folder: Path, count: int) -> list[_Sentence]:
    """Draw short sentences evenly from all texts that have enough; the same ones each time."""
    texts = []
    for path in sorted(folder.glob("*.txt")):
        found = [*dict.fromkeys(_plain_sentences(path))]
        random.Random(_SEED).shuffle(found)
        texts.append(found)
    in_turn = chain.from_iterable(zip_longest(*texts))
    return [read_marked_text(text) for text in islice(filter(None, in_turn), count)]


def _plain_sentences(path: Path) -> Iterator[str]:
    for line in read_lines(path):
        for text in filter(_PLAIN.fullmatch, _BETWEEN.split(line)):
            words = read_marked_text(text)
            ends = [word.mark.ends_sentence for word in words]
            is_one = ends[-1] and sum(ends) == 1
            if is_one and len(words) in _WORDS and not is_heading(words):
                yield text


def faults(sentence: _Sentence, played: Played) -> Faults:
    """Compare a sentence with what became of its words."""
    wanted, found = [word.mark for word in sentence], played.marks
    inner = [*zip(wanted, found, strict=True)][:-1]
    begins = [True, *(mark.ends_sentence for mark in found)]
    pairs = zip(sentence, played.surfaces, found, begins, strict=False)
    other = [at for at, pair in enumerate(pairs) if not _is_written(*pair[:3])]
    counts = {
        "false_ends": sum(mark.ends_sentence for _, mark in inner),
        "false_commas": sum(mark in _COMMAS and old not in _COMMAS for old, mark in inner),
        "missed_commas": sum(old in _COMMAS and mark is Mark.NONE for old, mark in inner),
        "last_marks": int(wanted[-1] is not found[-1]),
        "capitals": sum(at == 0 or not begins[at] for at in other),
    }
    return Faults(1, int(wanted != found or bool(other)), **counts)


def _is_written(word: MarkedWord, surface: str, mark: Mark) -> bool:
    """Whether a word is written as in its source, its mark aside ("U.S." may keep its stop)."""
    cores = {surface, surface.removesuffix(mark.text), surface.removesuffix(mark.wide_text)}
    return word.core in cores


def _spoken(sentence: _Sentence) -> list[str]:
    return [word.core.lower() for word in sentence]


def _dictated(units: Sequence[str], model: LanguageModel) -> Played:
    """Say a sentence word by word, without a pause, and stop."""
    words = [Word(unit, _WORD_S * at, _WORD_S * (at + 1)) for at, unit in enumerate(units)]
    growing = (
        Hypothesis(tuple(words[:upto]), is_final=upto == len(words), time_s=_WORD_S * upto)
        for upto in range(1, len(words) + 1)
    )
    return play_live(growing, model, PunctuationSettings())
