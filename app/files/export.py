"""Texts as files: the one way out for results and for sessions."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from app.files.job import FileKind, FileResult
from app.files.review import Review
from engine.errors import SettingsError
from engine.messages import Message
from engine.transcripts.output_file import output_file
from engine.transcripts.registry import (
    FORMATS,
    WRITTEN_OPTIONS,
    Format,
    format_named,
    read_transcript,
)
from engine.transcripts.restored import RestoredText

EXPORT_FORMATS = WRITTEN_OPTIONS


def export_name(result: FileResult, format_name: str) -> str:
    """Return what a file is called that is written of a result."""
    stem = result.path.stem + ("" if result.kind is FileKind.RECORDING else "-marked")
    return f"{stem}.{format_name}"


def formats_for(text: RestoredText) -> tuple[str, ...]:
    """Return the formats that a text can have: subtitles need times."""
    return tuple(form.name for form in FORMATS if form.can_hold(text))


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
        path: it may exist.
        sources: files that are never written over, by whatever name.
        title: heading of a Word document.

    Raises:
        SettingsError: no such format, it needs times, or the file cannot be written.
    """
    form = format_named(format_name)
    check_can_hold(form, text)
    with output_file(path, sources) as stream:
        form.write(text, stream if form.is_text else stream.buffer, title)


def export_own_form(
    result: FileResult, review: Review, path: Path, sources: Iterable[Path] = ()
) -> None:
    """Write a transcript in its own format, with all that stands between its words.

    Raises:
        SettingsError: the file cannot be written.
        TranscriptFormatError: a part of it is not what it says, which shows only now.
    """
    transcript = read_transcript(io.BytesIO(result.source), result.format_name)
    changes = review.standing(result.changes)
    with output_file(path, sources) as stream:
        transcript.save(changes, stream.buffer, review.decisions.names)


def check_can_hold(form: Format, text: RestoredText, name: str = "format") -> None:
    """Raise SettingsError, with this name, where a text has too little for a format."""
    if not form.can_hold(text):
        reason = Message("{format} needs times, and this text has none", format=form.name)
        raise SettingsError(name, reason)


def export_as_is(content: bytes, path: Path, sources: Iterable[Path] = ()) -> None:
    """Write a file in its own format; as `export`."""
    with output_file(path, sources) as stream:
        stream.buffer.write(content)
