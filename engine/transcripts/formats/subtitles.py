"""SRT, WebVTT and SBV: everything but the marks and the case of words stays, sign for sign.

A scanner of its own instead of pysubs2, which drops WebVTT's header, notes, styles, positions and
voices and takes a malformed line of times for text, without a word and without its number.
"""

from __future__ import annotations

import html
import re
from collections import deque
from collections.abc import Container, Iterable, Iterator
from enum import Enum, auto
from pathlib import Path
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import CueLayout
from engine.transcripts.formats.text import BYTE_ORDER_MARK
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText, SpeakerLabel, StretchPiece
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import Label, read_label, speakers_in
from engine.transcripts.transcript import (
    Collector,
    Literal,
    Part,
    Slot,
    Transcript,
    Turn,
    bounded,
)
from engine.transcripts.turns import TurnReader
from engine.transcripts.words import cue_line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?", re.DOTALL)
_SBV_TIMING = re.compile(rf"\s*{_TIME.replace('[,.]', '[.]')},{_TIME.replace('[,.]', '[.]')}\s*")
_LOOKS_TIMED = re.compile(r"-->|^\s*\d{1,2}:\d{2}(?::\d{2})?[,.:]\d+\s*[-–—>]")
_OTHER_TAG = re.compile(r"<(?!/?[biu]>)[^<>\r\n]*>|\{\\[^{}\r\n]*\}")
_BRACED = re.compile(r"\{\\[^{}\r\n]*\}")
_VOICE = re.compile(r"\s*(?:[-–]\s*)?<v(?:\.[^\s<>]*)?\s+(?P<name>[^<>\r\n]+)>")
_OTHER_SPEAKER = re.compile(r"\s*(?:>>+\s*|[-–]\s+(?=[^\W\d_])|[-–](?=[^\W\d_]))")
_WARNINGS_LIMIT = 20
_CUE_LIMIT = 10_000
_BLOCKS_WITHOUT_WORDS = ("NOTE", "STYLE", "REGION", "WEBVTT")


