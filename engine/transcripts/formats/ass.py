"""Advanced SubStation and SubStation Alpha: the words of dialogues; all else stays unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.transcripts.formats.cue_layout import CueLayout
from engine.transcripts.formats.cue_transcript import TIMES_UNREADABLE, CueTranscript
from engine.transcripts.formats.rolling_captions import CueLine
from engine.transcripts.formats.text import lines_of
from engine.transcripts.passages import Change, Cue, Places
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_COLUMNS = (
    *("layer", "start", "end", "style", "name"),
    *("marginl", "marginr", "marginv", "effect", "text"),
)
_TIME = re.compile(r"\s*(\d{1,4}):(\d{1,2}):(\d{1,2})[.:,](\d{1,3})\s*")
_TOKEN = re.compile(r"\{[^{}\r\n]*\}|(?P<space>\\[Nnh])")
_DRAWING = re.compile(r"\\p(\d+)")
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


class AssTranscript(CueTranscript):
    """The dialogues as one document; their times are evidence of pauses."""

    is_collapsed = True
    places: Places

    def __init__(self, source: Source, form: Format) -> None:
        """Find the dialogues.

        Raises:
            TranscriptFormatError: no dialogue has readable times.
        """
        super().__init__(source, form)
        self.places = Places(_as_text)
        self._found: list[CueLine] = []
        self._named: list[tuple[int, str]] = []  # columns with names
        has_times = self._read()
        self.text = self.places.text
        self._take(self._found)
        if self.warnings and not has_times:
            line = self.warnings[0].line
            raise TranscriptFormatError(self.path, "no cue whose times can be read", line)

    def names_in_file(self, names: Mapping[str, str]) -> Iterator[Change]:
        yield from super().names_in_file({old: _as_field(new) for old, new in names.items()})
        for start, speaker in self._named:
            if speaker in names:
                yield Change(start, start + len(speaker), _as_field(names[speaker]))

    def _read(self) -> bool:
        """Read the lines of the file; return whether any dialogue has times."""
        in_events = has_times = False
        at = 0
        columns: tuple[str, ...] = _COLUMNS
        for number, line in enumerate(lines_of(self.file), 1):
            start, at = at, at + len(line)
            kind, colon, rest = line.partition(":")
            kind = kind.strip().lower()
            if line.startswith("["):
                in_events = line.strip().lower() == "[events]"
            elif in_events and colon and kind == "format":
                columns = _columns(rest) or columns
            elif in_events and colon and kind == "dialogue":
                fields = rest.split(",", len(columns) - 1)
                if len(fields) < len(columns):
                    self._warn(TIMES_UNREADABLE, number)
                else:
                    cue = self._dialogue(dict(zip(columns, fields, strict=True)), number, start)
                    has_times |= cue.start_s is not None
        return has_times

    def _dialogue(self, fields: dict[str, str], number: int, start: int) -> Cue:
        cue = self._cue(_read_times(fields["start"], fields["end"]), number)
        at = self.file.index(":", start) + 1
        for name, field in fields.items():
            if name == "name" and field.strip():
                self._named.append((at + field.index(field.strip()), field.strip()))
            at += len(field) + 1
        body = fields["text"].rstrip("\r\n")
        self._add_body(body, at - 1 - len(fields["text"]), fields.get("name", "").strip(), cue)
        return cue

    def _add_body(self, body: str, start: int, speaker: str, cue: Cue) -> None:
        """Add what a dialogue shows, line by line, without styles and drawings."""
        places = self.places
        at, in_drawing, begin = 0, False, places.length
        for token in (*_TOKEN.finditer(body), None):
            end = token.start() if token else len(body)
            if not in_drawing:
                places.add(body[at:end], start + at, start + end)
            if token is None or token["space"] == r"\N":
                self._found.append(CueLine(begin, places.length, cue, speaker=speaker))
                places.add("\n", *((start + end, start + end + 2) if token else ()))
                begin = places.length
            elif token["space"] and not in_drawing:
                places.add(" ", start + token.start(), start + token.end())
            if token is not None:
                at = token.end()
                drawing = _DRAWING.findall(token.group())
                in_drawing = int(drawing[-1][:4]) > 0 if drawing else in_drawing


class AssWriter(SentenceWriter):
    """Dialogues in one style; `Name` has the speaker."""

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
            self._write_cue(cue.start_s or 0.0, cue.end_s or 0.0, cue.speaker, cue.shown_lines)

    def _write_cue(self, start_s: float, end_s: float, speaker: str, lines: list[str]) -> None:
        times = f"{_written(start_s)},{_written(end_s)}"
        text = _as_text("\n".join(lines))
        self._stream.write(f"Dialogue: 0,{times},Default,{_as_field(speaker)},0,0,0,,{text}\n")


def _as_text(text: str) -> str:
    """Return the text in a form that a dialogue shows unchanged; a brace would begin a style."""
    return text.replace("{", "(").replace("}", ")").replace("\n", r"\N")


def _columns(names: str) -> tuple[str, ...]:
    """Return the columns of a format; () if required ones are missing."""
    columns = tuple(name.strip().lower() for name in names.split(","))
    if columns[-1] != "text" or not {"start", "end"} <= set(columns):
        return ()
    return tuple("name" if name == "actor" else name for name in columns)


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
    """Return a name without characters that a column cannot have."""
    return " ".join(name.replace(",", " ").split())
