"""JSON transcripts: the same structure comes out, with new text and new words."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message, own_words
from engine.text.scripts import is_cjk
from engine.text.spacing import joined_texts
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.formats.json_mirrors import renew_mirrors
from engine.transcripts.formats.json_segment import rename_speakers
from engine.transcripts.formats.json_shapes import FoundText, find_text
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, times_of
from engine.transcripts.source import Source
from engine.transcripts.transcript import Collector, Part, PieceEnd, TranscriptInPieces, Turn
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_SIZE_LIMIT_CHARACTERS = 64 << 20
_DEPTH_LIMIT = 64
_MOST_VALUES = 2_000_000  # twenty hours of words with their times have less
_WARNINGS_LIMIT = 20
_UNREADABLE_LIMIT = 1000
_VAIN_CHARACTERS = 4 << 20  # read of values that then turn out to be none
_COUNTED_CHARACTERS = 256 << 20  # json counts the lines before each failure
_SPACE = re.compile(r"\s*")
_INDENT = re.compile(r"[\[{]\r?\n( +|\t+)")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonTranscript(TranscriptInPieces):
    """One JSON value, or several one behind another: JSON lines, Vosk's printed messages.

    A value in the middle that cannot be read is kept as it stands, with a warning.
    """

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file whole; JSON has no other way.

        Raises:
            TranscriptFormatError: malformed, too large, too deep, or not a transcript.
        """
        super().__init__(form, source.path, source.encoding)
        self._counted_to, self._line = 0, 1
        self._failures: dict[int, TranscriptFormatError] = {}
        self._vain = self._counted = 0
        with source.open_text() as stream:
            self._text = stream.read(_SIZE_LIMIT_CHARACTERS + 1).removeprefix("\ufeff")
        if len(self._text) > _SIZE_LIMIT_CHARACTERS:
            raise TranscriptFormatError(self.path, "more than 64 million characters of JSON")
        if sum(map(self._text.count, "[{,")) > _MOST_VALUES:  # they would fill the memory
            raise TranscriptFormatError(self.path, "more than two million values of JSON")
        found = _INDENT.search(self._text)
        indent = found.group(1) if found else None
        self._style = {"ensure_ascii": self._text.isascii(), "indent": indent}
        self._warn_and_check()

    def parts(self) -> Iterator[Part]:
        """Read the text of every segment; the words of the file are one document."""
        speaking = ""
        for value in self._values():
            value.names = self.renamed
            for segment in value.text.segments:
                for part in segment.parts():
                    if isinstance(part, Turn):
                        if part.speaker == speaking:
                            continue
                        speaking = part.speaker
                    yield part
                yield PieceEnd(segment)
            yield PieceEnd(value)

    def collector(self) -> SegmentCollector:
        return SegmentCollector()

    def _warn_and_check(self) -> None:
        has_values = is_known = False
        for value in self._values():
            has_values = True
            is_known |= value.raw is None
            if value.warning and len(self.warnings) < _WARNINGS_LIMIT:
                self.warnings.append(value.warning)
        if has_values and not is_known:
            reason = Message("JSON, but not a transcript of a shape that is known")
            raise TranscriptFormatError(self.path, reason)

    def _values(self) -> Iterator[_Value]:
        at = first = _skip_space(self._text, 0)
        unreadable = 0
        while at < len(self._text):
            value, end = self._value(at, is_first=at == first)
            unreadable += value.is_unreadable
            if unreadable > _UNREADABLE_LIMIT:  # each costs the time to tell its place
                raise value.warning or self._told(Message("JSON that is no transcript"), at)
            at = _skip_space(self._text, end)
            value.space = self._text[end:at]
            yield value

    def _value(self, at: int, *, is_first: bool) -> tuple[_Value, int]:
        if at in self._failures:
            return self._unreadable(at)
        try:
            content, end = _DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            reason = Message("malformed JSON: {detail}", detail=error.msg)
            failure = TranscriptFormatError(self.path, reason, error.lineno)
            if is_first or self._costs_too_much(error.pos, at):
                raise failure from error
            self._failures[at] = failure
            return self._unreadable(at)
        except _NotKeptError as error:
            raise self._told(own_words(error), at) from error
        except (ValueError, RecursionError) as error:
            reason = Message("JSON that is nested too deeply or a huge number")
            raise TranscriptFormatError(self.path, reason) from error
        if _depth_exceeds(content, _DEPTH_LIMIT):
            raise TranscriptFormatError(self.path, "JSON that is nested too deeply")
        text = find_text(content)
        if text is None:
            told = self._told(Message("JSON that is no transcript"), at)
            return _Value(None, raw=self._text[at:end], warning=told), end
        value = _Value(content, text, self._style)
        if not text.is_whole:
            reason = Message("a text that differs from the words beside it is left alone")
            value.warning = self._told(reason, at)
        if not all(s.entries_agree for s in text.segments if s.entries and not s.keeps_words):
            reason = Message("words and text differ; the words are left alone")
            value.warning = self._told(reason, at)
        return value, end

    def _unreadable(self, at: int) -> tuple[_Value, int]:
        end = self._text.find("\n", at)
        end = len(self._text) if end < 0 else end
        value = _Value(None, raw=self._text[at:end], warning=self._failures[at], is_unreadable=True)
        return value, end

    def _costs_too_much(self, failed_at: int, begin: int) -> bool:
        self._vain += failed_at - begin
        self._counted += failed_at
        return self._vain > _VAIN_CHARACTERS or self._counted > _COUNTED_CHARACTERS

    def _told(self, reason: Message, at: int) -> TranscriptFormatError:
        if at < self._counted_to:
            self._counted_to, self._line = 0, 1
        self._line += self._text.count("\n", self._counted_to, at)
        self._counted_to = at
        return TranscriptFormatError(self.path, reason, self._line)


