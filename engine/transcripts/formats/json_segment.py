"""One piece of a JSON transcript: its text, the objects of its words, and when it was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.transcripts.recutting import letters, recut
from engine.transcripts.transcript import Part, Slot, bounded
from engine.transcripts.words import line_parts

JsonObject = dict[str, Any]
_CONFIDENCE_KEYS = ("probability", "confidence", "conf", "score")
_HUGE = 1e9
_OTTER_UNITS_A_SECOND = 16_000


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
            yield from bounded(list(self._line_parts()), *segment_times(self.holder))

    def finish(self, text: str, /) -> str:
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


def number(holder: dict[str, Any], key: str) -> float | None:
    """Return a number, also one that is written as a text (Amazon), None where there is none."""
    value = holder.get(key)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if abs(value) < _HUGE else None


def segment_times(holder: dict[str, Any]) -> tuple[float, float] | tuple[None, None]:
    """Return begin and end in seconds: of Whisper, of whisper.cpp (ms), of Otter (samples)."""
    offsets = holder.get("offsets")
    for source, begin_key, end_key, units in (
        (holder, "start", "end", 1),
        (offsets if isinstance(offsets, dict) else {}, "from", "to", 1000),
        (holder, "start_offset", "end_offset", _OTTER_UNITS_A_SECOND),
    ):
        begin, end = number(source, begin_key), number(source, end_key)
        if begin is not None and end is not None and begin <= end:
            return begin / units, end / units
    return None, None


def words_begin_s(holder: dict[str, Any]) -> float:
    """Return what the times of the words count from: with Otter, the begin of their segment."""
    offset = number(holder, "start_offset") if "alignment" in holder else None
    return (offset or 0.0) / _OTTER_UNITS_A_SECOND
