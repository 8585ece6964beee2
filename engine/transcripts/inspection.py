"""Looks at a transcript before anything is changed: its languages, marks and speakers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from engine.text.language_check import is_known, language_by_script, language_of
from engine.text.units import split_units
from engine.transcripts.existing_marks import LOOKAHEAD, Habits, spoken
from engine.transcripts.passages import Part, PassageBreak, SpokenWord, Turn, WordGap
from engine.transcripts.registry import Format
from engine.transcripts.transcript import Transcript

_SAMPLE_WORDS = 10_000
_SAMPLE_CHARACTERS = 1 << 20
_PARAGRAPH_WORDS = 12
_LINES_WORDS = 20
_MOST_WORDS = 40
_MOST_PARTS = 400
_FEW = 0.1
_SIGNS = frozenset(",.;:?!…，。；：？！、")  # a dash may be anywhere


class PunctuationState(Enum):
    """How much of a text is in sentences with marks and capitals."""

    BARE = "bare"
    PARTLY = "partly"
    FULLY = "fully"


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found in a transcript.

    Attributes:
        language: The language of most words, ISO 639-1 or "yue"; "" if there is too little text.
        shares: Share of the words in each language, among those with a known one.
        speakers: In order of appearance.
        words: Number of words counted: all of them if `is_whole`.
        encoding: Of the file.
    """

    format: Format
    language: str
    shares: Mapping[str, float] = field(hash=False)
    state: PunctuationState
    speakers: tuple[str, ...]
    words: int
    is_whole: bool
    encoding: str

    def foreign(self, languages: Sequence[str]) -> Mapping[str, float]:
        """Return the shares of all languages but these and those written alike."""
        return {code: it for code, it in self.shares.items() if not is_known(code, languages)}


def inspect(transcript: Transcript) -> Inspection:
    """Read the first ten thousand words of a transcript.

    Raises:
        TranscriptFormatError: the file disappeared or changed while being read.
    """
    parts, is_whole = _sample(transcript.parts())
    words = [part for part in parts if isinstance(part, SpokenWord)]
    shares = _shares(parts)
    return Inspection(
        transcript.format,
        max(shares, key=shares.__getitem__, default=""),
        shares,
        _state(words),
        tuple(
            dict.fromkeys(part.speaker for part in parts if isinstance(part, Turn) and part.speaker)
        ),
        len(words),
        is_whole,
        transcript.encoding,
    )


def by_language(parts: Iterable[Part]) -> Iterator[tuple[list[Part], str]]:
    """Yield parts in groups long enough to detect a language, each with that language.

    Groups end at line ends; one without a detectable language takes that of the group before.
    """
    language = ""
    for passage in _cut(parts):
        language = _language(passage) or language
        yield passage, language
        if passage[-1] is PassageBreak.DOCUMENT:
            language = ""


def _cut(parts: Iterable[Part]) -> Iterator[list[Part]]:
    passage: list[Part] = []
    words = 0
    continues = False
    for part in parts:
        of_paragraph = 1 if continues else _PARAGRAPH_WORDS
        if isinstance(part, Turn) and words >= of_paragraph:
            yield passage
            passage, words, continues = [], 0, False
        passage.append(part)
        words += isinstance(part, SpokenWord)
        ends_paragraph = part is PassageBreak.DOCUMENT
        enough = (
            of_paragraph
            if ends_paragraph
            else _LINES_WORDS
            if part is PassageBreak.LINE
            else _MOST_WORDS
        )
        if words >= enough or len(passage) >= _MOST_PARTS:
            yield passage
            passage, words, continues = [], 0, not ends_paragraph
    if passage:
        yield passage


def _sample(parts: Iterator[Part]) -> tuple[list[Part], bool]:
    """Return enough parts of the text to judge by, and whether they are all of it."""
    sample: list[Part] = []
    words = characters = 0
    for part in parts:
        if isinstance(part, WordGap):
            continue
        if isinstance(part, SpokenWord):
            sample.append(part)
            words, characters = words + 1, characters + len(part.written)
        elif isinstance(part, Turn) or (sample and sample[-1] is not part):
            sample.append(part)
        if words >= _SAMPLE_WORDS or characters >= _SAMPLE_CHARACTERS:
            return sample, not any(isinstance(part, SpokenWord) for part in parts)
    return sample, True


def _language(parts: Iterable[Part]) -> str:
    return language_of(spoken(part) for part in parts if isinstance(part, SpokenWord))


def _shares(parts: Sequence[Part]) -> Mapping[str, float]:
    told: Counter[str] = Counter()
    for passage, language in by_language(parts):
        told[language] += sum(isinstance(part, SpokenWord) for part in passage)
    del told[""]
    _settle_chinese(told, parts)
    return {code: count / told.total() for code, count in told.most_common()}


def _settle_chinese(told: Counter[str], parts: Iterable[Part]) -> None:
    """Merge Mandarin and Cantonese: a passage may lack what tells them apart."""
    if told["zh"] and told["yue"]:
        both = told.pop("zh") + told.pop("yue")
        words = (spoken(part) for part in parts if isinstance(part, SpokenWord))
        units = [unit for word in words for unit in split_units(word)]
        told[language_by_script(units) or "zh"] = both


def _state(words: Sequence[SpokenWord]) -> PunctuationState:
    if not words:
        return PunctuationState.BARE
    bare = _bare_words(words) / len(words)
    if bare > 1 - _FEW:
        return PunctuationState.BARE
    lettered = sum(said.word.core.upper() != said.word.core.lower() for said in words)
    lacks_cases = lettered > len(words) / 2 and not Habits.of(words).is_cased
    return PunctuationState.PARTLY if bare > _FEW or lacks_cases else PunctuationState.FULLY


def _bare_words(words: Sequence[SpokenWord]) -> int:
    """Return how many words are in stretches too long for sentences with a mark."""
    marked = [at for at, said in enumerate(words) if _is_marked(said)]
    if not marked:
        return len(words)  # however few
    runs = (after - before - 1 for before, after in pairwise((-1, *marked, len(words))))
    return sum(run for run in runs if run >= LOOKAHEAD)


def _is_marked(said: SpokenWord) -> bool:
    if said.mark_follows:
        return said.word.mark.ends_sentence
    return not _SIGNS.isdisjoint(said.trail)
