"""Sends a transcript's words through a punctuator and writes them back into their places."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.punctuation.labels import SENTENCE_MARKS, Mark, capitalised
from engine.text.marked_text import straightened
from engine.text.scripts import WIDE_CLOSING, is_cjk
from engine.text.unit_words import unit_words
from engine.transcripts.transcript import DocumentBreak, Joint, Literal, Part, Slot, Transcript
from engine.types import Hypothesis, Stage, Update, Word

PunctuatorFactory = Callable[[], Stage[Hypothesis, Update]]
_WORDS_A_PUSH = 100
_HALF_WIDTH_MARKS = ",.?!"
_FULL_WIDTH_MARKS = "，。？！、"  # as wide as the space that a half-width mark needs
_MARKS = "".join(mark.text + mark.wide_text for mark in Mark)
_STAND_BEFORE_MARKS = frozenset(")]}>*_~.）〕］｝】〗》〉·・‧～")
_APOSTROPHES = frozenset({"'", "’"})
_ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I'll", "I've"})


def repunctuate(
    transcript: Transcript,
    punctuator_factory: PunctuatorFactory,
    *,
    keep_marks: bool = False,
    observe: Callable[[Part, str], None] | None = None,
) -> Iterator[str]:
    """Yield the transcript's new text, piece by piece, in the format of its file.

    Args:
        transcript: what was read.
        punctuator_factory: makes a punctuator for each document.
        keep_marks: marks and capitals that are there stay, the punctuator adds to them;
            otherwise they are ignored and restored from the words.
        observe: is told every part with its new text, in order.

    Raises:
        TranscriptFormatError: the file went away or changed while it was read.
    """
    filled = _filled(transcript.parts(), punctuator_factory, keep_marks=keep_marks)
    return transcript.render(_observed(filled, observe) if observe else filled)


def _observed(
    filled: Iterable[tuple[Part, str]], observe: Callable[[Part, str], None]
) -> Iterator[tuple[Part, str]]:
    for part, text in filled:
        observe(part, text)
        yield part, text


def _filled(
    parts: Iterable[Part], punctuator_factory: PunctuatorFactory, *, keep_marks: bool
) -> Iterator[tuple[Part, str]]:
    document = _Document(punctuator_factory, keep_marks=keep_marks)
    for part in parts:
        if isinstance(part, DocumentBreak):
            yield from document.end()
            document = _Document(punctuator_factory, keep_marks=keep_marks)
            yield part, part.text
        else:
            yield from document.add(part)
    yield from document.end()


class _Document:
    """The parts that wait for their words to be committed, in order.

    A punctuator is made when the first word comes.
    """

    def __init__(self, punctuator_factory: PunctuatorFactory, *, keep_marks: bool) -> None:
        self._make = punctuator_factory
        self._keep_marks = keep_marks
        self._fill = KeepingFill().fill if keep_marks else fill
        self._punctuator: Stage[Hypothesis, Update] | None = None
        self._words: list[Word] = []
        self._waiting: deque[Part] = deque()
        self._before: tuple[Slot, str] | None = None

    def add(self, part: Part) -> Iterator[tuple[Part, str]]:
        self._waiting.append(part)
        if isinstance(part, Slot):
            self._words.append(Word(spoken(part), part.start_s, part.end_s, part.confidence))
        if len(self._words) >= _WORDS_A_PUSH:
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
        if not self._words:
            return
        self._punctuator = self._punctuator or self._make()
        words = unit_words(tuple(self._words))
        hypothesis = Hypothesis(words, is_final=True, ends_segment=not is_last)
        self._words = []
        yield from self._take(self._punctuator.push(hypothesis))

    def _take(self, updates: Iterable[Update]) -> Iterator[tuple[Part, str]]:
        for update in updates:
            for sentence in update.sentences:
                for surface in sentence.surfaces:
                    yield from self._up_to_next_slot()
                    yield self._filled_slot(surface)

    def _filled_slot(self, surface: str) -> tuple[Part, str]:
        slot = self._waiting.popleft() if self._waiting else None
        if not isinstance(slot, Slot):
            raise RuntimeError("the punctuator has made words up")  # noqa: TRY004 - not a type
        self._before = slot, self._fill(slot, surface)
        return self._before

    def _up_to_next_slot(self) -> Iterator[tuple[Part, str]]:
        while self._waiting and not isinstance(self._waiting[0], Slot):
            part = self._waiting.popleft()
            yield part, self._text_of(part)

    def _text_of(self, part: Part) -> str:
        if isinstance(part, Joint):
            return self._space_at(part)
        if not isinstance(part, Literal):
            return ""
        text = part.source_text if self._keep_marks else part.text
        is_superfluous = text == " " and self._new_sign() in _FULL_WIDTH_MARKS
        return "" if is_superfluous else text

    def _space_at(self, joint: Joint) -> str:
        is_marked = joint.mark_is_free and self._new_sign() in _HALF_WIDTH_MARKS
        return " " if is_marked or (joint.parts_words and self._last_sign().isalnum()) else ""

    def _new_sign(self) -> str:
        """Return the last sign behind the word before, " " where it was there already."""
        last = self._last_sign()
        is_new = self._before is not None and not self._before[0].written.endswith(last)
        return last if is_new else " "

    def _last_sign(self) -> str:
        return self._before[1][-1:] if self._before else ""


def spoken(slot: Slot) -> str:
    """Return the word as a recogniser would give it: lower case, without marks."""
    return straightened(slot.word.core).lower()


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


@dataclass(slots=True)
class KeepingFill:
    """Fills slots in order and keeps the marks and the capitals that are there.

    A word behind a kept sentence mark is capitalised; one behind a kept comma that the
    punctuator took for a sentence's end is not.
    """

    _ended_here: bool = False
    _ended_in_surface: bool = False

    def fill(self, slot: Slot, surface: str) -> str:
        cased, mark = _taken_apart(surface, spoken(slot))
        text = self._cased(slot, _recased(slot.word.core, cased))
        carries = slot.word.mark is not Mark.NONE
        self._ended_in_surface = mark[-1:] in SENTENCE_MARKS if mark else False
        self._ended_here = _ends_sentence(slot) if carries else self._ended_in_surface
        if carries:
            return slot.lead + text + slot.trail
        return slot.lead + text + _with_mark(slot, mark)

    def _cased(self, slot: Slot, cased: str) -> str:
        core = slot.word.core
        if core != core.lower():
            return core
        if self._ended_here:
            return capitalised(cased)
        if self._ended_in_surface and straightened(cased) not in _ALWAYS_CAPITAL:
            return core
        return cased


def _ends_sentence(slot: Slot) -> bool:
    trails_off = "…" in slot.trail or ".." in slot.trail
    return slot.word.mark.ends_sentence and not trails_off
