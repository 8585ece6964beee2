"""Finds the spoken text in the JSON of Whisper, whisper.cpp, Vosk and Fermata itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.transcripts.transcript import Part, Slot
from engine.transcripts.words import line_parts

JsonObject = dict[str, Any]
_SEGMENT_KEYS = ("segments", "transcription", "sentences")
_WORDS_KEYS = ("words", "result")
_WORD_KEYS = ("word", "text")
_CONFIDENCE_KEYS = ("probability", "confidence", "conf", "score")
_HUGE = 1e9


@dataclass(slots=True)
class Segment:
    """An object with spoken text, and the objects of its words where there are any.

    `entries` are rewritten along with the text when they hold the same letters in the same order.
    """

    holder: JsonObject
    text: str
    entries: list[JsonObject] = field(default_factory=list)
    word_key: str = "word"
    new_text: str = ""

    @property
    def entries_agree(self) -> bool:
        """True where text and words are the same but for their signs."""
        return _letters(self.text) == "".join(map(_letters, self._entry_texts()))

    def parts(self) -> Iterator[Part]:
        """Take the text apart; words have the times and confidences of their entries."""
        owners = self._owners() if self.entries and self.entries_agree else []
        place = 0
        for line in self.text.splitlines(keepends=True):
            for part in line_parts(line):
                count = len(_letters(_source_text(part)))
                if isinstance(part, Slot) and owners:
                    yield _timed(part, owners[place], owners[place + count - 1])
                else:
                    yield part
                place += count

    def finish(self, text: str) -> str:
        """Write the new text into the object, and its words into theirs."""
        if self.entries and self.entries_agree:
            for entry, word in zip(self.entries, recut(self._entry_texts(), text), strict=True):
                entry[self.word_key] = word
        if "text" in self.holder:
            self.holder["text"] = text
        self.new_text = text
        return ""

    def _entry_texts(self) -> list[str]:
        return [entry[self.word_key] for entry in self.entries]

    def _owners(self) -> list[JsonObject]:
        """Return the entry of each letter of the text."""
        return [e for e in self.entries for _ in _letters(e[self.word_key])]


def find_segments(value: object) -> list[Segment] | None:
    """Return the segments of a JSON value in order, None where the shape is not known."""
    if isinstance(value, list):
        found = [find_segments(item) for item in value]
        known = [segments for segments in found if segments is not None]
        return [s for segments in known for s in segments] if known or not value else None
    if not isinstance(value, dict):
        return None
    for key in _SEGMENT_KEYS:
        if isinstance(value.get(key), list):
            return [s for item in value[key] if isinstance(item, dict) for s in _segment(item)]
    return _segment(value) or ([] if _is_silent_message(value) else None)


def recut(texts: Sequence[str], new_text: str) -> list[str]:
    """Cut a text anew where `texts`, which hold the same letters, were cut.

    Each piece has the white space of the old one around it; one without letters stays.
    """
    pieces = []
    begin = 0
    for old in texts:
        end = _end_of_letters(new_text, begin, len(_letters(old)))
        pieces.append(_like(old, new_text[begin:end].strip()) if end > begin else old)
        begin = end
    return pieces


def rewrite_whole(holder: JsonObject, segments: Sequence[Segment]) -> None:
    """Renew the text and the words that stand beside a list of segments."""
    text = holder.get("text")
    if not isinstance(text, str) or not segments or any(s.holder is holder for s in segments):
        return
    is_seamless = "".join(segment.text for segment in segments).strip() == text.strip()
    new_texts = [s.new_text if is_seamless else s.new_text.strip() for s in segments]
    new_text = ("" if is_seamless else " ").join(new_texts).strip()
    Segment(holder, text, *_entries(holder)).finish(_like(text, new_text))


def _segment(item: JsonObject) -> list[Segment]:
    entries, word_key = _entries(item)
    text = item.get("text")
    if not isinstance(text, str):
        if not entries:
            return []
        words = [entry[word_key] for entry in entries]
        text = ("" if any(word[:1].isspace() for word in words) else " ").join(words)
    return [Segment(item, text, entries, word_key)]


def _entries(item: JsonObject) -> tuple[list[JsonObject], str]:
    for key in _WORDS_KEYS:
        entries = item.get(key)
        if isinstance(entries, list) and entries:
            for word_key in _WORD_KEYS:
                if all(isinstance(e, dict) and isinstance(e.get(word_key), str) for e in entries):
                    return entries, word_key
    return [], "word"


def _is_silent_message(value: JsonObject) -> bool:
    return "partial" in value or "text" in value or value == {}


def _source_text(part: Part) -> str:
    if isinstance(part, Slot):
        return part.written
    return getattr(part, "source_text", "")


def _timed(slot: Slot, first: JsonObject, last: JsonObject) -> Slot:
    return replace(
        slot,
        start_s=_number(first, "start"),
        end_s=_number(last, "end"),
        confidence=next(
            (c for k in _CONFIDENCE_KEYS if (c := _number(first, k)) is not None), None
        ),
    )


def _number(entry: JsonObject, key: str) -> float | None:
    value = entry.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if abs(value) < _HUGE else None


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def _end_of_letters(text: str, begin: int, count: int) -> int:
    """Return the place behind the next `count` letters and the signs that end their word."""
    at = begin
    while count and at < len(text):
        count -= text[at].isalnum()
        at += 1
    behind = re.compile(r"[^\w\s]*(?=\s|$)").match(text, at) if at > begin else None
    return behind.end() if behind else at


def _like(old: str, word: str) -> str:
    bare = old.strip()
    begin = old.index(bare)
    return old[:begin] + word + old[begin + len(bare) :]
