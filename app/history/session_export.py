"""Exports a session in any format, including that of the transcript it came from."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.files.export import export
from app.history.alignment import placed_words
from app.history.edited_text import first_words, session_text
from app.history.records import SourceFile, StoredSession
from engine.transcripts.output_file import output_file
from engine.transcripts.page_text import differences, page_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.shown import restored
from engine.transcripts.time_marks import TimesInText

Place = tuple[int, int, int]  # index of a transcript's word, and its [start, end) in the text


def export_session(  # noqa: PLR0913  what is written, and where
    session: StoredSession,
    file: SourceFile | None,
    format_name: str,
    path: Path,
    sources: Iterable[Path] = (),
    *,
    title: str = "",
    times: TimesInText = TimesInText.NONE,
) -> None:
    """Write a session to a file that appears once it is complete; see `export`.

    Args:
        session: The session with its text.
        file: The transcript it came from; None if it came from none.
        format_name: One of `EXPORT_FORMATS`.
        path: May exist already.
        sources: Files that must never be overwritten, under any name.
        title: Heading of a Word document.
        times: Where times go in the text; not in the transcript's own format.
    """
    if file is None:
        export(session_text(session), format_name, path, sources, title=title, times=times)
    else:
        words = _places(session)
        export_page(file, session.text, words, format_name, path, sources, title=title, times=times)


def export_page(  # noqa: PLR0913, PLR0917  as `export_session`
    file: SourceFile,
    text: str,
    words: Iterable[Place],
    format_name: str,
    path: Path,
    sources: Iterable[Path] = (),
    *,
    title: str = "",
    times: TimesInText = TimesInText.NONE,
) -> None:
    """Write a transcript's page to a file.

    In the transcript's own format only what differs on the page changes; every other byte stays. In
    other formats it keeps its cues, times and speakers.

    Args:
        file: The transcript.
        text: The page as it is now.
        words: The transcript's words still on the page, in ascending order.
        format_name: As for `export_session`.
        path: As for `export_session`.
        sources: As for `export_session`.
        title: As for `export_session`.
        times: As for `export_session`.

    Raises:
        SettingsError: There is no such format, it needs times, or the file cannot be written.
        TranscriptFormatError: Part of the transcript is not what it claims to be.
    """
    content = _saved(file, text, words)
    if format_name == file.format_name:
        with output_file(path, sources) as stream:
            stream.buffer.write(content)
    else:
        saved = read_transcript(io.BytesIO(content), file.format_name)
        restored_text = restored(saved)
        export(restored_text, format_name, path, sources, title=title, times=times)


def _saved(file: SourceFile, text: str, words: Iterable[Place]) -> bytes:
    """Return the transcript with the changes made on its page."""
    transcript = read_transcript(io.BytesIO(file.content), file.format_name)
    page = page_text(transcript)
    starts, ends = page.starts, page.ends
    there = (it for it in words if it[0] < len(starts))  # the others were dictated into it
    places = ((starts[rank], ends[rank], start, end) for rank, start, end in there)
    found = list(differences(page.text, text, places))
    stream = io.BytesIO()
    transcript.save(page.changes(found, text), stream, page.names(found, text))
    return stream.getvalue()


def _places(session: StoredSession) -> Iterator[Place]:
    first, last = first_words(session), -1
    for word in placed_words(session):
        rank = first[word.sentence] + word.word if word.sentence < len(first) else -1
        if rank > last:
            last = rank
            yield rank, word.start, word.end