class SubtitleTranscript(Transcript):
    """The cues of a file as one document; words stay in their cues and lines.

    Cue times are evidence of pauses: the first word of a cue has its start, the last its end.
    """

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file once, to know what is wrong with it.

        Raises:
            TranscriptFormatError: not one cue has times that can be read.
        """
        super().__init__(form, source.path, source.encoding)
        self._source = source
        self._inspect()

    def parts(self) -> Iterator[Part]:
        return self._scan(_Scanner(self.path, self._speakers))

    def collector(self) -> CueCollector:
        return CueCollector()

    def renamed_text(self, part: Part, text: str) -> str:
        if isinstance(part, Turn | Literal) and "<v" in text and part.speaker in self.renamed:
            new = html.escape(self.renamed[part.speaker], quote=False)
            return text.replace(html.escape(part.speaker, quote=False), new)
        return super().renamed_text(part, text)

    def _inspect(self) -> None:
        scanner = _Scanner(self.path, reads_words=False)
        texts = 0

        def lines() -> Iterator[str]:
            nonlocal texts
            for part in self._scan(scanner):
                line = part.text if isinstance(part, Literal) else ""
                texts += bool(line.strip())
                if not looks_timed(line) and not line.strip().isdigit():
                    yield line

        read = lines()
        self._speakers = speakers_in(read)
        deque(read, maxlen=0)  # names are not looked for in all
        self.warnings = scanner.warnings
        if texts and not scanner.timed_cues:
            line = scanner.warnings[0].line if scanner.warnings else 1
            raise TranscriptFormatError(self.path, "no cue with times that can be read", line)

    def _scan(self, scanner: _Scanner) -> Iterator[Part]:
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        with self._source.open_text() as stream:
            for piece, following in _with_next(line_pieces(stream)):
                yield from scanner.line(piece, following)
            yield from scanner.end()


class CueCollector(Collector):
    """A stretch a cue; numbers, notes and styles are left out, words outside of cues are not."""

    layout = Layout.CUES

    def __init__(self) -> None:
        super().__init__()
        self._times_s: tuple[float, float] | None = None
        self._last_times_s = (0.0, 0.0)

    def take(self, part: Part, text: str) -> None:
        times_s = read_times(text) if isinstance(part, Literal) else None
        if times_s is not None:
            self._close_cue(number_follows=True)
            self._times_s = times_s
        elif self._times_s is None and not isinstance(part, Slot):
            return
        elif isinstance(part, Literal) and not text.strip() and self._is_at_line_start(text):
            self._close_cue(number_follows=False)
        else:
            self._times_s = self._times_s or self._last_times_s
            self.add(part, text)

    def text(self) -> RestoredText:
        self._close_cue(number_follows=False)
        return super().text()

    def _is_at_line_start(self, text: str) -> bool:
        """True for an empty line, which ends a cue."""
        before = self.pieces[-1] if self.pieces else "\n"
        ends_line = isinstance(before, str) and before.endswith(("\n", "\r"))
        return ends_line and text.endswith(("\n", "\r"))

    def _close_cue(self, *, number_follows: bool) -> None:
        pieces = self.pieces
        last = pieces[-1] if pieces and number_follows else ""
        if isinstance(last, str) and last.strip().isdigit():
            pieces.pop()  # of the next cue, which no empty line separates
        while pieces and isinstance(pieces[-1], str) and not pieces[-1].strip():
            pieces.pop()
        if self._times_s is not None:
            self.close(self._times_s)
            self._last_times_s = self._times_s
        self.pieces, self._times_s = [], None


class SubtitleWriter(SentenceWriter):
    """Numbered cues in SRT; in WebVTT a header and then cues; in SBV cues alone."""

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
            return self._named(piece.speaker)
        return piece if isinstance(piece, str) else piece.text

    def _named(self, speaker: str) -> str:
        """Return what tells who speaks: in WebVTT in every cue, in SRT where that changes."""
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
        times = between.join(_written(time_s, decimal_sign=sign) for time_s in (start_s, end_s))
        self._stream.write(f"{number}{times}\n{text}\n\n")


class _Place(Enum):
    BETWEEN = auto()
    IN_CUE = auto()
    IN_BLOCK = auto()


class _Scanner:
    """Knows line by line where in the file it is; holds one cue."""

    def __init__(
        self, path: Path, speakers: Container[str] = (), *, reads_words: bool = True
    ) -> None:
        self._path = path
        self._reader = TurnReader(speakers, cue_line_parts, read_cue_label)
        self._reads_words = reads_words
        self._place = _Place.BETWEEN
        self._number = 0
        self._cue: list[Part] = []
        self._times_s: tuple[float, float] | None = None
        self.timed_cues = 0
        self.warnings: list[TranscriptFormatError] = []

    def line(self, piece: LinePiece, following: str) -> Iterator[Part]:
        """Take a line, with the one behind it in sight."""
        self._number += piece.lines * piece.starts_line
        text = piece.text
        if not text.strip():
            yield from self._leave(text)
        elif looks_timed(text) and piece.starts_line:
            yield from self._enter_cue(text)
        elif self._place is _Place.IN_BLOCK:
            yield Literal(text)
        elif looks_timed(following) and self._may_be_identifier(text):
            yield from self._leave(text)
        elif self._place is _Place.BETWEEN and text.startswith(_BLOCKS_WITHOUT_WORDS):
            self._place = _Place.IN_BLOCK
            yield Literal(text)
        else:
            self._take_text(piece)
            if len(self._cue) > _CUE_LIMIT:
                yield from self.end()

    def end(self) -> Iterator[Part]:
        """Yield what is left of the cue, its times at its first and its last word."""
        yield from bounded(self._cue, *self._times_s or (None, None))
        self._cue, self._times_s = [], None

    def _leave(self, text: str) -> Iterator[Part]:
        yield from self.end()
        self._place = _Place.BETWEEN
        yield Literal(text)

    def _may_be_identifier(self, text: str) -> bool:
        return self._place is _Place.BETWEEN or text.strip().isdigit()

    def _enter_cue(self, text: str) -> Iterator[Part]:
        yield from self._leave(text)
        self._place = _Place.IN_CUE
        self._times_s = read_times(text)
        if self._times_s is None:
            self._warn(Message("the times of this cue cannot be read"))
            return
        self.timed_cues += 1
        if self._times_s[1] < self._times_s[0]:
            self._warn(Message("this cue ends before it begins"))

    def _take_text(self, piece: LinePiece) -> None:
        if self._place is _Place.BETWEEN:
            self._warn(Message("text outside of any cue"))
            self._place = _Place.IN_CUE
        is_word = self._reads_words and not piece.is_word_part
        parts = self._reader.parts(piece.text, starts_line=piece.starts_line) if is_word else None
        self._cue += [Literal(piece.text)] if parts is None else parts

    def _warn(self, reason: Message) -> None:
        if len(self.warnings) < _WARNINGS_LIMIT:
            self.warnings.append(TranscriptFormatError(self._path, reason, self._number))


def read_cue_label(line: str, speakers: Container[str], before: Label | None) -> Label | None:
    """Return who speaks from here on: a voice of WebVTT, a name, or a sign that it is another."""
    voice = _VOICE.match(line)
    if voice:
        return Label(voice.group(), html.unescape(voice["name"]).strip())
    label = read_label(line, speakers, before)
    other = _OTHER_SPEAKER.match(line) if label is None else None
    return Label(other.group(), is_another=True) if other else label


def _with_next(pieces: Iterable[LinePiece]) -> Iterator[tuple[LinePiece, str]]:
    """Yield each piece with the text of the line behind it, empty at the end."""
    held: LinePiece | None = None
    for piece in pieces:
        if held:
            yield held, piece.text if piece.starts_line else ""
        held = piece
    if held:
        yield held, ""


def read_times(line: str) -> tuple[float, float] | None:
    """Return start and end of a cue in seconds, None where this is no line of times."""
    found = _TIMING.fullmatch(line) or _SBV_TIMING.fullmatch(line)
    if found is None:
        return None
    groups = found.groups()
    return _seconds(groups[:4]), _seconds(groups[4:])


def looks_timed(line: str) -> bool:
    """True for a line that is, or was meant to be, the times of a cue."""
    return _LOOKS_TIMED.search(line) is not None or _SBV_TIMING.fullmatch(line) is not None


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (group or "0" for group in groups)
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return whole + int(fraction.ljust(3, "0")) / 1000


def _written(time_s: float, *, decimal_sign: str) -> str:
    """Return a time as `00:00:00,000`; SRT has a comma, WebVTT a point."""
    whole_ms = round(time_s * 1000)
    hours, rest_ms = divmod(whole_ms, 3_600_000)
    minutes, rest_ms = divmod(rest_ms, 60_000)
    seconds, thousandths = divmod(rest_ms, 1000)
    return f"{hours:02}:{minutes:02}:{seconds:02}{decimal_sign}{thousandths:03}"


def _srt_markup(text: str) -> str:
    """Leave only what SRT has: bold, italic and underlined."""
    return html.unescape(_OTHER_TAG.sub("", text))


def _vtt_markup(text: str) -> str:
    """Escape what is no tag; an entity stays one."""
    text = _BRACED.sub("", text)
    text = re.sub(r"&(?!(?:[A-Za-z]+|#\d+);)", "&amp;", text)
    return re.sub(r"<(?!/?[A-Za-z0-9])", "&lt;", text).replace("-->", "--&gt;")
