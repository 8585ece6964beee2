"""A person's words, as the settings change them and as recognisers expect them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.history.corrections import Reviewed
from app.history.suggested_words import SuggestedWord, suggested_words
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice
from app.tasks import Lane, TaskRunner
from engine.atomic_file import PRIVATE, replacing
from engine.errors import FermataError
from engine.formatting.terms import unknown_terms
from engine.formatting.vocabulary import (
    Entry,
    LineError,
    entry_of,
    hot_words,
    read_entries,
    vocabulary_path,
)
from engine.models.active import active_model
from engine.models.spoken_languages import spoken_languages
from engine.network.bundle import find_bundle, load_bundle
from engine.paths import Paths
from engine.recognisers.speech_models import expects_words, recogniser_of
from engine.regular_file import open_regular
from engine.settings import RecogniserSettings
from engine.transcripts.registry import read_transcript
from engine.transcripts.transcript import part_source

_SAVING = Lane("own words", drains=True)
_READING = Lane("words of files")
_DISMISSED = "dismissed_words.txt"
DOCUMENT = ".docx"


class WordList(QObject):
    """The entries of the vocabulary, and what is kept of its file besides.

    Attributes:
        entries: in the order of the file.
        errors: mistakes and contradictions in it.

    Signals:
        changed(): other entries are in the file.
        failed(object): the error for which a file could not be read or written.
        imported(object, object): the entries and the mistakes of a text file.
        proposed(object): names and terms of a document, as texts.
        suggested(object): what the person keeps correcting alike, `SuggestedWord`s.
        expecting(bool): whether the recogniser that is chosen can expect words.
    """

    changed = Signal()
    failed = Signal(object)
    imported = Signal(object, object)
    proposed = Signal(object)
    suggested = Signal(object)
    expecting = Signal(bool)

    def __init__(
        self,
        paths: Paths,
        preferences: LivePreferences,
        tasks: TaskRunner,
        corrections: Callable[[], Iterable[Reviewed]],
    ) -> None:
        super().__init__()
        self._corrections = corrections
        self._paths, self._preferences, self._tasks = paths, preferences, tasks
        self._text: str | None = None
        self._is_saving = 0
        self.entries: tuple[Entry, ...] = ()
        self.errors: tuple[LineError, ...] = ()
        self._hot_words: tuple[str, ...] = ()

    def hot_words(self) -> tuple[str, ...]:
        """Return what a recogniser is to expect."""
        if self._text is None:
            self.read()
        return self._hot_words

    def read(self) -> None:
        """Read the file again, which may have been edited by hand."""
        if self._is_saving:
            return
        path = vocabulary_path(self._paths)
        try:
            text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        except OSError as error:
            self.failed.emit(error)
            return
        if text != self._text:
            is_known = self._text is not None
            self._take(text)
            if is_known:
                self.changed.emit()

    def replace(self, entries: Iterable[Entry]) -> None:
        """Keep these entries; comments and lines with mistakes stay, in front of them."""
        kept = [line for line in (self._text or "").splitlines() if not _is_entry(line)]
        text = "".join(f"{line}\n" for line in (*kept, *map(str, entries)))
        self._take(text)
        self._is_saving += 1
        work = partial(_write, vocabulary_path(self._paths), text)
        self._tasks.run(_SAVING, work, self._saved, self._not_saved)

    def add(self, entries: Iterable[Entry]) -> int:
        """Add what is not there, spoken forms too; return how many entries are new or changed."""
        known = {entry.written: entry for entry in self.entries}
        before = dict(known)
        for entry in entries:
            spoken = known[entry.written].spoken if entry.written in known else ()
            both = tuple(dict.fromkeys((*spoken, *entry.spoken)))
            known[entry.written] = Entry(entry.written, both)
        new = sum(entry != before.get(written) for written, entry in known.items())
        if new:
            self.replace(known.values())
        return new

    def import_from(self, path: Path) -> None:
        """Read a text file with an entry a line, or look for terms in a Word document."""
        if path.suffix.lower() == DOCUMENT:
            self._run(partial(_terms_of, path, self._paths), self._propose)
        else:
            self._run(partial(_entries_of, path), lambda found: self.imported.emit(*found))

    def ask_whether_expected(self) -> None:
        """Find out whether the recogniser that is chosen can expect words; it is told."""
        language = active_model(self._paths)
        spoken = spoken_languages(language, self._paths)
        settings = model_choice(self._preferences.value, language, spoken).recogniser
        work = partial(_expects, settings, self._paths)
        self._tasks.run(_READING, work, self.expecting.emit)

    def suggest(self) -> None:
        """Look for what the person keeps correcting alike; `suggested` answers."""
        self._run(partial(self._suggestions, self.entries), self.suggested.emit)

    def dismiss(self, entry: Entry) -> None:
        """Suggest an entry never again."""
        self._tasks.run(
            _SAVING,
            partial(_append, self._paths.settings / _DISMISSED, str(entry)),
            lambda _: self.suggest(),
            self.failed.emit,
        )

    def _suggestions(self, entries: Sequence[Entry]) -> list[SuggestedWord]:
        path = self._paths.settings / _DISMISSED
        dismissed = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        found = suggested_words((row.correction for row in self._corrections()), entries)
        return [one for one in found if str(one.entry) not in dismissed]

    def _propose(self, terms: Sequence[str]) -> None:
        known = {entry.written for entry in self.entries}
        self.proposed.emit([term for term in terms if term not in known])

    def _take(self, text: str) -> None:
        entries, errors = read_entries(text)
        self._text, self.entries, self.errors = text, tuple(entries), tuple(errors)
        self._hot_words = hot_words(entries)

    def _saved(self, _: object) -> None:
        self._is_saving -= 1
        self.changed.emit()

    def _not_saved(self, error: Exception) -> None:
        self._is_saving -= 1
        self.failed.emit(error)

    def _run(self, work: Callable[[], object], on_done: Callable[..., object]) -> None:
        self._tasks.run(_READING, work, on_done, self.failed.emit)


def _append(path: Path, line: str) -> None:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    _write(path, f"{old}{line}\n")


def _is_entry(line: str) -> bool:
    return isinstance(entry_of(line), Entry)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, PRIVATE) as stream:
        stream.write(text.encode("utf-8", "replace"))


def _entries_of(path: Path) -> tuple[list[Entry], list[LineError]]:
    with open_regular(path) as stream:
        return read_entries(stream.read().decode("utf-8", "replace"))


def _terms_of(path: Path, paths: Paths) -> list[str]:
    text = "".join(part_source(part) for part in read_transcript(path).parts())
    bundle = load_bundle(find_bundle(active_model(paths), paths.punctuation_models))
    return unknown_terms(text, bundle.lexicon)


def _expects(settings: RecogniserSettings, paths: Paths) -> bool:
    try:
        return expects_words(recogniser_of(settings, paths))
    except FermataError:  # there is none
        return False
