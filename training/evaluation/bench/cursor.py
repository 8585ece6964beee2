"""Dictation into text: the words around the cursor, and sentences that were stopped."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark, sentence_spans
from engine.recognisers.settled_words import SettledWords
from engine.session import run
from engine.settings import PunctuationSettings
from engine.text.marked_text import MarkedWord, read_marked_text
from engine.text.units import unit_spans
from engine.types import Context, Hypothesis, Sentence, Update, Word, joined_sentences
from training.data.spoken_form import read_lines
from training.evaluation.playing import marks_of
from training.evaluation.table import Row

_SEED = 29
_CASES = 400
_SMOKE_CASES = 20
_LONGEST_CUT = 12  # words
_AT_A_TIME = 4  # words that each partial has more than the last
_FEWEST_WORDS = 4  # of a sentence that is cut or stopped
_SETTINGS = PunctuationSettings(stays_open=True)
_UNCLEAR = re.compile("[;；…]|\\.\\.|——")  # where a sentence may end, or may not
_FOLDERS = ("en", "zh", "yue")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A line of edited text, its units with their places, and its sentences."""

    text: str
    units: tuple[MarkedWord, ...]
    spans: tuple[tuple[int, int], ...]
    sentences: tuple[tuple[int, int], ...]  # first unit and end of each

    def cut(self, first: int, end: int) -> Context:
        """Return what is left around the units that are taken out."""
        return Context(self.text[: self.spans[first][0]], self.text[self.spans[end - 1][1] :])


@dataclass(frozen=True, slots=True)
class Dictated:
    """What a dictation wrote: its text, each word's mark, and the mark before the first."""

    text: str
    surfaces: tuple[str, ...]
    marks: tuple[Mark, ...]
    seam: str | None


