"""Changes of the text, with the spoken words that they touch, and those that can be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

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


class UndoHistory:
    """The last thousand steps that were done, and those of them that were undone.

    An utterance is one step, typing one a word. Speech that arrives does not forbid redoing: the
    undone steps move aside for it.
    """

    def __init__(self) -> None:
        self._done: deque[Edit] = deque(maxlen=_MOST_STEPS)
        self._undone: list[Edit] = []
        self._is_typing = False

    @property
    def can_undo(self) -> bool:
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def add_spoken(self, edit: Edit) -> None:
        self._undone = _past(self._undone, edit)
        self._is_typing = False
        self._done.append(edit)

    def add_typed(self, edit: Edit) -> None:
        self._undone.clear()
        if self._is_typing and (both := _joined(self._done[-1], edit)) is not None:
            self._done[-1] = both
            return
        self._is_typing = _is_one_key(edit)
        self._done.append(edit)

    def end_step(self) -> None:
        self._is_typing = False

    def undo(self) -> Edit | None:
        """Return the edit that takes back the last step, None where there is none."""
        self._is_typing = False
        if not self._done:
            return None
        self._undone.append(self._done.pop())
        return self._undone[-1].inverse

    def redo(self) -> Edit | None:
        self._is_typing = False
        if not self._undone:
            return None
        self._done.append(self._undone.pop())
        return self._done[-1]

    def clear(self) -> None:
        self._done.clear()
        self._undone.clear()
        self._is_typing = False


def _is_one_key(edit: Edit) -> bool:
    return len(edit.added) + len(edit.removed) == 1 and "\n" not in edit.added + edit.removed


def _joined(before: Edit, edit: Edit) -> Edit | None:
    """Return two strokes of typing as one edit, None where they do not belong together."""
    if not _is_one_key(edit) or before.removed_words or edit.removed_words:
        return None
    if edit.added and not before.removed and edit.place == before.place + len(before.added):
        begins_word = before.added[-1].isspace() and not edit.added.isspace()
        return None if begins_word else replace(before, added=before.added + edit.added)
    if edit.removed and not before.added and edit.place == before.place - 1:  # backspace
        return replace(before, place=edit.place, removed=edit.removed + before.removed)
    if edit.removed and not before.added and edit.place == before.place:  # delete
        return replace(before, removed=before.removed + edit.removed)
    return None


def _past(undone: list[Edit], inserted: Edit) -> list[Edit]:
    """Move undone steps past an insertion; forget those behind one that it cuts, or a word of it.

    The last of them applies to the text as it is, each one before to the text behind it.
    """
    place, moved = inserted.place, []
    for edit in reversed(undone):
        if any(word.start < place < word.end for word in edit.removed_words):
            break
        if place <= edit.place:
            moved.append(edit.moved(inserted.growth))
        elif place >= edit.place + len(edit.removed):
            moved.append(edit)
            place += edit.growth
        else:
            break
    return moved[::-1]
