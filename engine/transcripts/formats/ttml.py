"""Timed Text (TTML, DFXP): the words of paragraphs; all else stays unchanged.

References outside the file are not followed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import CueLayout, written_time
from engine.transcripts.formats.cue_transcript import CueTranscript
from engine.transcripts.formats.rolling_captions import CueLine
from engine.transcripts.formats.xml_text import Kind, XmlError, escaped, read_xml
from engine.transcripts.passages import Change, Cue, Places
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_MOST_CHARACTERS = 32 << 20
_DECLARED = re.compile(r"<\?xml[^>]*?encoding\s*=\s*[\"'](?P<encoding>[^\"']*)")
_XML_ID = "http://www.w3.org/XML/1998/namespace id"
_CLOCK = re.compile(r"(\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,9})|:(\d{1,3})(?:\.\d+)?)?")
_OFFSET = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)")
_UNIT_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_NAMESPACE = "http://www.w3.org/ns/ttml"


class TtmlTranscript(CueTranscript):
    """The paragraphs as one document; their times are evidence of pauses."""

    is_collapsed = True
    places: Places

    def __init__(self, source: Source, form: Format) -> None:
        """Extract the text of the paragraphs.

        Raises:
            TranscriptFormatError: too large, not well-formed XML, with a DTD, or not timed text.
        """
        super().__init__(source, form)
        if len(self.file) > _MOST_CHARACTERS:
            raise TranscriptFormatError(source.path, "the subtitles are larger than 32 MB")
        self.places = Places(escaped)
        self._found: list[CueLine] = []
        self._named: list[tuple[str, int, int]] = []  # names and their places
        try:
            self._names = self._read_names()
            self._read(self.places)
        except XmlError as error:
            reason = Message("not readable XML")
            raise TranscriptFormatError(self.path, reason) from error
        self.text = self.places.text
        self._take(self._found)

    def names_in_file(self, names: Mapping[str, str]) -> Iterator[Change]:
        yield from super().names_in_file(names)
        for name, start, end in self._named:
            if name in names:
                yield Change(start, end, escaped(names[name]))

    def announced(self) -> Iterator[Change]:
        found = _DECLARED.match(self.file)
        if found and self.encoding not in {"utf-8", "utf-8-sig", "ascii"}:
            yield Change(found.start("encoding"), found.end(), "UTF-8")

    def _read_names(self) -> dict[str, str]:
        """Return the names of agents by id, and record their places."""
        names: dict[str, str] = {}
        agent, told = "", None
        for event in read_xml(self.file):
            tag = _local(event.name)
            if event.kind is Kind.START and tag == "agent":
                agent = (event.attributes or {}).get(_XML_ID, "")
                names[agent] = agent
            elif event.kind is Kind.START and tag == "name":
                told = event.end
            elif event.kind is Kind.END and tag == "name" and told is not None:
                spelt = self.file[told : event.start]
                if (name := html.unescape(spelt.strip())) and names.get(agent) == agent:
                    names[agent] = name
                    start = told + len(spelt) - len(spelt.lstrip())
                    self._named.append((name, start, start + len(spelt.strip())))
        return names

    def _read(self, places: Places) -> None:  # noqa: C901  a case per event
        """Read the paragraphs."""
        outer = [_Place()]
        clock: _Clock | None = None
        skipped = 0
        paragraph: _Lines | None = None
        for event in read_xml(self.file):
            tag = _local(event.name)
            if event.kind is Kind.START:
                told = {_local(name): it for name, it in (event.attributes or {}).items()}
                if clock is None and tag != "tt":
                    raise TranscriptFormatError(self.path, "not readable timed text (TTML)")
                clock = clock or _Clock.of(told)
                outer.append(self._place(told, outer[-1], clock))
                if paragraph is None and tag == "p":
                    place = outer[-1]
                    is_told = place.times_s or place.is_malformed
                    cue = self._cue(place.times_s) if is_told else Cue()
                    paragraph = _Lines(places, place.speaker, cue)
                elif paragraph is not None:
                    skipped += tag not in {"span", "br"}
                    if tag == "br" and not skipped:
                        paragraph.end("\n", event.start, event.end)
                    elif skipped == 1 and tag not in {"span", "br"}:
                        paragraph.end("")
            elif event.kind is Kind.END:
                outer.pop()
                if paragraph is not None and tag == "p" and not skipped:
                    paragraph.end("\n")
                    self._found += paragraph.lines
                    paragraph = None
                elif paragraph is not None:
                    skipped -= tag not in {"span", "br"}
            elif event.kind is Kind.TEXT and paragraph is not None and not skipped:
                places.add(event.text, event.start, event.end)
        if clock is None:
            raise XmlError("it is empty")

    def _place(self, told: dict[str, str], outer: _Place, clock: _Clock) -> _Place:
        """Return the times and speaker that apply to an element."""
        speaker = outer.speaker
        if "agent" in told:
            speaker = ", ".join(self._names.get(key, key) for key in told["agent"].split())
        begin_s, end_s, dur_s = (
            clock.seconds(told[name].strip()) if name in told else None
            for name in ("begin", "end", "dur")
        )
        is_malformed = any(
            name in told and value is None
            for name, value in (("begin", begin_s), ("end", end_s), ("dur", dur_s))
        )
        base_s = outer.begin_s + (begin_s or 0.0)
        until_s = base_s + dur_s if dur_s is not None else None
        if end_s is not None:
            until_s = outer.begin_s + end_s
        is_timed = begin_s is not None and until_s is not None and not is_malformed
        times_s = (base_s, until_s) if is_timed and until_s is not None else None
        return _Place(base_s, times_s, speaker, is_malformed)


class _Lines:
    """The lines of a paragraph, as they are put into the text."""

    def __init__(self, places: Places, speaker: str, cue: Cue) -> None:
        self.lines: list[CueLine] = []
        self._places, self._speaker, self._cue = places, speaker, cue
        self._begin, self._starts_line = places.length, True

    def end(self, sign: str, start: int = -1, end: int = -1) -> None:
        """End a line with a sign, or split it without one."""
        if self._places.length > self._begin:
            line = self._begin, self._places.length, self._cue, self._starts_line, self._speaker
            self.lines.append(CueLine(*line))
        self._places.add(sign, start, end)
        self._begin, self._starts_line = self._places.length, bool(sign)


class TtmlWriter(SentenceWriter):
    """A paragraph per cue; the head lists the speakers, so everything is written at the end."""

    def __init__(self, stream: TextIO, form: Format) -> None:
        super().__init__(stream, form)
        self._layout = CueLayout()
        self._agents: dict[str, str] = {}
        self._paragraphs: list[str] = []
        self._title = ""

    def write(self, sentence: Sentence) -> None:
        for cue in self._layout.cues(sentence):
            self._add_cue(cue.start_s, cue.end_s, sentence.speaker, list(cue.lines))

    def write_text(self, text: RestoredText, title: str = "") -> None:
        self._title = title
        if text.layout is not Layout.CUES:
            super().write_text(text, title)
            return
        for cue in text.stretches:
            self._add_cue(cue.start_s or 0.0, cue.end_s or 0.0, cue.speaker, cue.shown_lines)

    def close(self) -> None:
        title = f"<ttm:title>{escaped(self._title)}</ttm:title>\n" if self._title else ""
        agents = "".join(
            f'<ttm:agent type="person" xml:id="{key}">'
            f'<ttm:name type="full">{escaped(name)}</ttm:name></ttm:agent>\n'
            for name, key in self._agents.items()
        )
        self._stream.write(
            f'<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="{_NAMESPACE}"'
            f' xmlns:ttm="{_NAMESPACE}#metadata" xml:lang="">\n'
            f"<head>\n<metadata>\n{title}{agents}</metadata>\n</head>\n<body>\n<div>\n"
        )
        self._stream.writelines(self._paragraphs)
        self._stream.write("</div>\n</body>\n</tt>\n")

    def _add_cue(self, start_s: float, end_s: float, speaker: str, lines: list[str]) -> None:
        agent = ""
        if speaker:
            key = self._agents.setdefault(speaker, f"agent{len(self._agents) + 1}")
            agent = f' ttm:agent="{key}"'
        text = "<br/>".join(map(escaped, lines))
        times = f'begin="{written_time(start_s)}" end="{written_time(end_s)}"'
        self._paragraphs.append(f"<p {times}{agent}>{text}</p>\n")


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element passes on to those within it."""

    begin_s: float = 0.0
    times_s: tuple[float, float] | None = None
    speaker: str = ""
    is_malformed: bool = False


