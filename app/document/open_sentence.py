"""The last sentence that was said: over Stop it stays open for as long as nobody touches it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.document.edit import Edit, Step
from app.document.spoken_words import SpokenWords
from app.document.text import from_units

_MARKS = ",.?!、，。？！"
# behind a bracket, a quotation mark and an abbreviation ("U.S.") the last sign is no mark alone
_NO_PLAIN_END = re.compile(r"[)\]}\"'”’»）」』】][,.?!、，。？！]?$|(?:[^\W\d_]\.){2,}$")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a sentence stands in the text, [start, end), its mark included."""

    start: int
    end: int

    def after(self, step: Step) -> Stretch | None:
        """Return where it stands after a step, None where that touches it."""
        if any(edit.place < self.end and edit.end > self.start for edit in step):
            return None
        growth = sum(edit.growth for edit in step if edit.end <= self.start)
        return Stretch(self.start + growth, self.end + growth)


class OpenSentence:
    """Knows which sentence may still get another mark, and which one got one.

    Attributes:
        said: the last sentence of the recording that runs.
        open: the one before a stop, or a long pause: it may go on.
        resumed: a sentence whose mark was changed, since it went on or did not.
        changed: that mark, as it was and as it is.
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
        """Follow a step; what it touches is somebody's."""
        self.said, self.open, self.resumed = (
            None if one is None else one.after(step) for one in (self.said, self.open, self.resumed)
        )

    def before(self, units: str, place: int) -> Stretch | None:
        """Return the open sentence if nothing but blanks is between it and a place."""
        one = self.open
        if one is None or one.end > place or "\n" in units[one.end : place]:
            return None
        is_plain = _NO_PLAIN_END.search(from_units(units[one.start : one.end])) is None
        return one if is_plain and not units[one.end : place].strip() else None

    def gone_on_at(self, units: str, place: int) -> Stretch | None:
        """Return the sentence that got another mark and went on at a place."""
        one = self.resumed
        if one is None or one.end > place or units[one.end : place].strip(" "):
            return None
        return one


def mark_of(units: str, sentence: Stretch) -> str:
    """Return the mark at the end of a sentence, "" where it has none."""
    last = units[sentence.end - 1]
    return last if last in _MARKS else ""


def mark_edit(units: str, words: SpokenWords, sentence: Stretch, mark: str) -> Edit:
    """Return the edit that gives a sentence another mark; its last word keeps its sound."""
    end, stands = sentence.end, mark_of(units, sentence)
    touched = tuple(word for word in words.between(end - 1, end) if word.end == end)
    kept = tuple(replace(word, end=end + len(mark) - len(stands)) for word in touched)
    return Edit(end - len(stands), stands, mark, touched, kept)
