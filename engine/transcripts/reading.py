"""Opens a transcript file of any known format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from engine.errors import SettingsError
from engine.transcripts.docx import DocxTranscript
from engine.transcripts.json_transcript import JsonTranscript
from engine.transcripts.source import Source, open_source
from engine.transcripts.subtitles import SubtitleTranscript
from engine.transcripts.text import TextTranscript
from engine.transcripts.transcript import Transcript

FORMATS = ("txt", "srt", "vtt", "json", "docx")
_SUFFIXES = {
    ".txt": "txt",
    ".text": "txt",
    ".md": "txt",
    ".markdown": "txt",
    ".srt": "srt",
    ".vtt": "vtt",
    ".webvtt": "vtt",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".docx": "docx",
}
_MARKDOWN = {".md", ".markdown"}
_SNIFFED = (
    (re.compile(r"\ufeff?WEBVTT\b"), "vtt"),
    (re.compile(r"\ufeff?\s*\d+\s*\n\s*\d+:\d\d:\d\d[,.]\d+\s*-->"), "srt"),
    (re.compile(r"\ufeff?\s*(?:\[\s*)?\{\s*[\"}]"), "json"),
)
_SNIFFED_CHARACTERS = 4096


def read_transcript(origin: Path | BinaryIO, format_name: str | None = None) -> Transcript:
    """Open a transcript; the format comes from the name of the file, else from its content.

    Args:
        origin: a file, or a stream of bytes such as standard input.
        format_name: one of `FORMATS`, where it is known better than the name tells.

    Raises:
        TranscriptFormatError: unreadable, binary, in no known encoding, or malformed.
        SettingsError: no such format.
    """
    if format_name is not None and format_name not in FORMATS:
        raise SettingsError("format", f"{format_name} is none of {', '.join(FORMATS)}")
    suffix = origin.suffix.lower() if isinstance(origin, Path) else ""
    if (format_name or _SUFFIXES.get(suffix)) == "docx":
        return DocxTranscript(origin)
    source = open_source(origin)
    name = format_name or _SUFFIXES.get(suffix) or _sniffed(source)
    if name == "json":
        return JsonTranscript(source)
    if name in {"srt", "vtt"}:
        return SubtitleTranscript(source)
    return TextTranscript(source, is_markdown=suffix in _MARKDOWN)


def _sniffed(source: Source) -> str:
    with source.open_text() as stream:
        head = stream.read(_SNIFFED_CHARACTERS)
    return next((name for pattern, name in _SNIFFED if pattern.match(head)), "txt")