@dataclass(frozen=True, slots=True)
class _Clock:
    """How many frames and ticks make a second."""

    frame_rate: float
    tick_rate: float

    @classmethod
    def of(cls, told: dict[str, str]) -> _Clock:
        """Read the parameters of the root element, with the defaults of the specification."""
        frames = _number(told.get("frameRate", "")) or 30.0
        multiplier = [_number(it) or 1.0 for it in told.get("frameRateMultiplier", "").split()]
        rate = frames * multiplier[0] / multiplier[1] if len(multiplier) == 2 else frames
        sub_frames = _number(told.get("subFrameRate", "")) or 1.0
        ticks = rate * sub_frames if "frameRate" in told else 1.0
        return cls(rate, _number(told.get("tickRate", "")) or ticks)

    def seconds(self, time: str) -> float | None:
        """Return a time expression in seconds; None if it is not one."""
        if found := _OFFSET.fullmatch(time):
            unit = {**_UNIT_S, "f": 1 / self.frame_rate, "t": 1 / self.tick_rate}[found[2]]
            return float(found[1]) * unit
        if found := _CLOCK.fullmatch(time):
            whole = int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])
            return whole + float(f"0.{found[4] or 0}") + int(found[5] or 0) / self.frame_rate
        return None


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,9}", text) else 0.0


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
