"""Saves the text on the page to a file, in any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject

from app.document.document import Document, Replaced
from app.document.timed_text import timed_text
from app.files.export import OWN_FORMAT, export, export_as_is, export_name
from app.history.document_history import DocumentHistory
from app.history.edited_text import session_text
from app.history.records import SessionInfo, SourceFile, StoredSession
from app.history.session_export import export_page
from app.history.session_rows import opening
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.preferences.preferences import Files
from app.tasks import Lane, TaskRunner
from app.ui.dictation.page import DictationPage
from app.ui.language.messages import explain
from app.ui.widgets.export_dialog import ExportPlaces
from app.ui.widgets.notice_line import Answer
from engine.errors import FermataError
from engine.text.markup import as_markdown, without_markup
from engine.transcripts.registry import FORMATS
from engine.transcripts.time_marks import TimesInText

_LANE = Lane("export", drains=True)
_PLAIN = {"txt", "md"}


def _state_of(path: Path) -> tuple[int, int]:
    """Return a file's modification time and size; zeros if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@dataclass(frozen=True, slots=True)
class _Written:
    """A file that was written, and its state then."""

    format_name: str
    path: Path
    state: tuple[int, int]

    @property
    def is_as_it_was(self) -> bool:
        return self.state != (0, 0) and self.state == _state_of(self.path)


class TextExport(QObject):
    """Asks for place and format; offers subtitles if words have times."""

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        document: Document,
        page: DictationPage,
        document_history: DocumentHistory,
        history_writer: HistoryWriter,
        store: HistoryStore,
        tasks: TaskRunner,
        places: ExportPlaces,
        preferred: Callable[[], Files],
    ) -> None:
        super().__init__(page)
        self._preferred = preferred
        self._document, self._page = document, page
        self._document_history, self._history_writer = document_history, history_writer
        self._store, self._tasks, self._places = store, tasks, places
        self._written: _Written | None = None
        self._format = ""
        page.bar.save.triggered.connect(self.save)
        page.bar.save_as.triggered.connect(self.save_as)
        document.observe(Replaced, lambda _: self._forget())

    def save(self) -> None:
        """Write the last file of this text again; ask if there is none.

        A file that another program has changed or removed is not overwritten without asking.
        """
        written = self._written
        if written is not None and written.is_as_it_was:
            self._save(written.format_name, written.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask for place and format."""
        opened = self._page.changes.opened
        is_timed = bool(len(self._document.words)) and self._history_writer.has_session
        is_timed = is_timed if opened is None else opened.is_timed
        formats = [form.name for form in FORMATS if is_timed or not form.needs_times]
        title = opening(self._document.text)
        chosen = self._ask(title, formats)
        if chosen is None:
            return
        self._save(*chosen)

    def _save(self, name: str, path: Path) -> None:
        opened, title = self._page.changes.opened, opening(self._document.text)
        self._document.close_sentence()
        self._format = name
        self._document_history.take()
        if opened is not None:
            self._tasks.run(_LANE, self._page_work(opened.file, name, path), self._done, self._fail)
        elif name in _PLAIN:
            self._write_plain(name, path)
        else:
            self._document_history.save()
            self._tasks.run(_LANE, self._work(name, path, title), self._done, self._fail)

    def _ask(self, title: str, formats: Sequence[str]) -> tuple[str, Path] | None:
        """Ask where to write the text; one from a file follows the preferences for files."""
        source, opened = self._page.changes.source, self._page.changes.opened
        if source is None:
            return self._places.ask(self._page, title, datetime.now().astimezone(), formats)
        wanted, own = self._preferred(), "txt" if opened is None else opened.file.format_name
        name = own if wanted.export_format == OWN_FORMAT else wanted.export_format
        folder = Path(wanted.output_folder or source.parent)
        name = name if name in formats else "txt"
        suggested = folder / export_name(source, name, is_recording=opened is None)
        return self._places.ask_at(self._page, suggested, formats)

    def _page_work(self, file: SourceFile, name: str, path: Path) -> Callable[[], Path]:
        changes, text = self._page.changes, self._document.text
        words = changes.file.places.tolist() if changes.file is not None else []
        times = self._times
        sources = [changes.source] if changes.source is not None else []

        def work() -> Path:
            title = path.stem
            export_page(file, text, words, name, path, sources, title=title, times=times)
            return path

        return work

    def _write_plain(self, name: str, path: Path) -> None:
        written = as_markdown if name == "md" else without_markup
        text = written(timed_text(self._document, self._times))
        content = f"{text}\n".encode("utf-8", "replace")  # a lone surrogate
        try:
            export_as_is(content, path)
        except (FermataError, OSError) as error:
            self._fail(error)
        else:
            self._done(path)

    def _work(self, name: str, path: Path, title: str) -> Callable[[], Path]:
        """Return the work for a format with word times, which come from the session.

        The session's pending changes are written first.
        """
        text, number = self._document.text, self._history_writer.afterwards(self._number)
        times = self._times

        def work() -> Path:
            session = self._session(number.result(), text)
            heading = session.info.title or title
            export(session_text(session), name, path, title=heading, times=times)
            return path

        return work

    @property
    def _times(self) -> TimesInText:
        return TimesInText(self._preferred().times_in_text)

    def _number(self) -> int:
        return self._history_writer.number

    def _session(self, number: int, text: str) -> StoredSession:
        if number:
            return self._store.session(number)
        info = SessionInfo(0, "", datetime.now().astimezone(), "", "", 0, None, is_finished=True)
        return StoredSession(info, (), text)

    def set_aside(self) -> Callable[[], None]:
        """Return a function that restores where the text was saved, once it is back."""
        written = self._written

        def bring_back() -> None:
            self._written = written

        return bring_back

    def _forget(self) -> None:
        self._written = None

    def _done(self, path: Path) -> None:
        self._written = _Written(self._format, path, _state_of(path))
        words = self.tr("Written to %1").replace("%1", str(path))
        self._page.live.notice.show_remark(words)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, FermataError | OSError):
            answer = Answer(self.tr("Save somewhere else…"), self.save_as)
            self._page.live.notice.show_error(explain(error), answer)
        else:
            raise error
