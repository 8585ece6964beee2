"""Texts as files: the one way out for results and for sessions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.transcripts.docx_writing import write_document
from engine.transcripts.exporting import TEXT_FORMATS, TIMED_FORMATS, export_text, paragraphs
from engine.transcripts.output_file import output_file
from engine.transcripts.restored import RestoredText

EXPORT_FORMATS = ("txt", "md", "docx", "srt", "vtt", "json")


def formats_for(text: RestoredText) -> tuple[str, ...]:
    """Return the formats that a text can have: subtitles need times."""
    is_timed = text.is_timed
    return tuple(name for name in EXPORT_FORMATS if is_timed or name not in TIMED_FORMATS)


def export(
    text: RestoredText,
    format_name: str,
    path: Path,
    sources: Iterable[Path] = (),
    *,
    title: str = "",
) -> None:
    """Write a text to a file that appears when it is complete.

    Args:
        text: what to write.
        format_name: one of `EXPORT_FORMATS`.
        path: where to; it may exist.
        sources: files that are never written over, by whatever name.
        title: heading of a Word document.

    Raises:
        SettingsError: no such format, it needs times, or the file cannot be written.
    """
    with output_file(path, sources) as stream:
        if format_name in TEXT_FORMATS:
            export_text(text, format_name, stream)
        else:
            binary: Any = stream
            write_document(paragraphs(text), binary.buffer, title=title)


def export_as_is(content: bytes, path: Path, sources: Iterable[Path] = ()) -> None:
    """Write a file in its own format; as `export`."""
    with output_file(path, sources) as stream:
        binary: Any = stream
        binary.buffer.write(content)
