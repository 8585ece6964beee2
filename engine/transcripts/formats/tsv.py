"""Whisper's tab-separated values: begin and end in milliseconds, and the text of a segment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.formats.text import BYTE_ORDER_MARK
from engine.transcripts.lines import line_pieces
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import Collector, Literal, Part, Transcript, Turn, bounded
from engine.transcripts.words import line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_HEAD = "start\tend\ttext"
_TIMES = re.compile(r"(\d{1,12})\t(\d{1,12})\t")


class TsvTranscript(Transcript):
    """The segments as one document; a line without times is kept as it stands."""

    def __init__(self, source: Source, form: Format) -> None:
        """Look at the head of the file.

        Raises:
            TranscriptFormatError: another table than Whisper's.
        """
        super().__init__(form, source.path, source.encoding)
        self._source = source
        with source.open_text() as stream:
            head = stream.readline(len(_HEAD) + 3).removeprefix(BYTE_ORDER_MARK)
            pieces = line_pieces(stream)
            self._speakers = speakers_in(it.text.rpartition("\t")[2] for it in pieces)
        if head.rstrip("\r\n").lower() != _HEAD:
            raise TranscriptFormatError(
                self.path, "a table, but not one of start, end and text as Whisper writes it"
            )

    def parts(self) -> Iterator[Part]:
        """Read the file from its beginning, in bounded memory."""
        speaking = ""
        with self._source.open_text() as stream:
            for piece in line_pieces(stream):
                times = _TIMES.match(piece.text) if piece.starts_line else None
                goes_on = not piece.starts_line and not piece.is_word_part
                if times is None and not goes_on:
                    yield Literal(piece.text)
                    continue
                begin = times.end() if times else 0
                yield from [Literal(piece.text[:begin])] if begin else []
                bounds_s = [int(it) / 1000 for it in times.groups()] if times else [None, None]
                label = read_label(piece.text[begin:], self._speakers) if times else None
                if label and label.speaker:
                    is_same = label.speaker == speaking
                    speaking, begin = label.speaker, begin + len(label.text)
                    yield Literal(label.text) if is_same else Turn(speaking, label.text)
                yield from bounded(line_parts(piece.text[begin:], starts_line=False), *bounds_s)

    def collector(self) -> RowCollector:
        return RowCollector()


class RowCollector(Collector):
    """A stretch a row, with its times."""

    layout = Layout.SEGMENTS

    def __init__(self) -> None:
        super().__init__()
        self._times_s: tuple[float, float] | None = None

    def take(self, part: Part, text: str) -> None:
        times = _TIMES.fullmatch(text) if isinstance(part, Literal) else None
        if times is not None:
            self._times_s = int(times[1]) / 1000, int(times[2]) / 1000
        elif self._times_s is not None:
            ends_row = isinstance(part, Literal) and text.endswith(("\n", "\r"))
            self.add(part, text.rstrip("\r\n") if ends_row else text)
            if ends_row:
                self.close(self._times_s)
                self._times_s = None

    def close(self, times_s: tuple[float, float] | tuple[None, None] = (None, None)) -> None:
        super().close(self._times_s or times_s)


class TsvWriter(SentenceWriter):
    """A sentence a row; tabs and line ends within it become spaces."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._end_s = 0.0
        stream.write(_HEAD + "\n")

    def write(self, sentence: Sentence) -> None:
        words = timed_words(sentence, self._end_s)
        start_s, self._end_s = words[0].start_s, words[-1].end_s
        named = f"{sentence.speaker}: " if sentence.speaker else ""
        text = " ".join((named + sentence.text).split())
        self._stream.write(f"{round(start_s * 1000)}\t{round(self._end_s * 1000)}\t{text}\n")
