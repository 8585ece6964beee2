"""One piece of a JSON transcript: its text, the objects of its words, and when it was said.

`values_at` and `texts_at` follow paths into JSON: keys and places with dots between them, `*` for
all of a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from engine.transcripts.formats.json_literals import JsonObject, Table
from engine.transcripts.passages import Cue, Passage, TimedWord
from engine.transcripts.recutting import letters

_SPEAKER_KEYS = (
    *("speaker", "speakerTag", "speakerLabel", "speaker_name", "speaker_id"),
    "SpeakerId",
)
_CONFIDENCE_KEYS = ("probability", "confidence", "conf", "score")
_HUGE = 1e9
_OTTER_UNITS_A_SECOND = 16_000


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
    times: Times = field(default_factory=Times)
    outer: JsonObject = field(default_factory=dict)
    keeps_words: bool = False
    speakers: list[str] = field(default_factory=list)

    @property
    def entries_agree(self) -> bool:
        """True where text and words are the same but for their signs."""
        return letters(self.text) == "".join(letters(e[self.word_key]) for e in self.entries)

    def passages(self, start: int, speaking: str) -> Iterator[Passage]:
        """Yield its lines, which stand at `start`, cut where another begins to speak.

        `speaking` is who spoke before; who speaks where nobody tells.
        """
        is_timed = bool(self.entries) and self.entries_agree
        cue = Cue() if is_timed else Cue(*self._bounds_s())
        times, turns = self._words(start) if is_timed else ((), [])
        first = self.speaker or speaking
        for line in self.text.splitlines(keepends=True):
            end, at = start + len(line), start
            for begin, speaker in [*(it for it in turns if start <= it[0] < end), (end, "")]:
                if begin > at or (begin == end and at == start):
                    passage = Passage(at, begin, at, speaker=first, is_turn=first != speaking)
                    yield replace(passage, starts_line=at == start, cue=cue, times=times)
                    speaking = first
                first, at = speaker, begin
            first = speaking
            start = end

    @property
    def speaker(self) -> str:
        return speaker_of(self.holder) or speaker_of(self.outer)

    def _bounds_s(self) -> tuple[float, float] | tuple[None, None]:
        for holder in (self.holder, self.outer):
            begin_s, end_s = self.times.of(holder)
            if begin_s is not None and end_s is not None and begin_s <= end_s:
                return begin_s, end_s
        return segment_times(self.holder)

    def _words(self, start: int) -> tuple[tuple[TimedWord, ...], list[tuple[int, str]]]:
        """Return when each word is said, and where another begins to speak, and who."""
        places = (start + at for at, sign in enumerate(self.text) if sign.isalnum())
        offset_s, speaking = words_begin_s(self.holder), ""
        times: list[TimedWord] = []
        turns: list[tuple[int, str]] = []
        for number_, entry in enumerate(self.entries):
            count = len(letters(entry[self.word_key]))
            if not count:
                continue
            at = next(islice(places, 0, 1))
            next(islice(places, count - 1, count - 1), None)
            begin_s, end_s = self.times.of(entry)[0], self.times.of(entry)[1]
            confidences = (number(entry, key) for key in _CONFIDENCE_KEYS)
            times.append(
                TimedWord(
                    at,
                    None if begin_s is None else offset_s + begin_s,
                    None if end_s is None else offset_s + end_s,
                    next((found for found in confidences if found is not None), None),
                )
            )
            told = self.speakers[number_] if self.speakers else speaker_of(entry) or self.speaker
            if told != speaking:
                speaking = told
                turns.append((start + _begin(self.text, at - start), speaking))
        return tuple(times), turns


def _begin(text: str, letter: int) -> int:
    """Return where the word of a letter begins, with its signs."""
    begin = letter
    while begin and not text[begin - 1].isspace() and not text[begin - 1].isalnum():
        begin -= 1
    return begin if not begin or text[begin - 1].isspace() else letter


def speaker_of(holder: JsonObject) -> str:
    """Return the name of who speaks, `Speaker 1` where there is a number alone; else empty."""
    told = next((holder[key] for key in _SPEAKER_KEYS if holder.get(key) is not None), "")
    if isinstance(told, int) and not isinstance(told, bool):
        return f"Speaker {told}"
    return told if isinstance(told, str) else ""


def renamed_speakers(value: object, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield where in a JSON value a speaker is told who has a new name, and the name."""
    if isinstance(value, Table):
        for key in (*_SPEAKER_KEYS, "speaker_label"):
            name = names.get(speaker_of({"speaker": value.get(key)}))
            if name is not None:
                yield *value.places[key], name
    inside = value.values() if isinstance(value, dict) else value
    for inner in inside if isinstance(inside, Iterable) and not isinstance(inside, str) else ():
        yield from renamed_speakers(inner, names)


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
