"""The last sentence said: it stays open across a stop until somebody edits it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.document.edit import Edit, Step
from app.document.spoken_words import SpokenWords
from app.document.text import from_units

END_MARKS = ",.?!、，。？！"
# after a bracket, quotation mark or abbreviation ("U.S.") the last character is not just a mark
_NO_PLAIN_END = re.compile(r"[)\]}\"'”’»）」』】][,.?!、，。？！]?$|(?:[^\W\d_]\.){2,}$")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Position of a sentence in the text, [start, end), including its mark."""

    start: int
    end: int

    def after(self, step: Step) -> Stretch | None:
        """Return where it stands after a step, None if the step touches it."""
        if any(edit.place < self.end and edit.end > self.start for edit in step):
            return None
        growth = sum(edit.growth for edit in step if edit.end <= self.start)
        return Stretch(self.start + growth, self.end + growth)


class OpenSentence:
    """Tracks which sentence may still get another mark, and which one got one.

    Attributes:
        said: The last sentence of the current recording.
        open: The one before a stop or a long pause, which may go on.
        resumed: A sentence whose mark was changed because it went on, or did not.
        changed: That mark, before and after.
    """

    def __init__(self) -> None:
        self.said: Stretch | None = None
        self.open: Stretch | None = None
        self.resumed: Stretch | None = None
        self.changed = ("", "")

    def stop(self) -> None:
        """Leave the last sentence open."""
        self.open, self.said = self.said or self.open, None

    def close(self) -> None:
        self.said = self.open = self.resumed = None

    def follow(self, step: Step) -> None:
        """Follow a step; a sentence that it touches is the user's."""
        self.said, self.open, self.resumed = (
            None if one is None else one.after(step) for one in (self.said, self.open, self.resumed)
        )

    def before(self, units: str, place: int) -> Stretch | None:
        """Return the open sentence if there are only spaces between it and a place."""
        one = self.open
        if one is None or one.end > place or "\n" in units[one.end : place]:
            return None
        is_plain = _NO_PLAIN_END.search(from_units(units[one.start : one.end])) is None
        return one if is_plain and not units[one.end : place].strip() else None

    def continued_at(self, units: str, place: int) -> Stretch | None:
        """Return the sentence that got another mark and went on at a place."""
        one = self.resumed
        if one is None or one.end > place or units[one.end : place].strip(" "):
            return None
        return one


def mark_of(units: str, sentence: Stretch) -> str:
    """Return the mark at the end of a sentence, "" if it has none."""
    last = units[sentence.end - 1]
    return last if last in END_MARKS else ""


def mark_edit(units: str, words: SpokenWords, sentence: Stretch, mark: str) -> Edit:
    """Return the edit that changes a sentence's mark; its last word keeps its sound."""
    end, mark_now = sentence.end, mark_of(units, sentence)
    touched = tuple(word for word in words.between(end - 1, end) if word.end == end)
    kept = tuple(replace(word, end=end + len(mark) - len(mark_now)) for word in touched)
    return Edit(end - len(mark_now), mark_now, mark, touched, kept)
