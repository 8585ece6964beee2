"""Sends a transcript's words through a punctuator, and returns changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby

from engine.punctuation.labels import Case, Mark
from engine.text.language_check import is_known
from engine.text.marked_text import straightened
from engine.text.scripts import WIDE_CLOSING, is_cjk
from engine.text.unit_words import unit_words
from engine.transcripts.existing_marks import (
    LOOKAHEAD,
    ExistingMarksReader,
    Habits,
    SourceWord,
    spoken,
)
from engine.transcripts.inspection import by_language
from engine.transcripts.passages import (
    Change,
    ChangedWord,
    Part,
    PassageBreak,
    SpokenWord,
    Turn,
    WordGap,
    replacement,
)
from engine.transcripts.transcript import Transcript
from engine.transcripts.treatment import Treatment
from engine.types import Hypothesis, Stage, Update, Word

PunctuatorFactory = Callable[[], Stage[Hypothesis, Update]]
_WORDS_A_PUSH = 100
_HALF_WIDTH_MARKS = ",.?!"
_FULL_WIDTH_MARKS = "，。？！、"  # as wide as the space a half-width mark needs
_MARKS = "".join(mark.text + mark.wide_text for mark in Mark)
_STAND_BEFORE_MARKS = frozenset(")]}>*_~.）〕］｝】〗》〉·・‧～")
_APOSTROPHES = frozenset({"'", "’"})
_MARK_OF = {text: mark for mark in Mark for text in (mark.text, mark.wide_text)}


def repunctuate(
    transcript: Transcript,
    punctuator_factory: PunctuatorFactory,
    *,
    treatment: Treatment = Treatment.REPAIR,
    languages: Sequence[str] = (),
) -> Iterator[ChangedWord]:
    """Yield each word of a transcript with the changes to it and to what follows it.

    Args:
        transcript: The transcript.
        punctuator_factory: Makes a punctuator for each document.
        treatment: What to do with existing marks and capitals.
        languages: Stretches in other languages stay as they are; empty changes all.
    """
    habits = None if treatment is Treatment.FROM_SCRATCH else Habits.of(transcript.parts())
    begin = partial(_Document, punctuator_factory, treatment, habits)
    parts = transcript.parts()
    document = begin(is_turn=False)
    for stretch, language in by_language(parts) if languages else ((parts, ""),):
        stays = not is_known(language, languages)
        if stays:
            yield from document.end()
            document = begin(is_turn=False)
        for part in stretch:
            if stays:
                yield from [(part, ())] if isinstance(part, SpokenWord) else []
            elif part is PassageBreak.DOCUMENT or isinstance(part, Turn):
                yield from document.end()
                document = begin(is_turn=isinstance(part, Turn))
            else:
                yield from document.add(part)
    yield from document.end()


def changes_of(rewritten: Iterable[ChangedWord]) -> Iterator[Change]:
    """Yield only the changes."""
    return (change for _, changes in rewritten for change in changes)


class _Document:
    """Words waiting to be committed, in order; the first one creates the punctuator."""

    def __init__(
        self,
        punctuator_factory: PunctuatorFactory,
        treatment: Treatment,
        habits: Habits | None,
        *,
        is_turn: bool,
    ) -> None:
        """Start a document; without `habits`, marks and capitals are ignored."""
        self._make = punctuator_factory
        self._reader = ExistingMarksReader(habits, treatment, is_turn=is_turn) if habits else None
        self._punctuator: Stage[Hypothesis, Update] | None = None
        self._words: list[SpokenWord] = []  # not pushed yet
        self._line_ends: set[int] = set()  # indexes into them
        self._waiting: deque[SourceWord] = deque()
        self._gaps: deque[list[WordGap]] = deque()  # after each waiting word

    def add(self, part: Part) -> Iterator[ChangedWord]:
        if isinstance(part, SpokenWord):
            self._words.append(part)
            self._gaps.append([])
            if len(self._words) >= _WORDS_A_PUSH + LOOKAHEAD:
                yield from self._push(is_last=False)
        elif isinstance(part, WordGap):
            if self._gaps:
                self._gaps[-1].append(part)
        else:
            self._line_ends.add(len(self._words) - 1)

    def end(self) -> Iterator[ChangedWord]:
        yield from self._push(is_last=True)
        if self._punctuator:
            yield from self._take(self._punctuator.flush())
        if self._gaps:
            raise RuntimeError("the punctuator has lost words")

    def _push(self, *, is_last: bool) -> Iterator[ChangedWord]:
        """Push the words as a segment, whose end makes a punctuator work; the last is flushed."""
        if not self._words:
            return
        self._punctuator = self._punctuator or self._make()
        source = self._read(is_end=is_last)
        del self._words[: len(source)]
        self._line_ends = {at - len(source) for at in self._line_ends if at >= len(source)}
        self._waiting.extend(source)
        words = unit_words(tuple(one.word for one in source))
        hypothesis = Hypothesis(words, is_final=True, ends_segment=not is_last)
        yield from self._take(self._punctuator.push(hypothesis))

    def _read(self, *, is_end: bool) -> list[SourceWord]:
        if self._reader is not None:
            return self._reader.read(self._words, self._line_ends, is_end=is_end)
        return [
            SourceWord(it, Word(spoken(it), it.start_s, it.end_s, it.confidence))
            for it in self._words
        ]

    def _take(self, updates: Iterable[Update]) -> Iterator[ChangedWord]:
        for update in updates:
            for sentence in update.sentences:
                for surface in sentence.surfaces:
                    if not self._waiting:
                        raise RuntimeError("the punctuator has made words up")
                    source = self._waiting.popleft()
                    filled = (
                        repaired(source, surface) if self._reader else fill(source.said, surface)
                    )
                    gaps = (filled.gap(gap) for gap in self._gaps.popleft())
                    yield source.said, tuple(chain(filled.changes(), *gaps))


@dataclass(frozen=True, slots=True)
class Filled:
    """A word with its new spelling; `keeps_signs`: what follows it stays as in the source."""

    said: SpokenWord
    lead: str
    core: str
    trail: str
    keeps_signs: bool = False

    def changes(self) -> Iterator[Change]:
        """Yield the changes to the signs before the word, its letters, and the signs after it."""
        old, start = self.said, self.said.start
        yield from replacement(start, old.lead, self.lead)
        start += len(old.lead)
        pairs = zip(old.word.core, self.core, strict=True)
        for is_same, run in groupby(enumerate(pairs), key=lambda it: it[1][0] == it[1][1]):
            if not is_same:
                letters = list(run)
                new = "".join(pair[1] for _, pair in letters)
                yield Change(start + letters[0][0], start + letters[-1][0] + 1, new)
        yield from replacement(start + len(self.core), old.trail, self.trail)

    def gap(self, gap: WordGap) -> Iterator[Change]:
        """Yield the changes to what follows the word."""
        sign = self._last_sign
        new_sign = " " if self.said.written.endswith(sign) else sign
        if gap.is_joint:
            is_marked = gap.mark_is_free and new_sign in _HALF_WIDTH_MARKS
            new = " " if is_marked or (gap.parts_words and sign.isalnum()) else ""
        else:
            new = gap.written if self.keeps_signs else gap.new
            if new == " " and new_sign in _FULL_WIDTH_MARKS:
                new = ""
        yield from replacement(gap.start, gap.written, new)

    @property
    def _last_sign(self) -> str:
        return (self.lead + self.core + self.trail)[-1]


def repaired(source: SourceWord, surface: str) -> Filled:
    """Spell a word anew, keeping what the punctuator confirmed as it is written."""
    said = source.said
    cased, mark = _taken_apart(surface, source.word.text)
    core = said.word.core
    if not (source.keeps_core or (said.word.case is Case.CAPITALISED and cased[:1].isupper())):
        core = _recased(core, cased)
    if source.keeps_signs or _MARK_OF.get(mark, Mark.NONE) is said.word.mark:
        return Filled(said, said.lead, core, said.trail, keeps_signs=True)
    return Filled(said, said.lead, core, _with_mark(said, mark))


def fill(said: SpokenWord, surface: str) -> Filled:
    """Spell a word as the punctuator has it, with the quotation marks and brackets it has here."""
    cased, mark = _taken_apart(surface, spoken(said))
    word = said.word
    return Filled(said, word.prefix, _recased(word.core, cased), _with_mark(said, mark))


def _taken_apart(surface: str, pushed: str) -> tuple[str, str]:
    if surface[: len(pushed)].lower() == pushed:
        return surface[: len(pushed)], surface[len(pushed) :]
    cased = surface.rstrip(_MARKS)
    return cased, surface[len(cased) :]


def _recased(core: str, cased: str) -> str:
    """Take the case of `cased`; nothing else of a word ever changes."""
    if len(cased) != len(core):
        return core
    is_address = "://" in core or "@" in core
    is_other = is_address or straightened(cased).lower() != straightened(core).lower()
    if is_other and not is_cjk(core):  # a character may be the other script's form
        return core
    return "".join(n if n.isalpha() else old for old, n in zip(core, cased, strict=True))


def _with_mark(said: SpokenWord, mark: str) -> str:
    """Put the mark before closing quotation marks and after closing brackets."""
    suffix = said.word.suffix
    after = 1 + max((i for i, s in enumerate(suffix) if s in _STAND_BEFORE_MARKS), default=-1)
    if after == 0 and _is_apostrophe(said):
        after = 1
    if mark in {"，", "、"}:  # 「甲」、「乙」
        after = max(after, len(suffix) - len(suffix.lstrip(WIDE_CLOSING)))
    if mark == "." and (said.word.core + suffix[:after]).endswith("."):
        mark = ""
    return suffix[:after] + mark + suffix[after:]


def _is_apostrophe(said: SpokenWord) -> bool:
    """Whether it is the sign of `the dogs'` or `goin'`, without an opening quotation mark."""
    opened = any(sign in "'‘’" for sign in said.word.prefix)
    ending = said.word.core.lower().endswith(("s", "in"))
    return said.word.suffix[:1] in _APOSTROPHES and ending and not opened
