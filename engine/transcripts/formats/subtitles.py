"""SRT, WebVTT and SBV: all but the marks and case of words stays unchanged.

Has its own scanner instead of pysubs2, which drops WebVTT's header, notes, styles, positions and
voices, and silently takes malformed times for text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import groupby, zip_longest
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import CueLayout, written_time
from engine.transcripts.formats.cue_transcript import CueTranscript
from engine.transcripts.formats.rolling_captions import CueLine
from engine.transcripts.formats.text import lines_of
from engine.transcripts.passages import Change, Cue, renamed, replacement
from engine.transcripts.registry import Format
from engine.transcripts.restored import MARKUP, Layout, RestoredText, SpeakerLabel, StretchPiece
from engine.transcripts.source import Source
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_TO_SECONDS = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})"
_TIME = rf"{_TO_SECONDS}(?:[,.](\d{{1,9}}))?"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?", re.DOTALL)
_SBV_TIME = rf"{_TO_SECONDS}\.(\d{{1,9}})"
_SBV_TIMING = re.compile(rf"\s*{_SBV_TIME},{_SBV_TIME}\s*")
_LOOKS_TIMED = re.compile(r"-->|^\s*\d{1,2}:\d{2}(?::\d{2})?[,.:]\d+\s*[-–—>]")
_OTHER_TAG = re.compile(r"<(?!/?[biu]>)[^<>\r\n]*>|\{\\[^{}\r\n]*\}")
_OPENED = re.compile(r"<(?!/|v)[^<>\r\n]*>(?!.*</)")  # opened in a label, and closed after it
_BRACED = re.compile(r"\{\\[^{}\r\n]*\}")
_MANY_CHARACTERS = 200
_FASTEST = 60  # characters a second, four times the pace of speech
_BLOCKS_WITHOUT_WORDS = ("NOTE", "STYLE", "REGION", "WEBVTT")


class SubtitleTranscript(CueTranscript):
    """The cues of a file whose text is the file itself."""

    def __init__(self, source: Source, form: Format) -> None:
        """Find the cues.

        Raises:
            TranscriptFormatError: no cue has readable times.
        """
        super().__init__(source, form)
        lines = lines_of(self.text)
        self._take([*self._scan(lines)])
        self._check_pace()
        if any(map(str.strip, lines)) and not self._has_times:
            line_number = self.warnings[0].line if self.warnings else 1
            raise TranscriptFormatError(self.path, "no cue whose times can be read", line_number)

    def names_in_file(self, names: Mapping[str, str]) -> Iterator[Change]:
        for passage in self._labelled() if names else ():
            label = self.text[passage.label : passage.start]
            if "<v" in label and passage.is_named and passage.speaker in names:
                old = html.escape(passage.speaker, quote=False)
                new = html.escape(names[passage.speaker], quote=False)
                yield from replacement(passage.label, label, label.replace(old, new))
            else:
                yield from renamed(self.text, [passage], names)

    def _scan(self, lines: Sequence[str]) -> Iterator[CueLine]:
        """Yield the lines of cues."""
        place, cue = _Place.BETWEEN, Cue()
        self._has_times = False
        at = 0
        for number, (line, following) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), 1):
            start, at = at, at + len(line)
            may_be_identifier = place is _Place.BETWEEN or line.strip().isdigit()
            if not line.strip("\r\n"):
                place = _Place.BETWEEN
            elif not line.strip():  # does not end a cue
                continue
            elif looks_timed(line):
                times_s = read_times(line)
                self._has_times |= times_s is not None
                place, cue = _Place.IN_CUE, self._cue(times_s, number)
                if not following.strip():  # an empty cue is still a cue
                    yield CueLine(at, at, cue)
            elif place is _Place.IN_BLOCK:
                continue
            elif looks_timed(following) and may_be_identifier:
                place = _Place.BETWEEN
            elif place is _Place.BETWEEN and line.startswith(_BLOCKS_WITHOUT_WORDS):
                place = _Place.IN_BLOCK
            else:
                if place is _Place.BETWEEN:
                    self._warn(Message("text outside any cue"), number)
                    place, cue = _Place.IN_CUE, Cue()
                yield CueLine(start, start + len(line.rstrip("\r\n")), cue)

    def _check_pace(self) -> None:
        """Warn about cues with more text than fits their time, such as a whole talk."""
        for cue, group in groupby(self._lines, key=lambda it: it.cue):
            if cue.start_s is None or cue.end_s is None or cue.is_reversed:
                continue
            lines = list(group)
            shown = (MARKUP.sub("", self.text[line.start : line.end]) for line in lines)
            count = sum(len(line.strip()) for line in shown)
            lasts_s = cue.end_s - cue.start_s
            if count > max(_MANY_CHARACTERS, _FASTEST * lasts_s):
                reason = Message(
                    "{count} characters in a cue of {seconds} seconds",
                    count=count,
                    seconds=round(lasts_s, 1),
                )
                self._warn(reason, 1 + self.text.count("\n", 0, lines[0].start))


class _Place(Enum):
    BETWEEN = auto()
    IN_CUE = auto()
    IN_BLOCK = auto()


class SubtitleWriter(SentenceWriter):
    """Writes SRT with numbered cues, WebVTT with a header, SBV with cues only."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._is_vtt = form.name == "vtt"
        self._layout = CueLayout()
        self._number = 0
        self._speaker = ""
        if self._is_vtt:
            stream.write("WEBVTT\n\n")

    def write(self, sentence: Sentence) -> None:
        for cue in self._layout.cues(sentence):
            text = "\n".join(cue.lines)
            text = html.escape(text, quote=False) if self._is_vtt else text
            self._write_cue(cue.start_s, cue.end_s, self._named(sentence.speaker) + text)

    def write_text(self, text: RestoredText, title: str = "") -> None:
        if text.layout is not Layout.CUES:
            super().write_text(text, title)
            return
        for cue in text.stretches:
            written = "".join(map(self._written, cue.pieces))
            written = _vtt_markup(written) if self._is_vtt else _srt_markup(written)
            lines = (line.strip() for line in written.splitlines() if line.strip())
            self._write_cue(cue.start_s or 0.0, cue.end_s or 0.0, "\n".join(lines))

    def _written(self, piece: StretchPiece) -> str:
        if isinstance(piece, SpeakerLabel) and piece.speaker:
            return self._named(piece.speaker) + "".join(_OPENED.findall(piece.text))
        return piece if isinstance(piece, str) else piece.text

    def _named(self, speaker: str) -> str:
        """Return the speaker's label: in WebVTT for every cue, in SRT when the speaker changes."""
        if self._is_vtt:
            return f"<v {html.escape(speaker, quote=False)}>" if speaker else ""
        before, self._speaker = self._speaker, speaker
        return f"{speaker}: " if speaker and speaker != before else ""

    def _write_cue(self, start_s: float, end_s: float, text: str) -> None:
        self._number += 1
        number = f"{self._number}\n" if self._form.name == "srt" else ""
        sign, between = {"srt": (",", " --> "), "vtt": (".", " --> "), "sbv": (".", ",")}[
            self._form.name
        ]
        times = between.join(written_time(time_s, sign) for time_s in (start_s, end_s))
        self._stream.write(f"{number}{times}\n{text}\n\n")


def read_times(line: str) -> tuple[float, float] | None:
    """Return start and end of a cue in seconds; None if this is not a line of times."""
    found = _TIMING.fullmatch(line) or _SBV_TIMING.fullmatch(line)
    if found is None:
        return None
    groups = found.groups()
    return _seconds(groups[:4]), _seconds(groups[4:])


def looks_timed(line: str) -> bool:
    """Whether a line is, or was meant to be, the times of a cue."""
    return _LOOKS_TIMED.search(line) is not None or _SBV_TIMING.fullmatch(line) is not None


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (group or "0" for group in groups)
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + float(f"0.{fraction}")


def _srt_markup(text: str) -> str:
    """Leave only the markup of SRT: bold, italic and underlined."""
    return html.unescape(_OTHER_TAG.sub("", text))


def _vtt_markup(text: str) -> str:
    """Escape what is not a tag; an entity stays one."""
    text = _BRACED.sub("", text)
    text = re.sub(r"&(?!(?:[A-Za-z]+|#\d+);)", "&amp;", text)
    return re.sub(r"<(?!/?[A-Za-z0-9])", "&lt;", text).replace("-->", "--&gt;")
