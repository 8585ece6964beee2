"""Changes of the text, with the spoken words that they touch, and those that can be taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.document.word_span import WordSpan

_MOST_STEPS = 1_000  # an hour of speech: each holds the places of its words


@dataclass(frozen=True, slots=True)
class Edit:
    """`removed` at `place` became `added`; the words' places count from the text's beginning.

    Attributes:
        place: in UTF-16 code units, as everywhere in this package.
        removed: what stood there.
        added: what stands there now.
        removed_words: the spoken words that it touches, as they were.
        added_words: those that are there instead: new ones, and what is left of touched ones.
    """

    place: int
    removed: str
    added: str
    removed_words: tuple[WordSpan, ...] = ()
    added_words: tuple[WordSpan, ...] = ()

    @property
    def inverse(self) -> Edit:
        return Edit(self.place, self.added, self.removed, self.added_words, self.removed_words)

    @property
    def end(self) -> int:
        """Where what is removed ends."""
        return self.place + len(self.removed)

    @property
    def growth(self) -> int:
        return len(self.added) - len(self.removed)

    def moved(self, by: int) -> Edit:
        return Edit(
            self.place + by,
            self.removed,
            self.added,
            tuple(word.moved(by) for word in self.removed_words),
            tuple(word.moved(by) for word in self.added_words),
        )


def exact(place: int, removed: str, added: str) -> tuple[int, str, str]:
    """Leave out what an edit takes away only to put it back; never half a surrogate pair."""
    shortest = min(len(removed), len(added))
    head = 0
    while head < shortest and removed[head] == added[head]:
        head += 1
    if head and "\ud800" <= removed[head - 1] <= "\udbff":
        head -= 1
    tail = 0
    while tail < shortest - head and removed[-1 - tail] == added[-1 - tail]:
        tail += 1
    if tail and "\udc00" <= removed[-tail] <= "\udfff":
        tail -= 1
    return place + head, removed[head : len(removed) - tail], added[head : len(added) - tail]


Step = tuple[Edit, ...]  # done and undone together; in order of place, each as in the text before


def inverse(step: Step) -> Step:
    """Return what takes a step back."""
    edits, shift = [], 0
    for edit in step:
        edits.append((edit.moved(shift) if shift else edit).inverse)
        shift += edit.growth
    return tuple(edits)


def written(units: str, step: Step) -> str:
    """Return a text as it is after a step."""
    pieces, end = [], 0
    for edit in step:
        pieces += [units[end : edit.place], edit.added]
        end = edit.end
    return "".join((*pieces, units[end:]))


def place_after(place: int, step: Step) -> int:
    """Return where a place of the text is after a step: behind what was put there."""
    for edit in reversed(step):
        if place >= edit.end:
            place += edit.growth
        elif place > edit.place:
            place = edit.place + len(edit.added)
    return place


def as_one(units: str, step: Step) -> Edit:
    """Return a step in one edit, without its words; `units` are the text before it."""
    if len(step) == 1:
        return step[0]
    start, end = step[0].place, step[-1].end
    removed = units[start:end]
    moved = tuple(Edit(edit.place - start, edit.removed, edit.added) for edit in step)
    return Edit(start, removed, written(removed, moved))


@dataclass(frozen=True, slots=True)
class Done:
    """A step, and whether a person did it by hand."""

    step: Step
    is_typed: bool


@dataclass(slots=True)
class Undone:
    """A step that was undone; the last of them applies to the text as it is.

    Attributes:
        done: the step.
        inserted: where something was put into the text since then, and how much; the steps that
            were undone before it have not moved aside for that yet.
    """

    done: Done
    inserted: list[tuple[int, int]] = field(default_factory=list)


class UndoHistory:
    """The last thousand steps that were done, and the last thousand that were undone.

    An utterance is one step, typing one a word, replacing many stretches one too. What was undone
    last is redone first, until something is typed. Speech that arrives does not forbid redoing:
    the undone steps move aside for it.
    """

    def __init__(self) -> None:
        self._done: deque[Done] = deque(maxlen=_MOST_STEPS)
        self._undone: deque[Undone] = deque(maxlen=_MOST_STEPS)
        self._is_typing = False

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def add_spoken(self, edit: Edit, *, is_overtaken: bool = False) -> None:
        """Add an utterance; `is_overtaken`: somebody typed while it was being said.

        What was typed then is undone before it, unless one stands within the other.
        """
        self._move_undone([(edit.place, edit.growth)])
        typed: list[Done] = []
        while is_overtaken and self._done and self._done[-1].is_typed:
            both = _exchanged(self._done[-1].step, edit)
            if both is None:
                break
            edit, later = both
            typed.append(Done(later, is_typed=True))
            self._done.pop()
        self._is_typing = self._is_typing and bool(typed)
        self._done.append(Done((edit,), is_typed=False))
        self._done.extend(reversed(typed))

    def add_typed(self, *step: Edit) -> None:
        self._undone.clear()
        if self._is_typing and (both := _joined(self._done[-1].step, step)) is not None:
            self._done[-1] = Done(both, is_typed=True)
            return
        self._is_typing = _is_one_key(step)
        self._done.append(Done(step, is_typed=True))

    def end_step(self) -> None:
        self._is_typing = False

    def undo(self) -> Step:
        """Return what takes back the last step, nothing where there is none."""
        self._is_typing = False
        if not self._done:
            return ()
        done = self._done.pop()
        self._undone.append(Undone(done))
        return inverse(done.step)

    def redo(self) -> Step:
        self._is_typing = False
        if not self._undone:
            return ()
        redone = self._undone.pop()
        self._done.append(redone.done)
        self._move_undone(redone.inserted)
        return redone.done.step

    def _move_undone(self, inserted: Sequence[tuple[int, int]]) -> None:
        """Move the last undone step past insertions; forget all of them where one cuts it."""
        if not self._undone:
            return
        last = self._undone[-1]
        for place, length in inserted:
            beside = _moved_past(last.done.step, place, length)
            if beside is None:
                self._undone.clear()
                return
            last.inserted.append((_place_beside(place, last.done.step), length))
            last.done = replace(last.done, step=beside)

    def clear(self) -> None:
        self._done.clear()
        self._undone.clear()
        self._is_typing = False


def _is_one_key(step: Step) -> bool:
    keys = "".join(edit.added + edit.removed for edit in step)
    return len(keys) == 1 and keys != "\n"


def _joined(step: Step, new: Step) -> Step | None:
    """Return two strokes of typing as one step, None where they do not belong together."""
    (before, *_), (edit, *_) = step, new
    if not _is_one_key(new) or before.removed_words or edit.removed_words:
        return None
    if edit.added and not before.removed and edit.place == before.place + len(before.added):
        begins_word = before.added[-1].isspace() and not edit.added.isspace()
        return None if begins_word else (replace(before, added=before.added + edit.added),)
    if edit.removed and not before.added and edit.place == before.place - 1:  # backspace
        return (replace(before, place=edit.place, removed=edit.removed + before.removed),)
    if edit.removed and not before.added and edit.place == before.place:  # delete
        return (replace(before, removed=before.removed + edit.removed),)
    return None


def _exchanged(step: Step, inserted: Edit) -> tuple[Edit, Step] | None:
    """Return an insertion and the step before it in the other order, None where they touch."""
    back = inverse(step)
    place = _place_beside(inserted.place, back)
    moved = _moved_past(back, inserted.place, inserted.growth)
    words = (word for edit in step for word in edit.removed_words)
    if moved is None or any(word.start < place < word.end for word in words):
        return None
    return inserted.moved(place - inserted.place), inverse(moved)


def _moved_past(step: Step, place: int, length: int) -> Step | None:
    """Return a step as it is once something stands at a place; None where that cuts the step."""
    edits = []
    for edit in step:
        if any(word.start < place < word.end for word in edit.removed_words):
            return None
        if place <= edit.place:
            edits.append(edit.moved(length))
        elif place >= edit.end:
            edits.append(edit)
        else:
            return None
    return tuple(edits)


def _place_beside(place: int, step: Step) -> int:
    """Return where a place that a step does not cut is after it: before what is put there."""
    return place + sum(edit.growth for edit in step if place > edit.place)
