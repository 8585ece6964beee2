"""What can be taken back: an utterance in one step, typing word by word."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from enum import Enum

from app.document.edit import Edit

_MOST_STEPS = 1_000  # an hour of speech: each holds the places of its words


class Source(Enum):
    """Whose edit it is."""

    PERSON = "person"
    VOICE = "voice"


class UndoHistory:
    """The last thousand steps that were done, and those of them that were undone.

    Speech that arrives does not forbid redoing: the undone steps move aside for it.
    """

    def __init__(self) -> None:
        self._done: deque[Edit] = deque(maxlen=_MOST_STEPS)
        self._undone: list[Edit] = []
        self._is_typing = False

    @property
    def can_undo(self) -> bool:
        """Whether anything is left to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether anything was undone."""
        return bool(self._undone)

    def add(self, edit: Edit, source: Source) -> None:
        """Remember an edit that was made."""
        if source is Source.VOICE:
            self._undone = _past(self._undone, edit)
            self._is_typing = False
        else:
            self._undone.clear()
            if self._is_typing and (both := _joined(self._done[-1], edit)) is not None:
                self._done[-1] = both
                return
            self._is_typing = _is_one_key(edit)
        self._done.append(edit)

    def end_step(self) -> None:
        """Let the next edit begin a step of its own."""
        self._is_typing = False

    def undo(self) -> Edit | None:
        """Return the edit that takes back the last step, None where there is none."""
        if not self._done:
            return None
        self._is_typing = False
        edit = self._done.pop()
        self._undone.append(edit)
        return edit.inverse

    def redo(self) -> Edit | None:
        """Return the edit that was undone last, None where there is none."""
        if not self._undone:
            return None
        self._is_typing = False
        edit = self._undone.pop()
        self._done.append(edit)
        return edit

    def clear(self) -> None:
        """Forget everything."""
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
