"""Writing texts to files: the one way out for results and sessions."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from pathlib import Path

from engine.errors import SettingsError
from engine.messages import Message
from engine.transcripts.output_file import output_file
from engine.transcripts.registry import WRITTEN_OPTIONS, Format, format_named
from engine.transcripts.restored import Layout, RestoredText, Stretch
from engine.transcripts.time_marks import TimesInText, with_times

EXPORT_FORMATS = WRITTEN_OPTIONS
OWN_FORMAT = "same"  # the file's own, as the preference calls it


def export_name(source: Path, format_name: str, *, is_recording: bool) -> str:
    """Return the name of the file that a file's text is exported to."""
    return f"{source.stem}{'' if is_recording else '-marked'}.{format_name}"


def export(  # noqa: PLR0913  what is written, and where
    text: RestoredText,
    format_name: str,
    path: Path,
    sources: Iterable[Path] = (),
    *,
    title: str = "",
    times: TimesInText = TimesInText.NONE,
) -> None:
    """Write a text to a file that appears once it is complete.

    Args:
        text: The text.
        format_name: One of `EXPORT_FORMATS`.
        path: May exist already.
        sources: Files that must never be overwritten, under any name.
        title: Heading of a Word document.
        times: Where times go in the text, in formats with no other place for them.

    Raises:
        SettingsError: There is no such format, it needs times, or the file cannot be written.
    """
    form = format_named(format_name)
    check_can_hold(form, text)
    text = text if form.carries_times else with_times(text, times)
    with output_file(path, sources) as stream:
        form.write(text, stream if form.is_text else stream.buffer, title)


def check_can_hold(form: Format, text: RestoredText, name: str = "format") -> None:
    """Raise SettingsError about setting `name` if a text lacks what a format needs."""
    if not form.can_hold(text):
        reason = Message("{format} needs times, and this text has none", format=form.name)
        raise SettingsError(name, reason)


def as_html(text: str) -> str:
    """Return a text as a web page, with its headings, lists and bold words."""
    lines = tuple(Stretch((line,)) for line in text.splitlines(keepends=True))
    page = StringIO()
    format_named("html").write(RestoredText(Layout.LINES, lines, has_markup=True), page)
    return page.getvalue()


def export_as_is(content: bytes, path: Path, sources: Iterable[Path] = ()) -> None:
    """Write a file in its own format; like `export`."""
    with output_file(path, sources) as stream:
        stream.buffer.write(content)
