"""One piece of a JSON transcript: its text, the objects of its words, and when it was said.

`values_at` and `texts_at` follow paths into JSON: keys and places with dots between them, `*` for
all of a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.transcripts.recutting import letters, recut
from engine.transcripts.transcript import Part, Slot, Turn, bounded
from engine.transcripts.words import line_parts

_SPEAKER_KEYS = (
    *("speaker", "speakerTag", "speakerLabel", "speaker_name", "speaker_id"),
    "SpeakerId",
)
_CONFIDENCE_KEYS = ("probability", "confidence", "conf", "score")
_HUGE = 1e9
_OTTER_UNITS_A_SECOND = 16_000
JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Times:
    """How begin and end are told: under which keys, and in which units.

    A key with `duration` in its name tells the time from the begin to the end.
    """

    begin: str = "start"
    end: str = "end"
    units_a_second: int = 1

    def of(self, holder: JsonObject) -> tuple[float | None, float | None]:
        """Return begin and end in seconds, None where one is not told."""
        begin, end = number(holder, self.begin), number(holder, self.end)
        if end is not None and "duration" in self.end.lower():
            end = None if begin is None else begin + end
        begin_s = None if begin is None else begin / self.units_a_second
        return begin_s, None if end is None else end / self.units_a_second


@dataclass(slots=True)
class Segment:
    """An object with spoken text, and the objects of its words where there are any.

    `entries` are rewritten along with the text when they hold the same letters in the same order.

    Attributes:
        holder: has the text under `text_key`.
        entries: have the words under `word_key`.
        outer: tells times and speaker where `holder` does not.
        keeps_words: the entries are spoken forms without marks, and stay.
        speakers: of the entries, where something else tells them.
    """

    holder: JsonObject
    text: str
    entries: list[JsonObject] = field(default_factory=list)
    word_key: str = "word"
    text_key: str = "text"
    new_text: str = ""
    times: Times = field(default_factory=Times)
    outer: JsonObject = field(default_factory=dict)
    keeps_words: bool = False
    speakers: list[str] = field(default_factory=list)

    @property
    def entries_agree(self) -> bool:
        """True where text and words are the same but for their signs."""
        return letters(self.text) == "".join(map(letters, self._entry_texts()))

    def parts(self) -> Iterator[Part]:
        """Take the text apart; words have the times and confidences of their entries."""
        if self.entries and self.entries_agree:
            yield from self._timed_parts()
            return
        if speaker := self._speaker:
            yield Turn(speaker)
        yield from bounded(list(self._line_parts()), *self._bounds_s())

    def finish(self, text: str, /) -> str:
        if self.entries and self.entries_agree and not self.keeps_words:
            for entry, word in zip(self.entries, recut(self._entry_texts(), text), strict=True):
                entry[self.word_key] = word
            _renew_offsets(self.entries, self.word_key, text)
        if self.text_key in self.holder:
            self.holder[self.text_key] = text
        self.new_text = text
        return ""

    @property
    def _speaker(self) -> str:
        return speaker_of(self.holder) or speaker_of(self.outer)

    def _bounds_s(self) -> tuple[float, float] | tuple[None, None]:
        for holder in (self.holder, self.outer):
            begin_s, end_s = self.times.of(holder)
            if begin_s is not None and end_s is not None and begin_s <= end_s:
                return begin_s, end_s
        return segment_times(self.holder)

    def _timed_parts(self) -> Iterator[Part]:
        owners = [at for at, e in enumerate(self.entries) for _ in letters(e[self.word_key])]
        speakers = self.speakers or [speaker_of(e) or self._speaker for e in self.entries]
        begin_s = words_begin_s(self.holder)
        place, speaking = 0, ""
        for part in self._line_parts():
            count = len(letters(_source_text(part)))
            if isinstance(part, Slot):
                first, last = owners[place], owners[place + count - 1]
                if speakers[first] != speaking:
                    speaking = speakers[first]
                    yield Turn(speaking)
                yield self._timed(part, self.entries[first], self.entries[last], begin_s)
            else:
                yield part
            place += count

    def _timed(self, slot: Slot, first: JsonObject, last: JsonObject, offset_s: float) -> Slot:
        start_s, end_s = self.times.of(first)[0], self.times.of(last)[1]
        confidences = (number(first, key) for key in _CONFIDENCE_KEYS)
        return replace(
            slot,
            start_s=None if start_s is None else offset_s + start_s,
            end_s=None if end_s is None else offset_s + end_s,
            confidence=next((found for found in confidences if found is not None), None),
        )

    def _line_parts(self) -> Iterator[Part]:
        for line in self.text.splitlines(keepends=True):
            yield from line_parts(line)

    def _entry_texts(self) -> list[str]:
        return [entry[self.word_key] for entry in self.entries]


def speaker_of(holder: JsonObject) -> str:
    """Return the name of who speaks, `Speaker 1` where there is a number alone; else empty."""
    told = next((holder[key] for key in _SPEAKER_KEYS if holder.get(key) is not None), "")
    if isinstance(told, int) and not isinstance(told, bool):
        return f"Speaker {told}"
    return told if isinstance(told, str) else ""


def rename_speakers(value: object, names: Mapping[str, str]) -> None:
    """Write the new names of speakers wherever in a JSON value one is told."""
    if isinstance(value, dict):
        for key in (*_SPEAKER_KEYS, "speaker_label"):
            name = names.get(speaker_of({"speaker": value.get(key)}))
            if name is not None:
                value[key] = name
        for inner in value.values():
            rename_speakers(inner, names)
    elif isinstance(value, list):
        for inner in value:
            rename_speakers(inner, names)


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
    """Return a number, also one that is written as a text (Amazon; Google: `1.5s`), else None."""
    value = holder.get(key)
    if isinstance(value, dict):  # of Google, in whole seconds and the rest
        seconds, rest_ns = number(value, "seconds") or 0.0, number(value, "nanos") or 0.0
        return seconds + rest_ns / 1e9 if value.keys() <= {"seconds", "nanos"} else None
    if isinstance(value, str):
        try:
            value = float(value.removesuffix("s"))
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


def values_at(value: object, path: str) -> Iterator[object]:
    """Yield what stands at a path, in order; what is of another kind than the path is left out."""
    if not path:
        yield value
        return
    step, _, rest = path.partition(".")
    if step == "*":
        for item in value if isinstance(value, list) else ():
            yield from values_at(item, rest)
    elif step.isdigit():
        for item in value[int(step) :][:1] if isinstance(value, list) else ():
            yield from values_at(item, rest)
    elif isinstance(value, dict) and step in value:
        yield from values_at(value[step], rest)


def texts_at(value: object, path: str) -> Iterator[tuple[JsonObject, str]]:
    """Yield the objects that have a text at a path, each with the key of the text."""
    parent, _, key = path.rpartition(".")
    for holder in values_at(value, parent):
        if isinstance(holder, dict) and isinstance(holder.get(key), str):
            yield holder, key
