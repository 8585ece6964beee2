"""Writes what was transcribed as text, SRT, WebVTT or JSON, sentence by sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Protocol, TextIO

from engine.errors import SettingsError
from engine.text.spacing import gap
from engine.transcripts.cue_times import write_time
from engine.transcripts.cues import Cue, CueLayout
from engine.types import Sentence, Word


class SentenceWriter(Protocol):
    """Writes sentences as they are committed."""

    def write(self, sentence: Sentence) -> None:
        """Write one sentence."""
        ...

    def close(self) -> None:
        """Write what ends the file; the stream stays open, it belongs to the caller."""
        ...


def open_writer(format_name: str, stream: TextIO) -> SentenceWriter:
    """Return a writer of one of the formats `txt`, `srt`, `vtt`, `json`.

    Raises:
        SettingsError: no such format.
    """
    writers: dict[str, Callable[[TextIO], SentenceWriter]] = {
        "txt": TextWriter,
        "srt": SrtWriter,
        "vtt": VttWriter,
        "json": JsonWriter,
    }
    if format_name not in writers:
        raise SettingsError("format", f"{format_name} is none of {', '.join(writers)}")
    return writers[format_name](stream)


class TextWriter:
    """One paragraph, never wrapped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._before = ""

    def write(self, sentence: Sentence) -> None:
        """Write one sentence."""
        first, last = sentence.surfaces[0], sentence.surfaces[-1]
        space = gap(self._before, first, sentence.between_scripts)
        self._stream.write(space + sentence.text)
        self._before = last

    def close(self) -> None:
        """End the line."""
        if self._before:
            self._stream.write("\n")


class SrtWriter:
    """Numbered cues."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._layout = CueLayout()
        self._number = 0

    def write(self, sentence: Sentence) -> None:
        """Write the cues of one sentence."""
        for cue in self._layout.cues(sentence):
            self._number += 1
            self._stream.write(f"{self._number}\n{_timing(cue, ',')}\n")
            self._stream.write("\n".join(cue.lines) + "\n\n")

    def close(self) -> None:
        """Nothing ends an SRT file."""


class VttWriter:
    """A header, then cues."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._layout = CueLayout()
        self._stream.write("WEBVTT\n\n")

    def write(self, sentence: Sentence) -> None:
        """Write the cues of one sentence."""
        for cue in self._layout.cues(sentence):
            lines = "\n".join(_escaped(line) for line in cue.lines)
            self._stream.write(f"{_timing(cue, '.')}\n{lines}\n\n")

    def close(self) -> None:
        """Nothing ends a WebVTT file."""


class JsonWriter:
    """`{"sentences": [{"text", "start", "end", "words": [{"text", "start", "end", …}]}]}`.

    Times in seconds, `confidence` 0..1; null where unknown. One sentence a line.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._before = '{"sentences": [\n'

    def write(self, sentence: Sentence) -> None:
        """Write one sentence on a line of its own."""
        starts_s = [word.start_s for word in sentence.words if word.start_s is not None]
        ends_s = [word.end_s for word in sentence.words if word.end_s is not None]
        pairs = zip(sentence.words, sentence.surfaces, strict=True)
        content = {
            "text": sentence.text,
            "start": starts_s[0] if starts_s else None,
            "end": ends_s[-1] if ends_s else None,
            "words": [_word_object(word, surface) for word, surface in pairs],
        }
        self._stream.write(self._before + json.dumps(content, ensure_ascii=False))
        self._before = ",\n"

    def close(self) -> None:
        """Close the list."""
        is_empty = self._before != ",\n"
        self._stream.write('{"sentences": []}\n' if is_empty else "\n]}\n")


def _timing(cue: Cue, decimal_sign: str) -> str:
    start = write_time(cue.start_s, decimal_sign=decimal_sign)
    return f"{start} --> {write_time(cue.end_s, decimal_sign=decimal_sign)}"


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _word_object(word: Word, surface: str) -> dict[str, str | float | None]:
    return {
        "text": surface,
        "start": word.start_s,
        "end": word.end_s,
        "confidence": word.confidence,
    }
