"""Texts as files: the one way out for results and for sessions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.errors import SettingsError
from engine.messages import Message
from engine.transcripts.output_file import output_file
from engine.transcripts.registry import WRITTEN_OPTIONS, Format, format_named
from engine.transcripts.restored import RestoredText

EXPORT_FORMATS = WRITTEN_OPTIONS
OWN_FORMAT = "same"  # that of the file, as the preference calls it


def export_name(source: Path, format_name: str, *, is_recording: bool) -> str:
    """Return what a file is called that is written of a file's text."""
    return f"{source.stem}{'' if is_recording else '-marked'}.{format_name}"


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


def check_can_hold(form: Format, text: RestoredText, name: str = "format") -> None:
    """Raise SettingsError, with this name, where a text has too little for a format."""
    if not form.can_hold(text):
        reason = Message("{format} needs times, and this text has none", format=form.name)
        raise SettingsError(name, reason)


def export_as_is(content: bytes, path: Path, sources: Iterable[Path] = ()) -> None:
    """Write a file in its own format; as `export`."""
    with output_file(path, sources) as stream:
        stream.buffer.write(content)
