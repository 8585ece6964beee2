"""Advanced SubStation and its forerunner: the words of dialogues; all else stays, sign for sign."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import CueLayout
from engine.transcripts.formats.text import BYTE_ORDER_MARK
from engine.transcripts.formats.timed_cues import (
    CueEnd,
    CueStart,
    Kept,
    TimedCueCollector,
    shown_lines,
    speaker_of,
)
from engine.transcripts.lines import LinePiece, line_pieces
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import speakers_in
from engine.transcripts.transcript import Literal, Part, Transcript, Turn, bounded
from engine.transcripts.turns import TurnReader
from engine.transcripts.words import cue_line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_COLUMNS = (
    *("layer", "start", "end", "style", "name"),
    *("marginl", "marginr", "marginv", "effect", "text"),
)
_TIME = re.compile(r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})[.:,](\d{1,3})\s*")
_TOKEN = re.compile(r"(?P<block>\{[^{}\r\n]*(?:\}|(?P<cut>\Z)|(?=\{)))|(?P<space>\\[Nnh])")
_DRAWING = re.compile(r"\\p(\d+)")
_BLOCK = re.compile(r"\{[^{}\r\n]*\}")
_MARKUP = re.compile(r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}")  # of any subtitles
_SHOWN = {"\\N": "\n", "\\n": " ", "\\h": " "}
_WARNINGS_LIMIT = 20
_HEAD = """\
[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, \
Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,20,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,\
0,0,0,0,100,100,0,0,1,2,2,2,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""


class AssTranscript(Transcript):
    """The dialogues as one document; their times are evidence of pauses."""

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file once, to know what is wrong with it.

        Raises:
            TranscriptFormatError: not one dialogue has times that can be read.
        """
        super().__init__(form, source.path, source.encoding)
        self._source = source
        self._speakers = speakers_in(self._lines())
        timed = 0
        for part in self._scan(self.warnings):
            if isinstance(part, CueStart):
                timed += part.times_s is not None
        if self.warnings and not timed:
            line = self.warnings[0].line
            raise TranscriptFormatError(self.path, "no cue with times that can be read", line)

    def parts(self) -> Iterator[Part]:
        return self._scan([])

    def renamed_text(self, part: Part, text: str) -> str:
        if isinstance(part, Turn | Literal) and part.speaker in self.renamed:
            return text.replace(part.speaker, _as_field(self.renamed[part.speaker]))
        return text

    def collector(self) -> TimedCueCollector:
        return TimedCueCollector(_BLOCK)

    def _lines(self) -> Iterator[str]:
        """Yield what dialogues show, line by line."""
        with self._source.open_text() as stream:
            for piece in line_pieces(stream):
                if piece.starts_line and piece.text.lower().startswith("dialogue:"):
                    shown = piece.text.split(",", len(_COLUMNS) - 1)[-1]
                    yield from _BLOCK.sub("", shown).split(r"\N")

    def _scan(self, warnings: list[TranscriptFormatError]) -> Iterator[Part]:
        if self._source.has_byte_order_mark:
            yield Literal(BYTE_ORDER_MARK)
        scanner = _Scanner(self._speakers)
        number = 0
        with self._source.open_text() as stream:
            for piece in line_pieces(stream):
                number += piece.lines * piece.starts_line
                yield from scanner.parts(piece)
                if scanner.fault and len(warnings) < _WARNINGS_LIMIT:
                    warnings.append(TranscriptFormatError(self.path, scanner.fault, number))


class AssWriter(SentenceWriter):
    """Dialogues in one style; `Name` tells who speaks."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._layout = CueLayout()
        stream.write(_HEAD)

    def write(self, sentence: Sentence) -> None:
        for cue in self._layout.cues(sentence):
            self._write_cue(cue.start_s, cue.end_s, sentence.speaker, list(cue.lines))

    def write_text(self, text: RestoredText, title: str = "") -> None:
        if text.layout is not Layout.CUES:
            super().write_text(text, title)
            return
        for cue in text.stretches:
            lines = shown_lines(cue, _MARKUP)
            self._write_cue(cue.start_s or 0.0, cue.end_s or 0.0, speaker_of(cue), lines)

    def _write_cue(self, start_s: float, end_s: float, speaker: str, lines: list[str]) -> None:
        times = f"{_written(start_s)},{_written(end_s)}"
        text = r"\N".join(lines).replace("{", "(").replace("}", ")")  # no style's begin
        self._stream.write(f"Dialogue: 0,{times},Default,{_as_field(speaker)},0,0,0,,{text}\n")


class _Scanner:
    """Knows line by line in which section it is, and what the columns are.

    Attributes:
        fault: what is wrong with the line that was read last.
    """

    def __init__(self, speakers: Container[str] = ()) -> None:
        self.fault: Message | None = None
        self._reader = TurnReader(speakers, cue_line_parts)
        self._in_events = False
        self._columns: tuple[str, ...] = _COLUMNS
        self._speaker = ""
        self._in_dialogue = False
        self._in_block = False
        self._in_drawing = False
        self._times_s: tuple[float, float] | None = None

    def parts(self, piece: LinePiece) -> Iterator[Part]:
        """Return the parts of the piece of a line that comes next."""
        self.fault = None
        text = piece.text
        if piece.starts_line:
            kind, colon, _ = text.partition(":")
            kind = kind.strip().lower()
            self._in_dialogue = self._in_block = self._in_drawing = False
            if text.startswith("["):
                self._in_events = text.strip().lower() == "[events]"
            elif self._in_events and colon and kind == "format":
                self._learn_columns(text)
            elif self._in_events and kind == "dialogue" and colon:
                yield from self._dialogue(text)
                return
        if not self._in_dialogue:
            yield Kept(text)
            return
        yield from self._text(text, starts_line=False, is_word_part=piece.is_word_part)

    def _learn_columns(self, line: str) -> None:
        names = tuple(name.strip().lower() for name in line.partition(":")[2].split(","))
        if names[-1] == "text" and {"start", "end"} <= set(names):
            self._columns = tuple("name" if name == "actor" else name for name in names)

    def _dialogue(self, line: str) -> Iterator[Part]:
        kind, colon, rest = line.partition(":")
        fields = rest.split(",", len(self._columns) - 1)
        if len(fields) < len(self._columns):
            self.fault = Message("the times of this cue cannot be read")
            yield Kept(line)
            return
        named = dict(zip(self._columns, fields, strict=True))
        self._in_dialogue = True
        self._times_s = _read_times(named["start"], named["end"])
        if self._times_s is None:
            self.fault = Message("the times of this cue cannot be read")
        elif self._times_s[1] < self._times_s[0]:
            self.fault = Message("this cue ends before it begins")
        head = kind + colon + "".join(f"{field}," for field in fields[:-1])
        yield from self._head(head, named.get("name", ""))
        yield from self._text(fields[-1], starts_line=True)

    def _head(self, head: str, field: str) -> Iterator[Part]:
        speaker = field.strip()
        at = self._columns.index("name") if "name" in self._columns else 0
        begin = head.index(":") + 1 if speaker else len(head)
        for _ in range(at if speaker else 0):
            begin = head.index(",", begin) + 1
        yield Kept(head[:begin])
        end = begin + len(field) * bool(speaker)
        if speaker != self._speaker:
            self._speaker = speaker
            yield Turn(speaker, head[begin:end])
        else:
            yield Kept(head[begin:end], speaker=speaker)
        yield CueStart(head[end:], times_s=self._times_s)

    def _text(self, text: str, *, starts_line: bool, is_word_part: bool = False) -> Iterator[Part]:
        body = text.rstrip("\r\n")
        parts = list(self._body(body, starts_line=starts_line, is_word_part=is_word_part))
        yield from bounded(parts, *self._times_s or (None, None)) if starts_line else parts
        if len(body) < len(text):
            yield CueEnd(text[len(body) :])

    def _body(self, body: str, *, starts_line: bool, is_word_part: bool) -> Iterator[Part]:
        at = 0
        if self._in_block:
            at = body.find("}") + 1 or len(body)
            self._in_block = not body[:at].endswith("}")
            yield Kept(body[:at])
        begin = at
        for token in _TOKEN.finditer(body, at):
            block = token["block"] or ""
            if block and token["cut"] is None and not block.endswith("}"):
                continue  # a brace alone
            drawing = _DRAWING.findall(block)
            if block.startswith("{\\") and block.endswith("}") and not drawing:
                continue  # it may stand within a word
            yield from self._run(body[begin : token.start()], starts_line, is_word_part)
            yield Kept(token.group(), shown=_SHOWN.get(token.group(), ""))
            self._in_block = token["cut"] is not None
            self._in_drawing = int(drawing[-1][:4]) > 0 if drawing else self._in_drawing
            begin = token.end()
            starts_line = starts_line or token.group() == r"\N"
        yield from self._run(body[begin:], starts_line, is_word_part)

    def _run(self, text: str, starts_line: bool, is_word_part: bool) -> Iterator[Part]:  # noqa: FBT001
        if self._in_drawing:
            yield from [Kept(text)] if text else []
        elif text:
            is_read = not is_word_part
            parts = self._reader.parts(text, starts_line=starts_line) if is_read else None
            yield from [Literal(text)] if parts is None else parts


def _read_times(start: str, end: str) -> tuple[float, float] | None:
    found = _TIME.fullmatch(start), _TIME.fullmatch(end)
    if found[0] is None or found[1] is None:
        return None
    return _seconds(found[0]), _seconds(found[1])


def _seconds(found: re.Match[str]) -> float:
    hours, minutes, seconds = (int(it) for it in found.groups()[:3])
    return float(f"{hours * 3600 + minutes * 60 + seconds}.{found[4]}")


def _written(time_s: float) -> str:
    minutes, hundredths = divmod(round(time_s * 100), 6000)
    seconds, hundredths = divmod(hundredths, 100)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}.{hundredths:02}"


def _as_field(name: str) -> str:
    """Return a name that can stand in a column."""
    return " ".join(name.replace(",", " ").split())
