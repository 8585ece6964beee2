"""Timed Text (TTML, DFXP): the words of paragraphs; all else stays, sign for sign.

lxml says whether it is XML that can be trusted; it does not tell where in the file a text stood,
so a scanner of its own reads it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from engine.errors import TranscriptFormatError
from engine.messages import Message
from engine.transcripts.formats.cue_layout import CueLayout
from engine.transcripts.formats.docx import writable
from engine.transcripts.formats.html_page import MarkedUpText, read_marked_up_label
from engine.transcripts.formats.text import BYTE_ORDER_MARK
from engine.transcripts.formats.timed_cues import (
    CueEnd,
    CueStart,
    Kept,
    TimedCueCollector,
    shown_lines,
    speaker_of,
)
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout, RestoredText
from engine.transcripts.source import Source
from engine.transcripts.speaker_labels import speakers_in
from engine.transcripts.transcript import (
    Literal,
    Part,
    PieceEnd,
    TranscriptInPieces,
    Turn,
    bounded,
)
from engine.transcripts.turns import TurnReader
from engine.transcripts.words import cue_line_parts
from engine.transcripts.writer import SentenceWriter
from engine.types import Sentence

_MOST_CHARACTERS = 32 << 20
_WARNINGS_LIMIT = 20
_TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"
    r"|<(?P<end>/?)(?P<tag>[^\s<>/!?]+)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>|[^<]+|<",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"\s([^\s=<>\"'/]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_DECLARED = re.compile(r"(\A\ufeff?<\?xml[^>]*?encoding\s*=\s*[\"'])[^\"']*")
_TAG = re.compile(r"<[^<>]*>")
_MARKUP = re.compile(r"<[^<>\r\n]*>|\{\\[^{}\r\n]*\}")  # of any subtitles
_CLOCK = re.compile(r"(\d{1,4}):(\d\d):(\d\d)(?:\.(\d{1,9})|:(\d{1,3})(?:\.\d+)?)?")
_OFFSET = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(h|ms|m|s|f|t)")
_UNIT_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_NAMESPACE = "http://www.w3.org/ns/ttml"


class TtmlTranscript(TranscriptInPieces):
    """The paragraphs as one document; their times are evidence of pauses."""

    def __init__(self, source: Source, form: Format) -> None:
        """Read the file whole.

        Raises:
            TranscriptFormatError: too large, no well-formed XML, with a DTD, or no timed text.
        """
        super().__init__(form, source.path, source.encoding)
        with source.open_text() as stream:
            text = stream.read(_MOST_CHARACTERS + 1)
        if len(text) > _MOST_CHARACTERS:
            raise TranscriptFormatError(source.path, "subtitles of more than 32 MB")
        self._text = _DECLARED.sub(r"\1UTF-8", text) if not _is_utf_8(source) else text
        self._check()
        self._bom = BYTE_ORDER_MARK if source.has_byte_order_mark else ""
        self._clock, self._names = self._read_head()
        self._speakers = speakers_in(
            text for paragraph in self._root.iter("{*}p") for text in paragraph.itertext()
        )
        unreadable = sum(isinstance(p, _UntimedStart) for p in self.parts())
        self.warnings = [
            TranscriptFormatError(self.path, Message("the times of this cue cannot be read"))
        ] * min(unreadable, _WARNINGS_LIMIT)

    def parts(self) -> Iterator[Part]:
        if self._bom:
            yield from _kept(Kept(self._bom))
        places = [_Place()]
        reader = TurnReader(self._speakers, cue_line_parts, read_marked_up_label)
        speaking = ""
        naming = False
        paragraph: list[str] | None = None
        for token in _TOKEN.finditer(self._text):
            text, tag = token.group(), _local(token["tag"] or "")
            is_empty = text.endswith("/>")
            if paragraph is not None:
                if tag != "p":
                    paragraph.append(text)
                    continue
                yield from self._words("".join(paragraph), places.pop(), reader)
                yield from _kept(CueEnd(text))
                paragraph = None
            elif not tag or is_empty:
                is_name = naming and not tag and text[0] != "<" and bool(text.strip())
                name = _plain(text) if is_name else ""
                yield from _kept(Kept(text, speaker=name if name in self._renamable else ""))
            elif token["end"]:
                places = places[:-1] or [_Place()]
                naming = False
                yield from _kept(Kept(text))
            else:
                places.append(self._place(text, places[-1]))
                naming = tag == "name"
                if tag != "p":
                    yield from _kept(Kept(text))
                    continue
                place = places[-1]
                if place.speaker != speaking:
                    speaking = place.speaker
                    yield Turn(speaking)
                start = _UntimedStart if place.is_malformed else CueStart
                yield from _kept(start(text, times_s=place.times_s))
                paragraph = []

    def renamed_text(self, part: Part, text: str) -> str:
        if isinstance(part, Turn | Literal) and part.speaker in self.renamed:
            old = text.strip() if _plain(text) == part.speaker else _escaped(part.speaker)
            return text.replace(old, _escaped(self.renamed[part.speaker])) if old else text
        return text

    def collector(self) -> TimedCueCollector:
        return TimedCueCollector(_TAG)

    def _check(self) -> None:
        from lxml import etree  # type: ignore[import-untyped]

        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            content = _DECLARED.sub(r"\1UTF-8", self._text.removeprefix(BYTE_ORDER_MARK))
            root = etree.fromstring(content.encode(), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            reason = Message("not XML that can be read")
            raise TranscriptFormatError(self.path, reason) from error
        if root.getroottree().docinfo.doctype or _local_of(root.tag) != "tt":
            raise TranscriptFormatError(self.path, "not timed text (TTML) that can be read")
        self._root = root

    def _read_head(self) -> tuple[_Clock, dict[str, str]]:
        """Return how times are counted, and the names of agents by their ids."""
        told = {_local_of(name): value for name, value in self._root.attrib.items()}
        names: dict[str, str] = {}
        self._renamable = set()
        for agent in self._root.iter("{*}agent"):
            name = next((it.text.strip() for it in agent.iter("{*}name") if it.text), "")
            key = agent.get("{http://www.w3.org/XML/1998/namespace}id", "")
            names[key] = name or key
            self._renamable |= {name} if name else set()
        return _Clock.of(told), names

    def _place(self, tag: str, outer: _Place) -> _Place:
        """Return where an element stands: when, and who speaks there."""
        told = {_local(name): _plain(one or other) for name, one, other in _ATTRIBUTE.findall(tag)}
        speaker = outer.speaker
        if "agent" in told:
            speaker = ", ".join(self._names.get(key, key) for key in told["agent"].split())
        begin_s, end_s, dur_s = (self._seconds(told, name) for name in ("begin", "end", "dur"))
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

    def _seconds(self, told: dict[str, str], name: str) -> float | None:
        return self._clock.seconds(told[name].strip()) if name in told else None

    def _words(self, markup: str, place: _Place, reader: TurnReader) -> Iterator[Part]:
        """Yield a paragraph's words; spans stay within its lines."""
        piece = MarkedUpText(markup)
        parts: list[Part] = []
        line, inside = "", 0  # elements that hold no text to be read
        for token in _TOKEN.finditer(piece.text):
            text, tag = token.group(), _local(token["tag"] or "")
            is_read = not inside and (
                tag == "span" or (text[0] != "<" and not text.isspace()) or text.isspace()
            )
            if is_read and not ("\n" in text or "\r" in text):
                line += text
                continue
            if is_read and text[0] != "<":
                lines = (line + text).splitlines(keepends=True)
                for whole in lines[:-1]:
                    parts += reader.parts(whole)
                line = lines[-1]
                continue
            parts += reader.parts(line) if line else []
            line = ""
            if tag and not text.endswith("/>") and tag != "span":
                inside += -1 if token["end"] else 1
            parts.append(Kept(text, shown="\n" if tag == "br" and not inside else ""))
        parts += reader.parts(line) if line else []
        yield from bounded(parts, *place.times_s or (None, None))
        yield PieceEnd(piece)


