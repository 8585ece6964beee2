"""A session as a file: in any format, and in that of the transcript that it came from."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from app.files.export import export
from app.history.alignment import placed_words
from app.history.edited_text import first_words, session_text
from app.history.records import SourceFile, StoredSession
from engine.transcripts.output_file import output_file
from engine.transcripts.page_text import differences, page_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.shown import restored


def export_session(  # noqa: PLR0913  what is written, and where
    session: StoredSession,
    file: SourceFile | None,
    format_name: str,
    path: Path,
    sources: Iterable[Path] = (),
    *,
    title: str = "",
) -> None:
    """Write a session to a file that appears when it is complete.

    In the format of its transcript only what is another on the page changes; every other byte
    stays. In other formats cues, times and speakers are the transcript's, too.

    Args:
        session: with its text.
        file: the transcript that it came from, None where it came from none.
        format_name: one of `EXPORT_FORMATS`, or that of the transcript.
        path: it may exist.
        sources: files that are never written over, by whatever name.
        title: heading of a Word document.

    Raises:
        SettingsError: no such format, it needs times, or the file cannot be written.
        TranscriptFormatError: a part of the transcript is not what it says.
    """
    if file is None:
        export(session_text(session), format_name, path, sources, title=title)
    elif format_name == file.format_name:
        with output_file(path, sources) as stream:
            stream.buffer.write(_saved(session, file))
    else:
        saved = read_transcript(io.BytesIO(_saved(session, file)), file.format_name)
        text = restored(saved, ((word, ()) for word in saved.words()))
        export(text, format_name, path, sources, title=title)


def _saved(session: StoredSession, file: SourceFile) -> bytes:
    """Return the transcript with what is another on the page."""
    transcript = read_transcript(io.BytesIO(file.content), file.format_name)
    page = page_text(transcript)
    found = list(differences(page.text, session.text, _places(session, page.starts, page.ends)))
    stream = io.BytesIO()
    names = page.names(found, session.text)
    transcript.save(page.changes(found, session.text), stream, names)
    return stream.getvalue()


def _places(
    session: StoredSession, starts: Sequence[int], ends: Sequence[int]
) -> Iterable[tuple[int, int, int, int]]:
    """Yield where words stand in the transcript's page and in the text, as far as both rise."""
    first, last = first_words(session, len(starts)), -1
    for word in placed_words(session):
        rank = first[word.sentence] + word.word if word.sentence < len(first) else -1
        if last < rank < len(starts):
            last = rank
            yield starts[rank], ends[rank], word.start, word.end
