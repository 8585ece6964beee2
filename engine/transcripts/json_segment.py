"""One piece of a JSON transcript: its text, and the objects of its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.transcripts.recutting import letters, recut
from engine.transcripts.segment_times import number, segment_times, words_begin_s
from engine.transcripts.transcript import Part, Slot
from engine.transcripts.words import line_parts

JsonObject = dict[str, Any]
_CONFIDENCE_KEYS = ("probability", "confidence", "conf", "score")


@dataclass(slots=True)
class Segment:
    """An object with spoken text, and the objects of its words where there are any.

    `entries` are rewritten along with the text when they hold the same letters in the same order.
    """

    holder: JsonObject
    text: str
    entries: list[JsonObject] = field(default_factory=list)
    word_key: str = "word"
    text_key: str = "text"
    new_text: str = ""

    @property
    def entries_agree(self) -> bool:
        """True where text and words are the same but for their signs."""
        return letters(self.text) == "".join(map(letters, self._entry_texts()))

    def parts(self) -> Iterator[Part]:
        """Take the text apart; words have the times and confidences of their entries."""
        if self.entries and self.entries_agree:
            yield from self._timed_parts()
        else:
            yield from self._bounded_parts()

    def finish(self, text: str, /) -> str:
        """Write the new text into the object, and its words into theirs."""
        if self.entries and self.entries_agree:
            for entry, word in zip(self.entries, recut(self._entry_texts(), text), strict=True):
                entry[self.word_key] = word
            _renew_offsets(self.entries, self.word_key, text)
        if self.text_key in self.holder:
            self.holder[self.text_key] = text
        self.new_text = text
        return ""

    def _timed_parts(self) -> Iterator[Part]:
        owners = [e for e in self.entries for _ in letters(e[self.word_key])]
        begin_s = words_begin_s(self.holder)
        place = 0
        for part in self._line_parts():
            count = len(letters(_source_text(part)))
            if isinstance(part, Slot):
                yield _timed(part, owners[place], owners[place + count - 1], begin_s)
            else:
                yield part
            place += count

    def _bounded_parts(self) -> Iterator[Part]:
        """The first word has the begin of the segment, the last its end."""
        parts = list(self._line_parts())
        slots = [(at, part) for at, part in enumerate(parts) if isinstance(part, Slot)]
        times_s = segment_times(self.holder)
        if slots and times_s:
            (first, slot), (last, _) = slots[0], slots[-1]
            parts[first] = replace(slot, start_s=times_s[0])
            parts[last] = replace(cast("Slot", parts[last]), end_s=times_s[1])
        yield from parts

    def _line_parts(self) -> Iterator[Part]:
        for line in self.text.splitlines(keepends=True):
            yield from line_parts(line)

    def _entry_texts(self) -> list[str]:
        return [entry[self.word_key] for entry in self.entries]


def _timed(slot: Slot, first: JsonObject, last: JsonObject, begin_s: float) -> Slot:
    start_s, end_s = number(first, "start"), number(last, "end")
    confidences = (number(first, key) for key in _CONFIDENCE_KEYS)
    return replace(
        slot,
        start_s=None if start_s is None else begin_s + start_s,
        end_s=None if end_s is None else begin_s + end_s,
        confidence=next((found for found in confidences if found is not None), None),
    )


def _source_text(part: Part) -> str:
    if isinstance(part, Slot):
        return part.written
    return getattr(part, "source_text", "")


def _renew_offsets(entries: list[JsonObject], word_key: str, text: str) -> None:
    """Tell where each word now stands in the text, where the entries tell it (Otter)."""
    if not all("startOffset" in entry and "endOffset" in entry for entry in entries):
        return
    at = 0
    for entry in entries:
        word = entry[word_key].strip()
        at = max(at, text.find(word, at))
        entry["startOffset"], entry["endOffset"] = at, at + len(word)
        at += len(word)