class TtmlWriter(SentenceWriter):
    """A paragraph a cue; who speaks is known in the head, so all is written at the end."""

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
            lines = shown_lines(cue, _MARKUP)
            self._add_cue(cue.start_s or 0.0, cue.end_s or 0.0, speaker_of(cue), lines)

    def close(self) -> None:
        title = f"<ttm:title>{_escaped(self._title)}</ttm:title>\n" if self._title else ""
        agents = "".join(
            f'<ttm:agent type="person" xml:id="{key}">'
            f'<ttm:name type="full">{_escaped(name)}</ttm:name></ttm:agent>\n'
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
        text = "<br/>".join(map(_escaped, lines))
        times = f'begin="{_written(start_s)}" end="{_written(end_s)}"'
        self._paragraphs.append(f"<p {times}{agent}>{text}</p>\n")


@dataclass(frozen=True, slots=True)
class _UntimedStart(CueStart):
    """A paragraph whose times cannot be read."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element tells those within it."""

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
        """Read the parameters of the root element; the specification has their defaults."""
        frames = _number(told.get("frameRate", "")) or 30.0
        multiplier = [_number(it) or 1.0 for it in told.get("frameRateMultiplier", "").split()]
        rate = frames * multiplier[0] / multiplier[1] if len(multiplier) == 2 else frames
        sub_frames = _number(told.get("subFrameRate", "")) or 1.0
        ticks = rate * sub_frames if "frameRate" in told else 1.0
        return cls(rate, _number(told.get("tickRate", "")) or ticks)

    def seconds(self, time: str) -> float | None:
        """Return a time expression in seconds, None where it is none."""
        if found := _OFFSET.fullmatch(time):
            unit = {**_UNIT_S, "f": 1 / self.frame_rate, "t": 1 / self.tick_rate}[found[2]]
            return float(found[1]) * unit
        if found := _CLOCK.fullmatch(time):
            whole = int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])
            return whole + float(f"0.{found[4] or 0}") + int(found[5] or 0) / self.frame_rate
        return None


class _Markup:
    """Markup between paragraphs: nothing of it is rewritten."""

    def finish(self, text: str, /) -> str:
        return text


def _kept(part: Kept) -> Iterator[Part]:
    yield part
    yield PieceEnd(_Markup())


def _is_utf_8(source: Source) -> bool:
    return source.encoding in {"utf-8", "utf-8-sig", "ascii"}


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d{1,9}", text) else 0.0


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _local_of(name: str) -> str:
    return name.rpartition("}")[2]


def _plain(markup: str) -> str:
    return html.unescape(markup).strip()


def _escaped(text: str) -> str:
    return html.escape(writable(text), quote=False)


def _written(time_s: float) -> str:
    minutes, thousandths = divmod(round(time_s * 1000), 60_000)
    seconds, thousandths = divmod(thousandths, 1000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}.{thousandths:03}"
