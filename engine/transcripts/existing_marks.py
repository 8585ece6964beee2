"""Reads the marks and capitals of a transcript, as evidence for the punctuator."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from engine.punctuation.labels import Case, Mark
from engine.text.marked_text import straightened
from engine.text.scripts import is_cjk
from engine.transcripts.passages import Part, PassageBreak, SpokenWord
from engine.transcripts.treatment import Treatment
from engine.types import MarkSource, Word

LOOKAHEAD = 60  # units without a mark: a longer stretch is unpunctuated, not a long sentence
_TITLE_WORDS = 6
_FEWEST_WORDS = 12  # in a text without any mark; a heading has fewer
_SAMPLE_SLOTS = 4000
_MARKS_A_WORD = 0.02  # least share of marked words in a text that has marks
_CAPITALS_A_WORD = 0.01
_MARKED_LINES = 0.5
_MOST_CAPITALS_A_WORD = 0.6
_PLAIN = re.compile(r"[\"'”’»)\]}*_~」』）]*[,.?!，。？！、]?[\"'”’»)\]}*_~」』）]*")
_OPENING = re.compile(r"[\"'“‘«「『]")
_ABBREVIATION_LETTERS = 4
_PRONOUN = re.compile(r"i(?:['’](?:m|d|ll|ve))?")
_ENDS = re.compile(r"[?!。？！]|(?<!\.)\.(?!\.)")
_ABBREVIATION = re.compile(
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|approx|"
    r"dept|est|etc|inc|ltd|corp?|jr|sr|vol|figs?|pp|al|eds?|ext|govt|ave|blvd|rd|sgt|rev|hon|"
    r"mt|messrs|mme|c[fa]|resp|incl|excl|min|max|avg|tel|op|assn|bros|ft|oz|lbs?|sq|vs|st|mrs?|ms|"
    r"dr|prof|gen|sen|rep|gov|lt|col|capt|ph|\w|\d+|.*\w\..*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Habits:
    """What the marks and capitals of a whole text mean.

    Attributes:
        is_marked: It has marks; without, even short lines count as unpunctuated.
        is_cased: It has both capitals and small letters.
        marks_lines: Most of its lines end with a mark, so one without is a heading.
        names: Lower-case forms of words that are capitalised within its sentences.
    """

    is_marked: bool
    is_cased: bool
    marks_lines: bool = False
    names: frozenset[str] = frozenset()

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Habits:
        """Look at the first few thousand words."""
        sample: list[SpokenWord] = []
        lines = marked_lines = 0
        for part in parts:
            if isinstance(part, SpokenWord):
                sample.append(part)
            elif part is PassageBreak.LINE and sample:
                lines += 1
                marked_lines += _is_marked(sample[-1])
            if len(sample) == _SAMPLE_SLOTS:
                break
        lettered = [
            said.word for said in sample if said.word.core.upper() != said.word.core.lower()
        ]
        capitals = sum(word.case is not Case.LOWER for word in lettered if word.core != "I")
        share = capitals / max(1, len(lettered))
        inside = [two for one, two in pairwise(sample) if not one.word.mark.ends_sentence]
        of_case = Counter((spoken(said), said.word.case) for said in inside)
        names = {word for word, case in of_case if case is Case.CAPITALISED}
        return cls(
            is_marked=sum(map(_is_marked, sample)) > _MARKS_A_WORD * len(sample),
            is_cased=_CAPITALS_A_WORD < share < _MOST_CAPITALS_A_WORD,
            marks_lines=marked_lines > _MARKED_LINES * lines,
            names=frozenset(name for name in names if not of_case[name, Case.LOWER]),
        )


@dataclass(frozen=True, slots=True)
class SourceWord:
    """A word as in the file and as given to the punctuator, and what of it must not change."""

    said: SpokenWord
    word: Word
    keeps_core: bool = False
    keeps_signs: bool = False


class ExistingMarksReader:
    """Reads the words of a document in order."""

    def __init__(self, habits: Habits, treatment: Treatment, *, is_turn: bool) -> None:
        """Start a document; `is_turn`: somebody says it, so it is not a heading."""
        self._habits = habits
        self._adds = treatment is Treatment.ONLY_ADD
        self._is_turn = is_turn
        self._before: SourceWord | None = None
        self._unmarked = 0  # words since the last mark
        self._words = 0
        self._has_marks = False

    def read(
        self, words: Sequence[SpokenWord], line_ends: AbstractSet[int], *, is_end: bool
    ) -> list[SourceWord]:
        """Return what the source wrote for the first of `words`, continuing where it left off.

        Args:
            words: The next words.
            line_ends: Indexes of words that end a line.
            is_end: No words follow; otherwise the last `LOOKAHEAD` are left for later.
        """
        count = len(words) if is_end else max(0, len(words) - LOOKAHEAD)
        self._has_marks |= any(map(_is_marked, words))
        total = self._words + len(words)
        is_heading = is_end and self._is_heading(total)
        bare = self._bare(words, is_bare=not self._has_marks and is_end and not is_heading)
        read: list[SourceWord] = []
        for at, said in enumerate(words[:count]):
            following = words[at + 1] if at + 1 < len(words) else None
            is_last = is_end and at + 1 == len(words)
            mark, stays = self._mark(said, following, is_bare=bare[at])
            is_set = at in line_ends and said.end_s is None and self._is_set(mark, following)
            if is_set or (
                is_last and (is_heading or mark is Mark.COMMA or self._is_title(words, line_ends))
            ):
                stays = True
            self._before = self._source_word(said, mark, keeps_mark=stays, is_bare=bare[at])
            read.append(self._before)
            self._unmarked = 0 if _is_marked(said) else self._unmarked + 1
        self._words += count
        return read

    def _is_set(self, mark: Mark | None, following: SpokenWord | None) -> bool:
        """Whether a line is a heading without a mark, or was ended on purpose."""
        if mark is Mark.NONE:
            return following is not None and self._has_case(following) and not _is_small(following)
        return mark is not None and self._habits.marks_lines

    def _is_title(self, words: Sequence[SpokenWord], line_ends: AbstractSet[int]) -> bool:
        """Whether the last line, after one that ended, is a heading for what comes next."""
        before = max((at for at in line_ends if at < len(words) - 1), default=-1)
        line = words[before + 1 :]
        is_bare = not any(map(_is_marked, line)) and self._has_case(line[0])
        is_short = len(line) <= _TITLE_WORDS and not _is_small(line[0])
        return before >= 0 and _is_marked(words[before]) and is_bare and is_short

    def _is_heading(self, words: int) -> bool:
        return self._habits.is_marked and not self._is_turn and words < _FEWEST_WORDS

    def _bare(self, words: Sequence[SpokenWord], *, is_bare: bool) -> list[bool]:
        """Return for each word whether it is in a stretch without marks."""
        bare: list[bool] = []
        unmarked = self._unmarked
        for at, said in enumerate((*words, None)):
            if said is None or _is_marked(said):
                run_is_bare = is_bare or not self._habits.is_marked or unmarked >= LOOKAHEAD
                bare += [run_is_bare] * (at + 1 - len(bare))
                unmarked = 0
            else:
                unmarked += 1
        return bare

    def _source_word(
        self, said: SpokenWord, mark: Mark | None, *, keeps_mark: bool, is_bare: bool
    ) -> SourceWord:
        before, case = self._before, said.word.case
        begins = before is None or before.said.word.mark.ends_sentence
        is_shaped = self._habits.is_cased and case in {Case.UPPER, Case.MIXED}
        is_quoted = case is Case.CAPITALISED and _OPENING.search(said.lead) is not None
        is_small = before is None and case is Case.LOWER and self._has_case(said) and not is_bare
        stands_before = before is not None and (
            before.keeps_signs or before.word.mark_source is MarkSource.CERTAIN
        )
        word = Word(
            spoken(said),
            said.start_s,
            said.end_s,
            said.confidence,
            source_mark=mark,
            source_case=None if is_quoted else self._case(said, begins=begins, is_bare=is_bare),
            mark_source=MarkSource.CERTAIN if keeps_mark else MarkSource.TRANSCRIPT,
        )
        return SourceWord(
            said,
            word,
            keeps_core=is_shaped
            or is_quoted
            or (self._has_case(said) and (is_small or stands_before) and not _is_pronoun(said))
            or (self._adds and case is not Case.LOWER),
            keeps_signs=_is_marked(said) and (keeps_mark or _is_spelt_with_dot(said)),
        )

    def _has_case(self, said: SpokenWord) -> bool:
        return self._habits.is_cased and not is_cjk(said.word.core)

    def _mark(
        self, said: SpokenWord, following: SpokenWord | None, *, is_bare: bool
    ) -> tuple[Mark | None, bool]:
        """Return the word's mark, None if unknown, and whether it must stay."""
        mark = said.word.mark
        continues = following is not None and self._has_case(following) and _is_small(following)
        if not _is_marked(said):
            is_open = is_bare or (self._adds and not continues)
            return (None if is_open else mark), False
        if not said.mark_follows and not _PLAIN.fullmatch(said.trail):  # ; : — … ?!
            begins = following is not None and self._has_case(following) and not continues
            ends = begins or (not continues and _ENDS.search(said.trail) is not None)
            return (Mark.PERIOD if ends else Mark.COMMA), True
        if mark is not Mark.PERIOD and mark.ends_sentence and continues:  # (really?) that
            return Mark.COMMA, True
        if _is_spelt_with_dot(said) or (_is_short(said) and _is_number(following)):
            if continues or _is_number(following):
                return Mark.COMMA, True
            return (mark if _is_number(said) else None), False
        is_set = (
            bool(said.word.suffix) and mark.ends_sentence
        )  # before a bracket or a quotation mark
        return mark, is_set or self._adds

    def _case(self, said: SpokenWord, *, begins: bool, is_bare: bool) -> Case | None:
        case = said.word.case
        if not self._has_case(said):
            return None
        if case is Case.LOWER:
            is_open = is_bare and not _is_spelt_with_dot(said)
            return None if is_open else case
        return case if not begins or spoken(said) in self._habits.names else None


def _is_marked(said: SpokenWord) -> bool:
    return said.word.mark is not Mark.NONE


def _is_small(said: SpokenWord) -> bool:
    return said.word.core[:1].islower()


def _is_short(said: SpokenWord) -> bool:
    return len(said.word.core) <= _ABBREVIATION_LETTERS and said.word.mark is Mark.PERIOD


def _is_number(said: SpokenWord | None) -> bool:
    return said is not None and said.word.core[:1].isdigit()


def _is_pronoun(said: SpokenWord) -> bool:
    """Whether it is `i` or `i'm`, which are always capitalised."""
    return _PRONOUN.fullmatch(said.word.core) is not None and not _is_spelt_with_dot(said)


def _is_spelt_with_dot(said: SpokenWord) -> bool:
    """Whether it is `No.`, `J.`, `3.` or the like, whose dot may not be a mark."""
    core = said.word.core
    is_short = _ABBREVIATION.fullmatch(core) is not None and not is_cjk(core)
    return is_short and said.trail.startswith(".")


def spoken(said: SpokenWord) -> str:
    """Return the word as a recogniser would return it: lower case, without marks."""
    return straightened(said.word.core).lower()