def cursor_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Measure (a) words that go into a sentence, and (c) a sentence between two others.

    A side is right if the first word is written as it was there, and if the last word has the same
    kind of mark: none, a comma or an end.
    """
    rng = random.Random(_SEED)
    for folder, some in _texts(shared, model, rng, smoke=smoke):
        for name, cut in (
            ("(a) 2 to 12 words into a sentence", _words_of),
            ("(c) a sentence between two others", _middle),
        ):
            yield _seams(f"{folder} {name}", [cut(one, rng) for one in some], model)


def stop_rows(shared: Path, model: LanguageModel, *, smoke: bool) -> Iterator[Row]:
    """Measure (b) sentences that are stopped at a random word or at their end, and go on."""
    rng = random.Random(_SEED)
    for folder, some in _texts(shared, model, rng, smoke=smoke):
        yield _stops(f"{folder} (b) a sentence over Stop", some, model, rng)


def _texts(
    shared: Path, model: LanguageModel, rng: random.Random, *, smoke: bool
) -> Iterator[tuple[str, list[Paragraph]]]:
    for folder in (one for one in _FOLDERS if one in model.bundle.languages):
        paths = sorted((shared / "data" / folder / "dev").glob("*.txt"))
        count = _SMOKE_CASES if smoke else _CASES
        found = [one for path in paths for one in paragraphs(path, 5 * count // len(paths))]
        yield folder, rng.sample(found, min(len(found), count))


def paragraphs(path: Path, count: int) -> Iterator[Paragraph]:
    """Yield lines of three or more sentences, one of them long enough to be cut."""
    return islice(filter(None, map(_paragraph, read_lines(path))), count)


def _paragraph(line: str) -> Paragraph | None:
    if _UNCLEAR.search(line):
        return None
    spans = [*unit_spans(line)]
    taken = [read_marked_text(line[first:end]) for first, end in spans]
    if not taken or any(len(words) != 1 for words in taken):
        return None
    units = [words[0] for words in taken]
    sentences = [*sentence_spans([unit.mark for unit in units])]
    is_whole = len(sentences) >= 3 and units[-1].mark.ends_sentence
    if not is_whole or not any(_is_long(one) for one in sentences[1:-1]):
        return None
    if any(units[first].core[:1].islower() for first, _ in sentences):
        return None
    return Paragraph(line, tuple(units), tuple(spans), tuple(sentences))


def _is_long(sentence: tuple[int, int]) -> bool:
    return sentence[1] - sentence[0] >= _FEWEST_WORDS


def _words_of(paragraph: Paragraph, rng: random.Random) -> tuple[Paragraph, int, int]:
    first, end = rng.choice([one for one in paragraph.sentences if _is_long(one)])
    length = rng.randint(2, min(_LONGEST_CUT, end - first - 1))
    at = rng.randint(first, end - length)
    return paragraph, at, at + length


def _middle(paragraph: Paragraph, rng: random.Random) -> tuple[Paragraph, int, int]:
    return paragraph, *rng.choice([one for one in paragraph.sentences[1:-1] if _is_long(one)])


def _seams(name: str, cases: Sequence[tuple[Paragraph, int, int]], model: LanguageModel) -> Row:
    left = right = both = 0
    for paragraph, first, end in cases:
        units = paragraph.units[first:end]
        found = dictated(units, paragraph.cut(first, end), model)
        begins = found.surfaces[0].removesuffix(found.marks[0].text) == units[0].core
        ends = _kind(found.marks[-1]) == _kind(units[-1].mark)
        left, right, both = left + begins, right + ends, both + (begins and ends)
    share = 100 / max(1, len(cases))
    return Row(
        name,
        {"cases": len(cases), "left %": share * left, "right %": share * right,
         "both %": share * both},
    )  # fmt: skip


def _stops(name: str, cases: Sequence[Paragraph], model: LanguageModel, rng: random.Random) -> Row:
    """Stop each in the middle of a sentence and at its end, and go on."""
    ended, joined, closed, kept = 0, 0, 0, 0
    for paragraph in cases:
        number = rng.choice([n for n, one in enumerate(paragraph.sentences[:-1]) if _is_long(one)])
        first, end = paragraph.sentences[number]
        stop, after = rng.randint(first + 1, end - 1), paragraph.sentences[number + 1][1]
        at_once, finally_ = _over_stop(paragraph, (first, stop, after), model)
        ended, joined = ended + at_once, joined + (not finally_)
        at_once, finally_ = _over_stop(paragraph, (first, end, after), model)
        closed, kept = closed + at_once, kept + finally_
    share = 100 / max(1, len(cases))
    return Row(
        name,
        {"cases": len(cases), "false ends joined %": share * joined,
         "true ends lost %": 100 - share * kept, "ends at once, false %": share * ended,
         "true %": share * closed},
    )  # fmt: skip


def _over_stop(
    paragraph: Paragraph, places: tuple[int, int, int], model: LanguageModel
) -> tuple[bool, bool]:
    """Return whether a sentence ends at the stop, at once, and after the next dictation."""
    first, stop, end = places
    before = paragraph.text[: paragraph.spans[first][0]]
    one = dictated(paragraph.units[first:stop], Context(before), model)
    context = Context(before + one.text, is_open=True)
    two = dictated(paragraph.units[stop:end], context, model)
    at_once = one.marks[-1].ends_sentence
    return at_once, at_once if two.seam is None else two.seam in {*".?!。？！"}


def dictated(units: Sequence[MarkedWord], context: Context, model: LanguageModel) -> Dictated:
    """Return what is written when words are said, a few at a time, and then Stop."""
    words = [Word(unit.core.lower()) for unit in units]
    said = (
        Hypothesis(tuple(words[:count]), count == len(words), count == len(words))
        for count in (*range(_AT_A_TIME, len(words), _AT_A_TIME), len(words))
    )
    stages = [SettledWords(), model.punctuator(_SETTINGS)]
    updates = [it for it in run((context, *said), stages) if isinstance(it, Update)]
    sentences: list[Sentence] = [one for update in updates for one in update.sentences]
    seams = [update.seam for update in updates if update.seam is not None]
    return Dictated(
        joined_sentences(sentences),
        tuple(surface for one in sentences for surface in one.surfaces),
        tuple(mark for one in sentences for mark in marks_of(one)),
        seams[-1] if seams else None,
    )


def _kind(mark: Mark) -> int:
    return 2 if mark.ends_sentence else 1 if mark else 0
