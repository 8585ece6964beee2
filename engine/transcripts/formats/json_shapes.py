"""Finds the spoken text in the JSON of recognisers and services."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import accumulate

from engine.text.spacing import joined_texts
from engine.transcripts.formats.amazon_items import amazon_items
from engine.transcripts.formats.json_literals import JsonObject
from engine.transcripts.formats.json_mirrors import Mirror, find_mirrors
from engine.transcripts.formats.json_segment import (
    Segment,
    Times,
    number,
    speaker_of,
    values_at,
)
from engine.transcripts.recutting import letters

_SEGMENT_KEYS = ("segments", "transcription", "sentences", "transcripts")
_WORDS_KEYS = ("words", "result", "alignment")
_WORD_KEYS = ("word", "text")
_TEXT_KEYS = ("text", "transcript")
_MIRRORS = ("text", "words.*.word", "words.*.text", "word_segments.*.word")


@dataclass(frozen=True, slots=True)
class Shape:
    """Where the JSON of a service has what, as paths (see `values_at`).

    Attributes:
        segments: objects that hold a text.
        text: key of that text.
        words: key, beside it, of the objects of its words.
        word: key of a word as it is written.
        spoken_word: key of a word in small letters without marks, where there is no other.
        times: how segments and words tell their times.
        mirrors: texts that repeat the words of the segments.
        outer: objects around the segments that tell their times and speakers, an empty path for
            the value itself.
        needs: what no other shape has.
    """

    segments: str
    text: str
    words: str = "words"
    word: str = "word"
    spoken_word: str = ""
    times: Times = field(default_factory=Times)
    mirrors: tuple[str, ...] = ()
    outer: str | None = None
    needs: str = ""


_DEEPGRAM = "results.channels.*.alternatives.0"
_AZURE = "recognizedPhrases.*"
_GOOGLE = "results.*.alternatives.0"
_AZURE_LIVE = Times("Offset", "Duration", 10_000_000)
_SHAPES = (
    Shape(
        _DEEPGRAM,
        "transcript",
        word="punctuated_word",
        spoken_word="word",
        mirrors=(
            f"{_DEEPGRAM}.paragraphs.transcript",
            f"{_DEEPGRAM}.paragraphs.paragraphs.*.sentences.*.text",
            "results.utterances.*.transcript",
            "results.utterances.*.words.*.punctuated_word",
        ),
    ),
    Shape(
        f"{_AZURE}.nBest.0",
        "display",
        word="",
        spoken_word="word",
        times=Times("offsetInTicks", "durationInTicks", 10_000_000),
        mirrors=(
            f"{_AZURE}.nBest.0.displayWords.*.displayText",
            "combinedRecognizedPhrases.*.display",
        ),
        outer=_AZURE,
    ),
    Shape(
        "NBest.0",  # Azure's answers while one speaks
        "Display",
        words="Words",
        word="",
        spoken_word="Word",
        times=_AZURE_LIVE,
        mirrors=("DisplayText", "NBest.0.DisplayWords.*.Word"),
        outer="",
    ),
    Shape("", "DisplayText", times=_AZURE_LIVE, needs="DisplayText"),
    Shape("alternatives.0", "text", words="result"),  # Vosk, where it tells several readings
    Shape(
        _GOOGLE,
        "transcript",
        times=Times("startOffset", "endOffset"),
        mirrors=(f"{_GOOGLE}.words.*.word",),
        needs=f"{_GOOGLE}.words.*.startOffset",
    ),
    Shape(
        _GOOGLE,
        "transcript",
        times=Times("startTime", "endTime"),
        mirrors=(f"{_GOOGLE}.words.*.word",),
    ),
    Shape(
        "",
        "text",
        word="text",
        times=Times(units_a_second=1000),
        mirrors=("utterances.*.text", "utterances.*.words.*.text"),
        needs="audio_url",
    ),
)


@dataclass(frozen=True, slots=True)
class FoundText:
    """The spoken text of a JSON value.

    `is_whole`: all that repeats the words of the segments was found.
    """

    segments: list[Segment]
    mirrors: list[Mirror] = field(default_factory=list)
    is_whole: bool = True


def find_text(value: object) -> FoundText | None:
    """Return the text of a JSON value, None where the shape is not known."""
    if isinstance(value, list):
        return _text_of_list(value)
    if not isinstance(value, dict):
        return None
    if (amazon := amazon_items(value)) is not None:
        return FoundText([amazon])
    for shape in _SHAPES:
        if segments := _segments_of(shape, value):
            return FoundText(segments, *find_mirrors(value, shape.mirrors, segments))
    if isinstance(value.get("speech"), dict):  # Otter's answer to whoever asks its server
        return find_text(value["speech"])
    return _text_of_recogniser(value)


def _text_of_list(values: list[object]) -> FoundText | None:
    found = [text for text in map(find_text, values) if text is not None]
    if len(found) == 1:
        return found[0]
    whole = FoundText([], is_whole=all(text.is_whole for text in found))
    first = 0
    for text in found:
        whole.mirrors.extend(replace(it, first=first + it.first) for it in text.mirrors)
        whole.segments.extend(text.segments)
        first += sum(len(letters(segment.text)) for segment in text.segments)
    return whole if found or not values else None


def _text_of_recogniser(value: JsonObject) -> FoundText | None:
    """Return what Whisper, whisper.cpp, Vosk, sherpa-onnx, Otter and Fermata write."""
    for key in _SEGMENT_KEYS:
        if isinstance(value.get(key), list) and (value[key] or not value.get("text")):
            items = [item for item in value[key] if isinstance(item, dict)]
            segments = [segment for item in items for segment in _segment(item)]
            return FoundText(segments, *find_mirrors(value, _MIRRORS, segments))
    segments = _segment(value)
    return FoundText(segments) if segments or _is_silent_message(value) else None


def _segments_of(shape: Shape, value: JsonObject) -> list[Segment]:
    if shape.needs and not list(values_at(value, shape.needs)):
        return []
    holders = list(values_at(value, shape.segments))
    outer = [] if shape.outer is None else list(values_at(value, shape.outer))
    if len(outer) != len(holders):
        outer = [{}] * len(holders)
    segments = [
        _shaped(shape, holder, around if isinstance(around, dict) else {})
        for holder, around in zip(holders, outer, strict=True)
        if isinstance(holder, dict)
    ]
    found = [segment for segment in segments if segment is not None]
    return _with_told_speakers(found) if found else []


def _shaped(shape: Shape, holder: JsonObject, outer: JsonObject) -> Segment | None:
    text, entries = holder.get(shape.text), holder.get(shape.words)
    for word_key in filter(None, (shape.word, shape.spoken_word)):
        if _are_words(entries, word_key):
            words = [entry[word_key] for entry in entries]  # type: ignore[union-attr]
            return Segment(
                holder,
                text if isinstance(text, str) else joined_texts(words),
                entries,  # type: ignore[arg-type]
                word_key,
                shape.text,
                times=shape.times,
                outer=outer,
                keeps_words=word_key == shape.spoken_word,
            )
    if not isinstance(text, str):
        return None
    return Segment(holder, text, text_key=shape.text, times=shape.times, outer=outer)


def _with_told_speakers(segments: list[Segment]) -> list[Segment]:
    """Take the speakers from the words of a last segment, where they repeat all (Google)."""
    *others, last = segments
    own = letters(last.text) if last.text_key in last.holder else ""
    before = "".join(letters(segment.text) for segment in others)
    told = [letters(entry[last.word_key]) for entry in last.entries]
    if not before or "".join(told) != before + own:
        return segments
    speakers = iter([speaker_of(entry) for entry in last.entries])
    for segment in others:
        segment.speakers = [next(speakers, "") for _ in segment.entries]
    if not own:
        return others
    starts = accumulate(map(len, told), initial=0)
    first = next(at for at, start in enumerate(starts) if start >= len(before))
    last.entries = last.entries[first:]
    return segments


def _segment(item: JsonObject) -> list[Segment]:
    entries, word_key = _entries(item)
    text_key = next((key for key in _TEXT_KEYS if isinstance(item.get(key), str)), None)
    if text_key is not None and not entries:
        entries = _tokens(item, item[text_key])
        return [Segment(item, item[text_key], entries, text_key=text_key, keeps_words=True)]
    if text_key is not None:
        return [Segment(item, item[text_key], entries, word_key, text_key)]
    if not entries:
        return []
    words = [entry[word_key] for entry in entries]
    has_spaces = any(word[:1].isspace() for word in words)
    text = "".join(words) if has_spaces else joined_texts(words)
    return [Segment(item, text, entries, word_key)]


def _tokens(item: JsonObject, text: str) -> list[JsonObject]:
    """Return pieces of words with their times, as sherpa-onnx writes them beside its text."""
    tokens, times = item.get("tokens"), item.get("timestamps")
    if not isinstance(tokens, list) or not isinstance(times, list) or len(tokens) != len(times):
        return []
    if not all(isinstance(token, str) for token in tokens):
        return []
    if "".join(map(letters, tokens)) != letters(text):
        return []
    told = [number({"start": time}, "start") for time in times]
    return [{"word": token, "start": at} for token, at in zip(tokens, told, strict=True)]


def _entries(item: JsonObject) -> tuple[list[JsonObject], str]:
    for key in _WORDS_KEYS:
        for word_key in _WORD_KEYS:
            if _are_words(item.get(key), word_key):
                return item[key], word_key
    return [], "word"


def _are_words(entries: object, word_key: str) -> bool:
    if not isinstance(entries, list) or not entries:
        return False
    return all(isinstance(e, dict) and isinstance(e.get(word_key), str) for e in entries)


def _is_silent_message(value: JsonObject) -> bool:
    """Whether a recogniser heard nothing: Vosk's partial messages, an empty object."""
    return isinstance(value.get("partial"), str) or value == {}
