"""The items of Amazon Transcribe: words and marks stand one behind another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.transcripts.formats.json_segment import JsonObject, Segment, number, values_at
from engine.transcripts.recutting import LetterCounts, end_of_letters, letters, like

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
    holder = {} if told is None else told
    return AmazonItems(holder, text, entries, text_key="transcript", results=results, items=items)


@dataclass(slots=True)
class AmazonItems(Segment):
    """The results of a job; marks are taken out of its items and put in anew.

    The `items` of `channel_labels` and `segments` are left alone.
    """

    results: JsonObject = field(default_factory=dict)
    items: list[JsonObject] = field(default_factory=list)

    def renewed(self, text: str, counts: LetterCounts, names: Mapping[str, str]) -> dict[str, Any]:
        """Return what becomes of its results with another text and other names, by their keys."""
        if not (self.entries and self.entries_agree):
            return {}
        words = list(_cut(text, [entry["word"] for entry in self.entries], counts))
        items, places = self._renewed_items([word.strip() for word in words])
        segments = self._renewed_segments(places, text, counts)
        told = {"items": items} | ({"audio_segments": segments} if segments else {})
        return {key: [_renamed(it, names) for it in values] for key, values in told.items()}

    def _renewed_items(self, words: list[str]) -> tuple[list[JsonObject], dict[int, list[int]]]:
        """Return items with the words and their marks, and the new ids of each word by its old."""
        renewed: list[JsonObject] = []
        places: dict[int, list[int]] = {}
        for item, word in zip(filter(_is_word, self.items), words, strict=True):
            content, marks = _taken_apart(_content(item) or "", word)
            best, *others = item["alternatives"]
            new = {**item, "alternatives": [{**best, "content": content}, *others]}
            first = len(renewed)
            renewed += [new, *(_mark_item(item, mark) for mark in marks)]
            if isinstance(item.get("id"), int):
                places[item["id"]] = list(range(first, len(renewed)))
        numbered = [{**item, "id": at} if "id" in item else item for at, item in enumerate(renewed)]
        return numbered, places

    def _renewed_segments(
        self, places: dict[int, list[int]], text: str, counts: LetterCounts
    ) -> list[JsonObject] | None:
        found = self.results.get("audio_segments")
        if not isinstance(found, list) or not all(isinstance(it, dict) for it in found):
            return None
        texts = [str(segment.get("transcript", "")) for segment in found]
        if "".join(map(letters, texts)) != letters(self.text):
            return None
        renewed = []
        for segment, old, piece in zip(found, texts, _cut(text, texts, counts), strict=True):
            new = {**segment, "transcript": like(old, piece.strip()) if letters(old) else old}
            if isinstance(segment.get("items"), list):
                kept = (at for at in segment["items"] if isinstance(at, int))
                new["items"] = [place for at in kept for place in places.get(at, ())]
            renewed.append(new)
        return renewed


def _cut(text: str, old: Iterable[str], counts: LetterCounts) -> Iterator[str]:
    """Yield the pieces of a text that stand where old ones stood."""
    begin = count = 0
    for piece in old:
        first, count = count, count + len(letters(piece))
        end = end_of_letters(text, begin, counts.now(count) - counts.now(first))
        yield text[begin:end]
        begin = end


def _renamed(told: JsonObject, names: Mapping[str, str]) -> JsonObject:
    speaker = str(told.get("speaker_label"))
    return {**told, "speaker_label": names[speaker]} if speaker in names else told


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
