"""Every format of transcripts: what its files are called, and the classes that read and write it.

A new format is a module in `formats/` and a value here; suffixes, choices and filters follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from engine.errors import SettingsError
from engine.messages import Message

if TYPE_CHECKING:
    from engine.transcripts.restored import RestoredText
    from engine.transcripts.source import Source
    from engine.transcripts.transcript import Transcript
    from engine.transcripts.writer import SentenceWriter, Writer

_SNIFFED_CHARACTERS = 4096


# reads a `Source` (a path or a stream of bytes where the format is no text), and writes a stream
Classes = tuple["Callable[[Any, Format], Transcript]", "Callable[[Any, Format], Writer]"]


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of transcript files.

    Attributes:
        name: what it is called, and what the names of new files end in, behind a dot.
        title: what people call it.
        suffixes: of such files, in lower case.
        classes: loads what reads and what writes it.
        option: what `--format` calls it.
        read_only_suffixes: of files that are read in the same way, but written otherwise.
        begins: how the content begins where no name tells the format.
        needs_times: it cannot hold a text without times.
        is_text: its files are text, and can be written sentence by sentence.
        is_streamed: its files are read line by line, not held in memory.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    classes: Callable[[], Classes]
    option: str
    read_only_suffixes: tuple[str, ...] = ()
    begins: re.Pattern[str] | None = None
    needs_times: bool = False
    is_text: bool = True
    is_streamed: bool = True

    def can_hold(self, text: RestoredText) -> bool:
        """Whether the text has the times that the format needs."""
        return not self.needs_times or text.is_timed

    def open_transcript(self, origin: Source | Path | BinaryIO) -> Transcript:
        """Open a file of this format; `TranscriptFormatError` where it is none."""
        return self.classes()[0](origin, self)

    def write(self, text: RestoredText, stream: TextIO | BinaryIO, title: str = "") -> None:
        writer = self.open_writer(stream)
        writer.write_text(text, title)
        writer.close()

    def open_writer(self, stream: TextIO | BinaryIO) -> Writer:
        return self.classes()[1](stream, self)


def _text() -> Classes:
    from engine.transcripts.formats.text import TextTranscript, TextWriter

    return TextTranscript, TextWriter


def _docx() -> Classes:
    from engine.transcripts.formats.docx import DocxTranscript, DocxWriter

    return DocxTranscript, DocxWriter


def _subtitles() -> Classes:
    from engine.transcripts.formats.subtitles import SubtitleTranscript, SubtitleWriter

    return SubtitleTranscript, SubtitleWriter


def _json() -> Classes:
    from engine.transcripts.formats.json_transcript import JsonTranscript, JsonWriter

    return JsonTranscript, JsonWriter


TEXT = Format("txt", "Text", (".txt", ".text"), _text, "txt")
FORMATS = (
    TEXT,
    Format("md", "Markdown", (".md", ".markdown"), _text, "txt"),
    Format("docx", "Word document", (".docx",), _docx, "docx", is_text=False, is_streamed=False),
    Format(
        "srt",
        "SubRip subtitles",
        (".srt",),
        _subtitles,
        "srt",
        begins=re.compile(r"\ufeff?\s*\d+\s*\n\s*\d+:\d\d:\d\d[,.]\d+\s*-->"),
        needs_times=True,
    ),
    Format(
        "vtt",
        "WebVTT subtitles",
        (".vtt", ".webvtt"),
        _subtitles,
        "vtt",
        begins=re.compile(r"\ufeff?WEBVTT\b"),
        needs_times=True,
    ),
    Format(
        "json",
        "JSON data",
        (".json",),
        _json,
        "json",
        read_only_suffixes=(".jsonl", ".ndjson"),
        begins=re.compile(r"\ufeff?\s*(?:\[\s*)?\{\s*[\"}]"),
        is_streamed=False,
    ),
)
_BY_SUFFIX = {
    suffix: form for form in FORMATS for suffix in (*form.suffixes, *form.read_only_suffixes)
}
SUFFIXES = tuple(_BY_SUFFIX)
TITLES = tuple(form.title for form in FORMATS)
READ_OPTIONS = tuple(dict.fromkeys(form.option for form in FORMATS))
WRITTEN_OPTIONS = tuple(dict.fromkeys(form.option for form in FORMATS if form.is_text))


def format_named(name: str) -> Format:
    """Return a format.

    Raises:
        SettingsError: no such format.
    """
    names = {form.name: form for form in FORMATS}
    if name not in names:
        raise _unknown(name, names)
    return names[name]


def format_by_name_of(path: Path) -> Format | None:
    """Return what the name of a file tells, None where it tells nothing."""
    return _BY_SUFFIX.get(path.suffix.lower())


def read_transcript(origin: Path | BinaryIO, option: str | None = None) -> Transcript:
    """Open a transcript; the format comes from the name of the file, else from its content.

    Args:
        origin: a file, or a stream of bytes such as standard input.
        option: one of `READ_OPTIONS`, where it is known better than the name tells.

    Raises:
        TranscriptFormatError: unreadable, binary, in no known encoding, or malformed.
        SettingsError: no such format.
    """
    from engine.transcripts.source import open_source

    form = format_by_name_of(origin) if isinstance(origin, Path) else None
    if option is not None and (form is None or form.option != option):
        form = format_named(option)
    if form is not None and not form.is_text:
        return form.open_transcript(origin)
    source = open_source(origin)
    form = form or _sniffed(source)
    return form.open_transcript(source)


def open_sentence_writer(option: str, stream: TextIO) -> SentenceWriter:
    """Return what writes sentences to a stream as they come.

    Raises:
        SettingsError: it is none of `WRITTEN_OPTIONS`.
    """
    from engine.transcripts.writer import SentenceWriter

    form = format_named(option)
    writer = form.open_writer(stream) if form.is_text else None
    if not isinstance(writer, SentenceWriter):
        raise _unknown(option, WRITTEN_OPTIONS)
    return writer


def _unknown(name: str, known: Iterable[str]) -> SettingsError:
    formats = ", ".join(known)
    reason = Message("{format} is none of {formats}", format=name, formats=formats)
    return SettingsError("format", reason)


def _sniffed(source: Source) -> Format:
    with source.open_text() as stream:
        head = stream.read(_SNIFFED_CHARACTERS)
    found = (form for form in FORMATS if form.begins and form.begins.match(head))
    return next(found, TEXT)