class SegmentCollector(Collector):
    """A stretch a segment, with the times of its words."""

    layout = Layout.SEGMENTS

    def take(self, part: Part, text: str) -> None:
        if not isinstance(part, PieceEnd):
            self.add(part, text)
            return
        words = [piece for piece in self.pieces if isinstance(piece, RestoredWord)]
        start_s, end_s = (words[0].start_s, words[-1].end_s) if words else (None, None)
        self.close((None, None) if start_s is None or end_s is None else (start_s, end_s))


class JsonWriter(SentenceWriter):
    """As Whisper writes it: `{"segments": [{"id", "start", "end", "text", "words"}], "text"}`.

    A word has `word`, with the space before it, `start`, `end` and `probability`; times in seconds,
    null where unknown; those of a segment are then estimated from others. `speaker`, as WhisperX
    has it, stands in segments whose speaker is known. A segment a line: a sentence, or a cue, whose
    words have no times.
    """

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._texts: list[str] = []
        self._end_s: float | None = None

    def write(self, sentence: Sentence) -> None:
        first, *others = sentence.gaps
        gaps = (first if is_cjk(sentence.surfaces[0]) else " ", *others)
        words = [
            {"word": gap + text, "start": w.start_s, "end": w.end_s, "probability": w.confidence}
            for w, gap, text in zip(sentence.words, gaps, sentence.surfaces, strict=True)
        ]
        self._add(sentence.text, self._times_of(sentence), sentence.speaker, words=words)

    def write_text(self, text: RestoredText, title: str = "") -> None:
        if text.layout is not Layout.CUES:
            super().write_text(text, title)
            return
        for cue in text.stretches:
            speaker = next((word.speaker for word in cue.words), "")
            self._add(cue.plain_text, (cue.start_s, cue.end_s), speaker)

    def close(self) -> None:
        begin = '{"segments": [' if not self._texts else ""
        text = json.dumps(joined_texts(self._texts), ensure_ascii=False)
        self._stream.write(f'{begin}\n], "text": {text}}}\n')

    def _times_of(self, sentence: Sentence) -> tuple[float, float] | tuple[None, None]:
        """Return when a sentence is said, as subtitles would show it where no word of it tells."""
        if times_of(sentence) == (None, None) and self._end_s is None:
            return None, None
        words = timed_words(sentence, self._end_s or 0.0)
        self._end_s = words[-1].end_s
        return words[0].start_s, words[-1].end_s

    def _add(
        self,
        text: str,
        times_s: tuple[float | None, float | None],
        speaker: str,
        **more: object,
    ) -> None:
        start_s, end_s = times_s
        named = {"speaker": speaker} if speaker else {}
        segment = {
            "id": len(self._texts),
            "start": start_s,
            "end": end_s,
            "text": text,
            **named,
            **more,
        }
        before = ",\n" if self._texts else '{"segments": [\n'
        self._stream.write(before + json.dumps(segment, ensure_ascii=False))
        self._texts.append(text)


@dataclass(slots=True)
class _Value:
    """A JSON value of the file, with the white space behind it.

    `raw` is its source text where it is malformed or no transcript: it is kept as it stands.
    `style` is how the file writes JSON.
    """

    content: object
    text: FoundText = field(default_factory=lambda: FoundText([]))
    style: dict[str, Any] = field(default_factory=dict)
    raw: str | None = None
    warning: TranscriptFormatError | None = None
    space: str = ""
    is_unreadable: bool = False
    names: Mapping[str, str] = field(default_factory=dict)  # of speakers, by those in the file

    def finish(self, _: str, /) -> str:
        """Return the value as JSON, its whole text made from that of its segments."""
        if self.raw is not None:
            return self.raw + self.space
        renew_mirrors(self.text.mirrors, self.text.segments, self.names)
        if self.names:
            rename_speakers(self.content, self.names)
        text = json.dumps(self.content, **self.style)
        if _LONE_SURROGATE.search(text):
            text = json.dumps(self.content, **self.style | {"ensure_ascii": True})
        return text + self.space


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _NotKeptError(ValueError):
    """It is read, but would not be written again as it was."""


def _depth_exceeds(content: object, limit: int) -> bool:
    """True where lists and objects stand within each other more than `limit` deep."""
    level: list[object] = [content]
    for _ in range(limit):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: object) -> Iterable[object]:
    if isinstance(outer, dict):
        return outer.values()
    return outer if isinstance(outer, list) else ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise _NotKeptError("JSON with an object that has one key twice")
    return table


def _number(written: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise _NotKeptError("JSON with a number that is too large")
    return number


# NaN is no JSON, but Whisper's files have it, and it is written as it was read
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number)
