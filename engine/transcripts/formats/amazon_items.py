"""The items of Amazon Transcribe: words and marks stand one behind another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.transcripts.formats.json_segment import JsonObject, Segment, number, values_at
from engine.transcripts.recutting import letters, recut

_MARKS_BEHIND = ".,?!;:。，？！、；："


def amazon_items(value: JsonObject) -> AmazonItems | None:
    """Return the words of a transcription job, None where the JSON is of another kind."""
    results = value.get("results")
    items = results.get("items") if isinstance(results, dict) else None
    if not isinstance(results, dict) or not isinstance(items, list):
        return None
    if not all(isinstance(item, dict) and _content(item) is not None for item in items):
        return None
    told = _transcript(results)
    text = _joined(items) if told is None else told["transcript"]
    speakers = _labelled_speakers(results)
    entries = [_entry(item, speakers) for item in items if _is_word(item)]
    return AmazonItems({}, text, entries, results=results, items=items)


@dataclass(slots=True)
class AmazonItems(Segment):
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


def _labelled_speakers(results: JsonObject) -> dict[object, object]:
    """Return who speaks by the begin of each word, as older jobs tell it beside the items."""
    words = values_at(results, "speaker_labels.segments.*.items.*")
    return {str(w.get("start_time")): w.get("speaker_label") for w in words if isinstance(w, dict)}


def _entry(item: JsonObject, speakers: dict[object, object]) -> JsonObject:
    times = {"start": number(item, "start_time"), "end": number(item, "end_time")}
    confidence = number(item["alternatives"][0], "confidence")
    begin = item.get("start_time")
    speaker = item.get("speaker_label") or (speakers.get(begin) if isinstance(begin, str) else None)
    return {"word": _content(item), **times, "confidence": confidence, "speaker": speaker}


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
