"""JSON transcripts: the same structure comes out, with new text and new words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.errors import TranscriptFormatError
from engine.transcripts.json_decoding import (
    DECODER,
    NotKeptError,
    depth_exceeds,
    has_too_many_values,
)
from engine.transcripts.json_segments import JsonPiece, find_segments, rewrite_whole
from engine.transcripts.source import Source
from engine.transcripts.transcript import Part, PieceEnd

_SIZE_LIMIT_CHARACTERS = 64 << 20
_DEPTH_LIMIT = 64
_WARNINGS_LIMIT = 20
_UNREADABLE_LIMIT = 1000
_VAIN_CHARACTERS = 4 << 20  # read of values that then turn out to be none
_COUNTED_CHARACTERS = 256 << 20  # json counts the lines before each failure
_SPACE = re.compile(r"\s*")
_INDENT = re.compile(r"[\[{]\r?\n( +|\t+)")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonTranscript:
    """One JSON value, or several one behind another: JSON lines, Vosk's printed messages.

    A value in the middle that cannot be read is kept as it stands, with a warning.
    """

    def __init__(self, source: Source) -> None:
        """Read the file whole; JSON has no other way.

        Raises:
            TranscriptFormatError: malformed, too large, too deep, or not a transcript.
        """
        self.path: Path = source.path
        self.encoding: str = source.encoding
        self.warnings: list[TranscriptFormatError] = []
        self._counted_to, self._line = 0, 1
        self._failures: dict[int, TranscriptFormatError] = {}
        self._vain = self._counted = 0
        with source.open_text() as stream:
            self._text = stream.read(_SIZE_LIMIT_CHARACTERS + 1).removeprefix("\ufeff")
        if len(self._text) > _SIZE_LIMIT_CHARACTERS:
            raise TranscriptFormatError(self.path, "more than 64 million characters of JSON")
        if has_too_many_values(self._text):
            raise TranscriptFormatError(self.path, "more than two million values of JSON")
        self._warn_and_check()

    def parts(self) -> Iterator[Part]:
        """Read the text of every segment; the words of the file are one document."""
        for value in self._values():
            for segment in value.segments:
                yield from segment.parts()
                yield PieceEnd(segment)
            yield PieceEnd(value)

    def render(self, filled: Iterable[tuple[Part, str]]) -> Iterator[str]:
        """Rewrite the values in place and yield them as they are finished."""
        collected: list[str] = []
        for part, text in filled:
            if isinstance(part, PieceEnd):
                yield part.piece.finish("".join(collected))
                collected = []
            else:
                collected.append(text)

    def _warn_and_check(self) -> None:
        has_values = is_known = False
        for value in self._values():
            has_values = True
            is_known |= value.is_known
            if value.warning and len(self.warnings) < _WARNINGS_LIMIT:
                self.warnings.append(value.warning)
        if has_values and not is_known:
            raise TranscriptFormatError(
                self.path, "JSON, but not a transcript of a shape that is known"
            )

    def _values(self) -> Iterator[_Value]:
        at = first = _skip_space(self._text, 0)
        layout = _Layout.of(self._text)
        unreadable = 0
        while at < len(self._text):
            value, end = self._value(at, layout, is_first=at == first)
            unreadable += value.is_unreadable
            if unreadable > _UNREADABLE_LIMIT:  # each costs the time to tell its place
                raise value.warning or self._told("JSON that is no transcript", at)
            at = _skip_space(self._text, end)
            value.space = self._text[end:at]
            yield value

    def _value(self, at: int, layout: _Layout, *, is_first: bool) -> tuple[_Value, int]:
        if at in self._failures:
            return self._unreadable(at, layout)
        try:
            content, end = DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            failure = TranscriptFormatError(self.path, f"malformed JSON: {error.msg}", error.lineno)
            if is_first or self._costs_too_much(error.pos, at):
                raise failure from error
            self._failures[at] = failure
            return self._unreadable(at, layout)
        except NotKeptError as error:
            raise self._told(str(error), at) from error
        except (ValueError, RecursionError) as error:
            reason = "JSON that is nested too deeply or a huge number"
            raise TranscriptFormatError(self.path, reason) from error
        if depth_exceeds(content, _DEPTH_LIMIT):
            raise TranscriptFormatError(self.path, "JSON that is nested too deeply")
        segments = find_segments(content)
        if segments is None:
            told = self._told("JSON that is no transcript", at)
            return _Value(None, [], layout, self._text[at:end], told), end
        value = _Value(content, segments, layout)
        if not all(s.entries_agree for s in segments if s.entries):
            value.warning = self._told("words and text differ; the words are left alone", at)
        return value, end

    def _unreadable(self, at: int, layout: _Layout) -> tuple[_Value, int]:
        end = _next_line(self._text, at)
        raw, failure = self._text[at:end], self._failures[at]
        return _Value(None, [], layout, raw, failure, is_unreadable=True), end

    def _costs_too_much(self, failed_at: int, begin: int) -> bool:
        self._vain += failed_at - begin
        self._counted += failed_at
        return self._vain > _VAIN_CHARACTERS or self._counted > _COUNTED_CHARACTERS

    def _told(self, reason: str, at: int) -> TranscriptFormatError:
        if at < self._counted_to:
            self._counted_to, self._line = 0, 1
        self._line += self._text.count("\n", self._counted_to, at)
        self._counted_to = at
        return TranscriptFormatError(self.path, reason, self._line)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the file writes JSON."""

    indent: str | None
    is_ascii: bool

    @classmethod
    def of(cls, text: str) -> _Layout:
        found = _INDENT.search(text)
        return cls(found.group(1) if found else None, text.isascii())

    def write(self, content: object) -> str:
        text = json.dumps(content, ensure_ascii=self.is_ascii, indent=self.indent)
        if _LONE_SURROGATE.search(text):
            return json.dumps(content, ensure_ascii=True, indent=self.indent)
        return text


@dataclass(slots=True)
class _Value:
    """A JSON value of the file, with the white space behind it.

    `raw` is its source text where it is malformed or no transcript: it is kept as it stands.
    """

    content: object
    segments: list[JsonPiece]
    layout: _Layout
    raw: str | None = None
    warning: TranscriptFormatError | None = None
    space: str = ""
    is_unreadable: bool = False

    @property
    def is_known(self) -> bool:
        return self.raw is None

    def finish(self, _: str, /) -> str:
        """Return the value as JSON, its whole text made from that of its segments."""
        if self.raw is not None:
            return self.raw + self.space
        if isinstance(self.content, dict):
            rewrite_whole(self.content, self.segments)
        return self.layout.write(self.content) + self.space


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _next_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
