"""Edits of the text, with the spoken words they touch, and their undo history."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.document.word_span import WordSpan

_MOST_STEPS = 1_000  # an hour of speech: each step holds the places of its words


@dataclass(frozen=True, slots=True)
class Edit:
    """`removed` at `place` became `added`; the words' places count from the start of the text.

    Attributes:
        place: In UTF-16 code units, as everywhere in this package.
        removed: The text that was there.
        added: The text that is there now.
        removed_words: The spoken words it touches, as they were.
        added_words: The words that replace them: new ones, and what is left of touched ones.
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
        """Where the removed text ends."""
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
    """Trim from an edit what it removes only to put back; never split a surrogate pair."""
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


Step = tuple[Edit, ...]  # done and undone together; in text order, with places in the text before


def inverse(step: Step) -> Step:
    """Return the step that undoes a step."""
    edits, shift = [], 0
    for edit in step:
        edits.append((edit.moved(shift) if shift else edit).inverse)
        shift += edit.growth
    return tuple(edits)


def written(units: str, step: Step) -> str:
    """Return a text after a step."""
    pieces, end = [], 0
    for edit in step:
        pieces += [units[end : edit.place], edit.added]
        end = edit.end
    return "".join((*pieces, units[end:]))


def place_after(place: int, step: Step) -> int:
    """Return where a place is after a step: after what was inserted there."""
    for edit in reversed(step):
        if place >= edit.end:
            place += edit.growth
        elif place > edit.place:
            place = edit.place + len(edit.added)
    return place


def as_one(units: str, step: Step) -> Edit:
    """Return a step as one edit, without its words; `units` is the text before it."""
    if len(step) == 1:
        return step[0]
    start, end = step[0].place, step[-1].end
    removed = units[start:end]
    moved = tuple(Edit(edit.place - start, edit.removed, edit.added) for edit in step)
    return Edit(start, removed, written(removed, moved))


@dataclass(frozen=True, slots=True)
class Done:
    """A step, and whether a person typed it."""

    step: Step
    is_typed: bool


@dataclass(slots=True)
class Undone:
    """An undone step; the last of them applies to the text as it is.

    Attributes:
        done: The step.
        inserted: Place and length of each insertion since then, which steps undone before this one
            have not been shifted for yet.
    """

    done: Done
    inserted: list[tuple[int, int]] = field(default_factory=list)


class UndoHistory:
    """The last thousand steps done, and the last thousand undone.

    An utterance is one step, so is a typed word, or the replacement of many stretches. Redo is
    possible until something is typed. Speech does not prevent it: undone steps are shifted to make
    room.
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
        """Add an utterance; `is_overtaken` if somebody typed while it was being said.

        What was typed then is undone before it, unless one is inside the other.
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
        """Return the step that undoes the last one; empty if there is none."""
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
        """Shift the last undone step past insertions; forget all undone steps if one cuts it."""
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


def _is_one_key(step: Step) -> bool:
    keys = "".join(edit.added + edit.removed for edit in step)
    return len(keys) == 1 and keys != "\n"


def _joined(step: Step, new: Step) -> Step | None:
    """Return two keystrokes as one step; None if they do not belong together."""
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
    """Return an insertion and the step before it in reverse order; None if they touch."""
    back = inverse(step)
    place = _place_beside(inserted.place, back)
    moved = _moved_past(back, inserted.place, inserted.growth)
    words = (word for edit in step for word in edit.removed_words)
    if moved is None or any(word.start < place < word.end for word in words):
        return None
    return inserted.moved(place - inserted.place), inverse(moved)


def _moved_past(step: Step, place: int, length: int) -> Step | None:
    """Return a step after an insertion at `place`; None if that cuts the step."""
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
    """Return where a place that a step does not cut is after it: before what it inserts there."""
    return place + sum(edit.growth for edit in step if place > edit.place)
