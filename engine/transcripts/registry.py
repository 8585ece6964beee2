"""All transcript formats: their file names, and the classes that read and write them.

A new format is a module in `formats/` and a value here; suffixes, choices and filters follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from engine.errors import SettingsError, TranscriptFormatError
from engine.messages import Message
from engine.transcripts.unread import unread_content, unread_kind

if TYPE_CHECKING:
    from engine.transcripts.restored import RestoredText
    from engine.transcripts.source import Source
    from engine.transcripts.transcript import Transcript
    from engine.transcripts.writer import Writer

_SNIFFED_CHARACTERS = 4096
_PAGE_IN_JSON = r"\s*\{\s*\"text\"\s*:\s*\"(?:\\[nrt]|\s)*<"


Classes = tuple["Callable[[Any, Format], Transcript]", "Callable[[Any, Format], Writer]"]


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of transcript file.

    Attributes:
        name: Its name in options, and the suffix of new files, without the dot.
        title: Its name for people.
        suffixes: Suffixes of its files, in lower case.
        classes: Loads its reader and writer classes.
        read_only_suffixes: Suffixes of files that are read the same way, but never written.
        begins: How its content begins, if that rules out other formats and prose.
        can_write: It can be written as a new file.
        needs_times: It cannot hold a text without times.
        carries_times: It is written with times of words or cues.
        carries_speakers: It is written with names of speakers.
        carries_markup: It is written with headings, lists and bold words.
        is_text: Its files are text, and can be written sentence by sentence.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    classes: Callable[[], Classes]
    read_only_suffixes: tuple[str, ...] = ()
    begins: re.Pattern[str] | None = None
    can_write: bool = True
    needs_times: bool = False
    carries_times: bool = False
    carries_speakers: bool = True
    carries_markup: bool = False
    is_text: bool = True

    def can_hold(self, text: RestoredText) -> bool:
        """Whether it can be written, and the text has any times it needs."""
        return self.can_write and (text.is_timed or not self.needs_times)

    def open_transcript(self, source: Source) -> Transcript:
        """Open a file of this format; raises TranscriptFormatError if it is not one."""
        return self.classes()[0](source, self)

    def write(self, text: RestoredText, stream: TextIO | BinaryIO, title: str = "") -> None:
        if text.has_markup and not self.carries_markup:
            text = text.without_markup()
        writer = self.open_writer(stream)
        writer.write_text(text, title)
        writer.close()

    def open_writer(self, stream: TextIO | BinaryIO) -> Writer:
        return self.classes()[1](stream, self)


def _text() -> Classes:
    from engine.transcripts.formats.text import TextTranscript, TextWriter

    return TextTranscript, TextWriter


def _markdown() -> Classes:
    from engine.transcripts.formats.markdown import MarkdownTranscript, MarkdownWriter

    return MarkdownTranscript, MarkdownWriter


def _docx() -> Classes:
    from engine.transcripts.formats.docx import DocxTranscript, DocxWriter

    return DocxTranscript, DocxWriter


def _odt() -> Classes:
    from engine.transcripts.formats.odt import OdtTranscript, OdtWriter

    return OdtTranscript, OdtWriter


def _html() -> Classes:
    from engine.transcripts.formats.html_page import HtmlTranscript, HtmlWriter

    return HtmlTranscript, HtmlWriter


def _subtitles() -> Classes:
    from engine.transcripts.formats.subtitles import SubtitleTranscript, SubtitleWriter

    return SubtitleTranscript, SubtitleWriter


def _json() -> Classes:
    from engine.transcripts.formats.json_transcript import JsonTranscript, JsonWriter

    return JsonTranscript, JsonWriter


def _otranscribe() -> Classes:
    from engine.transcripts.formats.html_page import HtmlWriter
    from engine.transcripts.formats.otranscribe import OtranscribeTranscript

    return OtranscribeTranscript, HtmlWriter


def _tsv() -> Classes:
    from engine.transcripts.formats.tsv import TsvTranscript, TsvWriter

    return TsvTranscript, TsvWriter


def _ass() -> Classes:
    from engine.transcripts.formats.ass import AssTranscript, AssWriter

    return AssTranscript, AssWriter


def _ttml() -> Classes:
    from engine.transcripts.formats.ttml import TtmlTranscript, TtmlWriter

    return TtmlTranscript, TtmlWriter


TEXT = Format("txt", "Text", (".txt", ".text"), _text)
FORMATS = (
    TEXT,
    Format("md", "Markdown", (".md", ".markdown"), _markdown, carries_markup=True),
    Format("docx", "Word document", (".docx",), _docx, carries_markup=True, is_text=False),
    Format("odt", "OpenDocument text", (".odt",), _odt, carries_markup=True, is_text=False),
    Format(
        "html",
        "Web page",
        (".html", ".htm", ".xhtml"),
        _html,
        begins=re.compile(
            r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)\b",
            re.IGNORECASE | re.DOTALL,
        ),
        carries_markup=True,
    ),
    Format(
        "srt",
        "SubRip subtitles",
        (".srt",),
        _subtitles,
        begins=re.compile(r"\s*\d+\s*\n\s*(?:\d+:)?\d\d?:\d\d(?:[,.]\d+)?\s*-->"),
        needs_times=True,
        carries_times=True,
    ),
    Format(
        "vtt",
        "WebVTT subtitles",
        (".vtt", ".webvtt"),
        _subtitles,
        begins=re.compile(r"WEBVTT\b"),
        needs_times=True,
        carries_times=True,
    ),
    Format(
        "sbv",
        "YouTube subtitles",
        (".sbv",),
        _subtitles,
        begins=re.compile(r"\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}\s*\n"),
        needs_times=True,
        carries_times=True,
    ),
    Format(
        "ass",
        "Advanced SubStation subtitles",
        (".ass", ".ssa"),
        _ass,
        begins=re.compile(r"\s*\[Script Info\]", re.IGNORECASE),
        needs_times=True,
        carries_times=True,
    ),
    Format(
        "ttml",
        "Timed Text subtitles",
        (".ttml", ".dfxp", ".itt"),
        _ttml,
        begins=re.compile(
            r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:[\w.-]+:)?tt[\s>]", re.DOTALL
        ),
        needs_times=True,
        carries_times=True,
    ),
    Format(
        "otr",
        "oTranscribe transcript",
        (".otr",),
        _otranscribe,
        begins=re.compile(_PAGE_IN_JSON),
        can_write=False,
    ),
    Format(
        "json",
        "JSON data",
        (".json",),
        _json,
        read_only_suffixes=(".jsonl", ".ndjson"),
        begins=re.compile(rf"(?!{_PAGE_IN_JSON})\s*(?:\[\s*)?\{{\s*[\"}}]"),
        carries_times=True,
    ),
    Format(
        "tsv",
        "Whisper's table",
        (".tsv",),
        _tsv,
        begins=re.compile(r"start\tend\ttext\r?\n", re.IGNORECASE),
        needs_times=True,
        carries_times=True,
    ),
)
_OF_PROSE = FORMATS[:2]  # any other reports itself what it cannot read
_BY_SUFFIX = {
    suffix: form for form in FORMATS for suffix in (*form.suffixes, *form.read_only_suffixes)
}
SUFFIXES = tuple(_BY_SUFFIX)
TITLES = tuple(form.title for form in FORMATS)
READ_OPTIONS = tuple(form.name for form in FORMATS)
WRITTEN_OPTIONS = tuple(form.name for form in FORMATS if form.can_write)


def format_named(name: str) -> Format:
    """Return the format with this name.

    Raises:
        SettingsError: there is none.
    """
    names = {form.name: form for form in FORMATS}
    if name not in names:
        raise _unknown(name, names)
    return names[name]


def format_by_name_of(path: Path) -> Format | None:
    """Return the format suggested by a file's name; None if there is none."""
    return _BY_SUFFIX.get(path.suffix.lower())


