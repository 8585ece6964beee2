"""Sends a transcript's words through a punctuator and writes them back into their places."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.punctuation.labels import Case, Mark
from engine.text.language_check import is_known
from engine.text.marked_text import straightened
from engine.text.scripts import WIDE_CLOSING, is_cjk
from engine.text.unit_words import unit_words
from engine.transcripts.heard import LOOKAHEAD, Habits, Heard, HeardReader, ends_line, spoken
from engine.transcripts.inspection import passages
from engine.transcripts.transcript import (
    DocumentBreak,
    Joint,
    Literal,
    Part,
    Slot,
    Transcript,
    Turn,
)
from engine.transcripts.treatment import Treatment
from engine.types import Hypothesis, Stage, Update, Word

PunctuatorFactory = Callable[[], Stage[Hypothesis, Update]]
_WORDS_A_PUSH = 100
_HALF_WIDTH_MARKS = ",.?!"
_FULL_WIDTH_MARKS = "，。？！、"  # as wide as the space that a half-width mark needs
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
    observe: Callable[[Part, str], None] | None = None,
) -> Iterator[str]:
    """Yield the transcript's new text, piece by piece, in the format of its file.

    Args:
        transcript: what was read.
        punctuator_factory: makes a punctuator for each document.
        treatment: what becomes of the marks and capitals that are there.
        languages: passages that are in none of these stay as they are; empty for none.
        observe: is told every part with its new text, in order.

    Raises:
        TranscriptFormatError: the file went away or changed while it was read.
    """
    heard = None if treatment is Treatment.FROM_SCRATCH else Habits.of(transcript.parts())
    begin = partial(_Document, punctuator_factory, treatment, heard)
    filled = _filled(transcript.parts(), begin, languages)
    return transcript.render(_observed(filled, observe) if observe else filled)


def _observed(
    filled: Iterable[tuple[Part, str]], observe: Callable[[Part, str], None]
) -> Iterator[tuple[Part, str]]:
    for part, text in filled:
        observe(part, text)
        yield part, text


def _filled(
    parts: Iterable[Part], begin: Callable[..., _Document], languages: Sequence[str]
) -> Iterator[tuple[Part, str]]:
    document = begin(is_turn=False)
    for passage, language in passages(parts) if languages else ((parts, ""),):
        stays = not is_known(language, languages)
        if stays:
            yield from document.end()
            document = begin(is_turn=False)
        for part in passage:
            if stays:
                yield part, _source_text(part)
            elif isinstance(part, DocumentBreak | Turn):
                yield from document.end()
                document = begin(is_turn=isinstance(part, Turn))
                yield part, part.text
            else:
                yield from document.add(part)
    yield from document.end()


def _source_text(part: Part) -> str:
    match part:
        case Slot(written=text) | DocumentBreak(text) | Turn(text=text):
            return text
        case Literal():
            return part.source_text
        case _:
            return ""


class _Document:
    """The parts that wait for their words to be committed, in order.

    A punctuator is made when the first word comes.
    """

    def __init__(
        self,
        punctuator_factory: PunctuatorFactory,
        treatment: Treatment,
        habits: Habits | None,
        *,
        is_turn: bool,
    ) -> None:
        """Begin a document; without `habits` marks and capitals are ignored."""
        self._make = punctuator_factory
        self._reader = HeardReader(habits, treatment, is_turn=is_turn) if habits else None
        self._punctuator: Stage[Hypothesis, Update] | None = None
        self._slots: list[Slot] = []  # not pushed yet
        self._line_ends: set[int] = set()  # places among them
        self._heard: deque[Heard] = deque()
        self._waiting: deque[Part] = deque()
        self._before: Filled | None = None

    def add(self, part: Part) -> Iterator[tuple[Part, str]]:
        self._waiting.append(part)
        if isinstance(part, Slot):
            self._slots.append(part)
        elif ends_line(part):
            self._line_ends.add(len(self._slots) - 1)
        if len(self._slots) >= _WORDS_A_PUSH + LOOKAHEAD:
            yield from self._push(is_last=False)
        yield from self._up_to_next_slot()

    def end(self) -> Iterator[tuple[Part, str]]:
        yield from self._push(is_last=True)
        if self._punctuator:
            yield from self._take(self._punctuator.flush())
        yield from self._up_to_next_slot()
        if self._waiting:
            raise RuntimeError("the punctuator has lost words")

    def _push(self, *, is_last: bool) -> Iterator[tuple[Part, str]]:
        """Hand the words on as a segment: its end makes a punctuator work; the last is flushed."""
        if not self._slots:
            return
        self._punctuator = self._punctuator or self._make()
        heard = self._read(is_end=is_last)
        del self._slots[: len(heard)]
        self._line_ends = {at - len(heard) for at in self._line_ends if at >= len(heard)}
        self._heard.extend(heard)
        words = unit_words(tuple(one.word for one in heard))
        hypothesis = Hypothesis(words, is_final=True, ends_segment=not is_last)
        yield from self._take(self._punctuator.push(hypothesis))

    def _read(self, *, is_end: bool) -> list[Heard]:
        if self._reader is not None:
            return self._reader.read(self._slots, self._line_ends, is_end=is_end)
        times = ((slot.start_s, slot.end_s, slot.confidence) for slot in self._slots)
        words = (Word(spoken(slot), *at) for slot, at in zip(self._slots, times, strict=True))
        return list(map(Heard, self._slots, words))

    def _take(self, updates: Iterable[Update]) -> Iterator[tuple[Part, str]]:
        for update in updates:
            for sentence in update.sentences:
                for surface in sentence.surfaces:
                    yield from self._up_to_next_slot()
                    yield self._filled_slot(surface)

    def _filled_slot(self, surface: str) -> tuple[Part, str]:
        if not self._waiting or not self._heard or self._waiting[0] is not self._heard[0].slot:
            raise RuntimeError("the punctuator has made words up")
        self._waiting.popleft()
        heard = self._heard.popleft()
        if self._reader is None:
            self._before = Filled(heard.slot, fill(heard.slot, surface))
        else:
            self._before = repaired(heard, surface)
        return heard.slot, self._before.text

    def _up_to_next_slot(self) -> Iterator[tuple[Part, str]]:
        while self._waiting and not isinstance(self._waiting[0], Slot):
            part = self._waiting.popleft()
            yield part, self._text_of(part)

    def _text_of(self, part: Part) -> str:
        if isinstance(part, Joint):
            return self._space_at(part)
        if not isinstance(part, Literal):
            return ""
        keeps_signs = self._before is not None and self._before.keeps_signs
        text = part.source_text if keeps_signs else part.text
        is_superfluous = text == " " and self._new_sign() in _FULL_WIDTH_MARKS
        return "" if is_superfluous else text

    def _space_at(self, joint: Joint) -> str:
        is_marked = joint.mark_is_free and self._new_sign() in _HALF_WIDTH_MARKS
        return " " if is_marked or (joint.parts_words and self._last_sign().isalnum()) else ""

    def _new_sign(self) -> str:
        """Return the last sign behind the word before, " " where it was there already."""
        last = self._last_sign()
        is_new = self._before is not None and not self._before.slot.written.endswith(last)
        return last if is_new else " "

    def _last_sign(self) -> str:
        return self._before.text[-1:] if self._before else ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot with its new text; `keeps_signs`: what stands behind the word is the source's."""

    slot: Slot
    text: str
    keeps_signs: bool = False


