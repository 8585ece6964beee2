"""Whisper's tab-separated values: start and end in milliseconds, and a segment's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.formats.text import lines_of
from engine.transcripts.passages import Cue, Passage
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import read_label, speakers_in
from engine.transcripts.transcript import Transcript
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_HEAD = "start\tend\ttext"
_TIMES = re.compile(r"(\d{1,12})\t(\d{1,12})\t")


class TsvTranscript(Transcript):
    """The segments as one document; a line without times is kept as it is."""

    layout = Layout.SEGMENTS

    def __init__(self, source: Source, form: Format) -> None:
        """Check the header of the file.

        Raises:
            TranscriptFormatError: it is not Whisper's table.
        """
        super().__init__(source, form)
        head, *rows = lines_of(self.text) or [""]
        self._speakers = speakers_in(row.rpartition("\t")[2] for row in rows)
        if head.rstrip("\r\n").lower() != _HEAD:
            raise TranscriptFormatError(
                self.path, "a table, but not Whisper's, with start, end and text"
            )

    def passages(self) -> Iterator[Passage]:
        speaker, at = "", 0
        for row in lines_of(self.text):
            start, at = at, at + len(row)
            times = _TIMES.match(row)
            if times is None:
                continue
            text = row[times.end() :].rstrip("\r\n")
            label = read_label(text, self._speakers)
            named = label is not None and label.speaker
            is_turn = bool(named) and named != speaker
            speaker = named or speaker
            begin = start + times.end()
            yield Passage(
                begin + (len(label.text) if label and named else 0),
                begin + len(text),
                begin,
                is_named=bool(named),
                speaker=speaker,
                is_turn=is_turn,
                starts_line=False,
                cue=Cue(*(int(it) / 1000 for it in times.groups())),
            )


class TsvWriter(SentenceWriter):
    """A sentence per row; tabs and line ends within it become spaces."""

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