def written_format(path: Path) -> Format | None:
    """Return the format for a new file with this name; None if the name does not say.

    Raises:
        SettingsError: the name asks for a format that cannot be written.
    """
    form = format_by_name_of(path)
    if form is None and unread_kind(path) is None:
        return None
    if form is not None and form.can_write and path.suffix.lower() in form.suffixes:
        return form
    reason = Message(
        "Fermata cannot write {suffix}; the name should end in {suffixes}",
        suffix=path.suffix,
        suffixes=", ".join(f".{name}" for name in WRITTEN_OPTIONS),
    )
    raise SettingsError("--output", reason)


def read_transcript(origin: Path | BinaryIO, option: str | None = None) -> Transcript:
    """Open a transcript; its content decides the format or, failing that, its name.

    Args:
        origin: A file, or a stream of bytes such as standard input.
        option: One of `READ_OPTIONS`, to override both.

    Raises:
        TranscriptFormatError: unreadable, binary, in an unknown encoding, malformed, or of an
            unsupported kind.
        SettingsError: no such format.
    """
    from engine.transcripts.source import read_source

    named = format_by_name_of(origin) if isinstance(origin, Path) else None
    form = None if option is None else format_named(option)
    if isinstance(origin, Path) and not (form or named) and (reason := unread_kind(origin)):
        raise TranscriptFormatError(origin, reason)
    source = read_source(origin)
    if form is None and named is not None and not named.is_text:
        form = named
    return (form or _format_by_content(source, named)).open_transcript(source)


def _unknown(name: str, known: Iterable[str]) -> SettingsError:
    formats = ", ".join(known)
    reason = Message("{format} is not one of {formats}", format=name, formats=formats)
    return SettingsError("format", reason)


def _format_by_content(source: Source, named: Format | None) -> Format:
    head = source.text[:_SNIFFED_CHARACTERS].removeprefix("\ufeff")
    if named is not None and named.begins is not None and named.begins.match(head):
        return named
    found = next((form for form in FORMATS if form.begins and form.begins.match(head)), None)
    if (found or named or TEXT) in _OF_PROSE and (reason := unread_content(head)):
        raise TranscriptFormatError(source.path, reason)
    return found or named or TEXT