def repaired(heard: Heard, surface: str) -> Filled:
    """Fill a slot; what the punctuator has confirmed stays as it is written here."""
    slot = heard.slot
    cased, mark = _taken_apart(surface, heard.word.text)
    core = slot.word.core
    if not (heard.keeps_core or (slot.word.case is Case.CAPITALISED and cased[:1].isupper())):
        core = _recased(core, cased)
    if heard.keeps_signs or _MARK_OF.get(mark, Mark.NONE) is slot.word.mark:
        return Filled(slot, slot.lead + core + slot.trail, keeps_signs=True)
    return Filled(slot, slot.lead + core + _with_mark(slot, mark))


def fill(slot: Slot, surface: str) -> str:
    """Return a punctuator's surface as it is written here, with quotation marks and brackets."""
    cased, mark = _taken_apart(surface, spoken(slot))
    word = slot.word
    return word.prefix + _recased(word.core, cased) + _with_mark(slot, mark)


def _taken_apart(surface: str, pushed: str) -> tuple[str, str]:
    if surface[: len(pushed)].lower() == pushed:
        return surface[: len(pushed)], surface[len(pushed) :]
    cased = surface.rstrip(_MARKS)
    return cased, surface[len(cased) :]


def _recased(core: str, cased: str) -> str:
    """Take the case of `cased`; a word is never changed in anything but its case."""
    if len(cased) != len(core):
        return core
    is_address = "://" in core or "@" in core
    is_other = is_address or straightened(cased).lower() != straightened(core).lower()
    if is_other and not is_cjk(core):  # of a character, it is the other script's form
        return core
    return "".join(n if n.isalpha() else old for old, n in zip(core, cased, strict=True))


def _with_mark(slot: Slot, mark: str) -> str:
    """Put the mark before closing quotation marks and behind closing brackets."""
    suffix = slot.word.suffix
    behind = 1 + max((i for i, s in enumerate(suffix) if s in _STAND_BEFORE_MARKS), default=-1)
    if behind == 0 and _is_apostrophe(slot):
        behind = 1
    if mark in {"，", "、"}:  # 「甲」、「乙」
        behind = max(behind, len(suffix) - len(suffix.lstrip(WIDE_CLOSING)))
    if mark == "." and (slot.word.core + suffix[:behind]).endswith("."):
        mark = ""
    return suffix[:behind] + mark + suffix[behind:]


def _is_apostrophe(slot: Slot) -> bool:
    """True for the sign of `the dogs'` and `goin'`, which no quotation mark opened."""
    opened = any(sign in "'‘’" for sign in slot.word.prefix)
    ending = slot.word.core.lower().endswith(("s", "in"))
    return slot.word.suffix[:1] in _APOSTROPHES and ending and not opened
