"""Finds the spoken text in JSON: of Whisper, whisper.cpp, Vosk, Amazon, Otter and Fermata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.text.spacing import joined_texts
from engine.transcripts.formats.json_segment import JsonObject, Segment, number
from engine.transcripts.recutting import letters, like, recut

_SEGMENT_KEYS = ("segments", "transcription", "sentences", "transcripts")
_WORDS_KEYS = ("words", "result", "alignment")
_WORD_KEYS = ("word", "text")
_TEXT_KEYS = ("text", "transcript")
_MARKS_BEHIND = ".,?!;:。，？！、；："


def find_segments(value: object) -> list[Segment] | None:
    """Return the segments of a JSON value in order, None where the shape is not known."""
    if isinstance(value, list):
        found = [find_segments(item) for item in value]
        known = [segments for segments in found if segments is not None]
        return [s for segments in known for s in segments] if known or not value else None
    if not isinstance(value, dict):
        return None
    if (items := _amazon_items(value)) is not None:
        return [items]
    if isinstance(value.get("speech"), dict):  # Otter's answer to whoever asks its server
        return find_segments(value["speech"])
    for key in _SEGMENT_KEYS:
        if isinstance(value.get(key), list):
            return [s for item in value[key] if isinstance(item, dict) for s in _segment(item)]
    return _segment(value) or ([] if _is_silent_message(value) else None)


def rewrite_whole(holder: JsonObject, segments: Sequence[Segment]) -> None:
    """Renew the text and the words that stand beside a list of segments."""
    text = holder.get("text")
    if not isinstance(text, str) or not segments or any(s.holder is holder for s in segments):
        return
    is_seamless = "".join(segment.text for segment in segments).strip() == text.strip()
    new_texts = [s.new_text if is_seamless else s.new_text.strip() for s in segments]
    new_text = ("".join(new_texts) if is_seamless else joined_texts(new_texts)).strip()
    Segment(holder, text, *_entries(holder)).finish(like(text, new_text))


def _segment(item: JsonObject) -> list[Segment]:
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


def _amazon_items(value: JsonObject) -> _AmazonItems | None:
    """Return the words of a transcription job, None where the JSON is of another kind."""
    results = value.get("results")
    items = results.get("items") if isinstance(results, dict) else None
    if not isinstance(results, dict) or not isinstance(items, list):
        return None
    if not all(isinstance(item, dict) and _content(item) is not None for item in items):
        return None
    told = _transcript(results)
    text = _joined(items) if told is None else told["transcript"]
    entries = [_entry(item) for item in items if _is_word(item)]
    return _AmazonItems({}, text, entries, results=results, items=items)


@dataclass(slots=True)
class _AmazonItems(Segment):
    """The results of a job; marks are taken out of its items and put in anew.

    The `items` of `channel_labels` and `segments` are left alone.
    """

    results: JsonObject = field(default_factory=dict)
    items: list[JsonObject] = field(default_factory=list)

    def finish(self, text: str, /) -> str:
        self.new_text = text
        told = _transcript(self.results)
        if told is not None:
            told["transcript"] = text
        if self.entries and self.entries_agree:
            places = self._rewrite_items(recut([e["word"] for e in self.entries], text))
            self._rewrite_audio_segments(places, text)
        return ""

    def _rewrite_items(self, words: list[str]) -> dict[int, list[int]]:
        """Put the words and their marks in; return the new ids of each word by its old one."""
        renewed: list[JsonObject] = []
        places: dict[int, list[int]] = {}
        for item, word in zip(filter(_is_word, self.items), words, strict=True):
            content, marks = _taken_apart(_content(item) or "", word)
            item["alternatives"][0]["content"] = content
            first = len(renewed)
            renewed += [item, *(_mark_item(item, mark) for mark in marks)]
            if isinstance(item.get("id"), int):
                places[item["id"]] = list(range(first, len(renewed)))
        for at, item in enumerate(renewed):
            if "id" in item:
                item["id"] = at
        self.items[:] = renewed
        return places

    def _rewrite_audio_segments(self, places: dict[int, list[int]], text: str) -> None:
        found = self.results.get("audio_segments")
        segments = [s for s in found if isinstance(s, dict)] if isinstance(found, list) else []
        texts = [str(segment.get("transcript", "")) for segment in segments]
        if "".join(map(letters, texts)) != letters(text):
            return
        for segment, new_text in zip(segments, recut(texts, text), strict=True):
            segment["transcript"] = new_text
            if isinstance(segment.get("items"), list):
                kept = (old for old in segment["items"] if isinstance(old, int))
                segment["items"] = [new for old in kept for new in places.get(old, ())]


def _is_word(item: JsonObject) -> bool:
    return item.get("type") != "punctuation"


def _content(item: JsonObject) -> str | None:
    alternatives = item.get("alternatives")
    if not isinstance(alternatives, list) or not alternatives:
        return None
    best = alternatives[0]
    content = best.get("content") if isinstance(best, dict) else None
    return content if isinstance(content, str) else None


def _entry(item: JsonObject) -> JsonObject:
    times = {"start": number(item, "start_time"), "end": number(item, "end_time")}
    confidence = number(item["alternatives"][0], "confidence")
    return {"word": _content(item), **times, "confidence": confidence}


def _transcript(holder: JsonObject) -> dict[str, Any] | None:
    transcripts = holder.get("transcripts")
    first = transcripts[0] if isinstance(transcripts, list) and transcripts else None
    is_told = isinstance(first, dict) and isinstance(first.get("transcript"), str)
    return first if is_told else None


def _joined(items: list[JsonObject]) -> str:
    texts = ((" " if _is_word(item) else "") + (_content(item) or "") for item in items)
    return "".join(texts).strip()


def _taken_apart(old: str, word: str) -> tuple[str, str]:
    """Part a word from its marks; the dot of `Mr.` is part of the word, as it was."""
    cut = len(word.rstrip(_MARKS_BEHIND))
    if old.endswith(".") and word.startswith(".", cut):
        cut += 1
    return word[:cut], word[cut:]


def _mark_item(word: JsonObject, mark: str) -> JsonObject:
    kept: JsonObject = {
        key: word[key] for key in ("id", "speaker_label", "language_code") if key in word
    }
    return {**kept, "alternatives": [{"confidence": "0.0", "content": mark}], "type": "punctuation"}
