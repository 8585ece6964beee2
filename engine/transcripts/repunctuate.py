"""Sends a transcript's words through a punctuator and writes them back into their places."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from engine.transcripts.collecting import Collector, listened
from engine.transcripts.filling import KeepingFill, fill, spoken
from engine.transcripts.transcript import DocumentBreak, Joint, Literal, Part, Slot, Transcript
from engine.types import Hypothesis, Stage, Update, Word

PunctuatorFactory = Callable[[], Stage[Hypothesis, Update]]
_WORDS_A_PUSH = 100
_HALF_WIDTH_MARKS = ",.?!"
_FULL_WIDTH_MARKS = "，。？！、"  # as wide as the space that a half-width mark needs


def repunctuate(
    transcript: Transcript,
    punctuator_factory: PunctuatorFactory,
    *,
    keep_marks: bool = False,
    collector: Collector | None = None,
) -> Iterator[str]:
    """Yield the transcript's new text, piece by piece, in the format of its file.

    Args:
        transcript: what was read.
        punctuator_factory: makes a fresh punctuator for each document.
        keep_marks: marks and capitals that are there stay, the punctuator adds to them;
            otherwise they are ignored and restored from the words.
        collector: gets every part with its new text.

    Raises:
        TranscriptFormatError: the file went away or changed while it was read.
    """
    filled = _filled(transcript.parts(), punctuator_factory, keep_marks=keep_marks)
    return transcript.render(listened(filled, collector) if collector else filled)


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
            yield from self._push()
        yield from self._up_to_next_slot()

    def end(self) -> Iterator[tuple[Part, str]]:
        yield from self._push()
        if self._punctuator:
            yield from self._take(self._punctuator.flush())
        yield from self._up_to_next_slot()
        if self._waiting:
            raise RuntimeError("the punctuator has lost words")

    def _push(self) -> Iterator[tuple[Part, str]]:
        """Hand the words on as a segment: a punctuator works when a segment ends."""
        if not self._words:
            return
        self._punctuator = self._punctuator or self._make()
        hypothesis = Hypothesis(tuple(self._words), is_final=True, ends_segment=True)
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
