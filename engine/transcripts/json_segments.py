"""Finds the spoken text in JSON: of Whisper, whisper.cpp, Vosk, Amazon, Otter and Fermata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from engine.text.spacing import joined_texts
from engine.transcripts.aws_items import find_aws_items
from engine.transcripts.json_segment import JsonObject, Segment
from engine.transcripts.recutting import like
from engine.transcripts.transcript import Part

_SEGMENT_KEYS = ("segments", "transcription", "sentences", "transcripts")
_WORDS_KEYS = ("words", "result", "alignment")
_WORD_KEYS = ("word", "text")
_TEXT_KEYS = ("text", "transcript")


class JsonPiece(Protocol):
    """A piece of a JSON value that holds spoken text.

    Attributes:
        holder: the object that the text stands in.
        text: what was said.
        entries: the objects of its words, where there are any.
        new_text: the text once it is rewritten.
    """

    holder: JsonObject
    new_text: str

    @property
    def text(self) -> str: ...
    @property
    def entries(self) -> list[JsonObject]: ...
    @property
    def entries_agree(self) -> bool: ...

    def parts(self) -> Iterator[Part]: ...

    def finish(self, text: str, /) -> str: ...


def find_segments(value: object) -> list[JsonPiece] | None:
    """Return the segments of a JSON value in order, None where the shape is not known."""
    if isinstance(value, list):
        found = [find_segments(item) for item in value]
        known = [segments for segments in found if segments is not None]
        return [s for segments in known for s in segments] if known or not value else None
    if not isinstance(value, dict):
        return None
    if (items := find_aws_items(value)) is not None:
        return [items]
    if isinstance(value.get("speech"), dict):  # Otter's answer to whoever asks its server
        return find_segments(value["speech"])
    for key in _SEGMENT_KEYS:
        if isinstance(value.get(key), list):
            return [s for item in value[key] if isinstance(item, dict) for s in _segment(item)]
    return _segment(value) or ([] if _is_silent_message(value) else None)


def rewrite_whole(holder: JsonObject, segments: Sequence[JsonPiece]) -> None:
    """Renew the text and the words that stand beside a list of segments."""
    text = holder.get("text")
    if not isinstance(text, str) or not segments or any(s.holder is holder for s in segments):
        return
    is_seamless = "".join(segment.text for segment in segments).strip() == text.strip()
    new_texts = [s.new_text if is_seamless else s.new_text.strip() for s in segments]
    new_text = ("".join(new_texts) if is_seamless else joined_texts(new_texts)).strip()
    Segment(holder, text, *_entries(holder)).finish(like(text, new_text))


def _segment(item: JsonObject) -> list[JsonPiece]:
    entries, word_key = _entries(item)
    text_key = next((key for key in _TEXT_KEYS if isinstance(item.get(key), str)), None)
    if text_key is not None:
        return [Segment(item, item[text_key], entries, word_key, text_key)]
    if not entries:
        return []
    words = [entry[word_key] for entry in entries]
    has_spaces = any(word[:1].isspace() for word in words)
    text = "".join(words) if has_spaces else joined_texts(words)
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
