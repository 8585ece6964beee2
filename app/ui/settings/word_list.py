"""The user's words, as the settings show and change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.history.corrections import Reviewed
from app.history.suggested_words import SuggestedWord, suggested_words
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice, spoken_by
from app.tasks import Lane, TaskRunner
from app.ui.settings.vocabulary_file import (
    VocabularyFile,
    with_added,
    with_edited,
    without,
    write,
)
from engine.errors import FermataError
from engine.formatting.terms import unknown_terms
from engine.formatting.vocabulary import (
    Entry,
    Words,
    WordsForAWhile,
    for_a_while_path,
    read_words,
    vocabulary_path,
    words_for_a_while,
)
from engine.models.active import active_model
from engine.network.bundle import find_bundle, load_bundle
from engine.paths import Paths
from engine.recognisers.speech_models import expects_words, recogniser_of
from engine.regular_file import open_regular
from engine.settings import RecogniserSettings
from engine.transcripts.registry import read_transcript

_OWN = Lane("own words", drains=True)
_READING = Lane("words of files")
_DISMISSED = "dismissed_words.txt"
DOCUMENT = ".docx"


class WordList(QObject):
    """The vocabulary in its file; changes are made in order, on one lane.

    Attributes:
        path: The file.
        words: Entries, invalid lines and contradictions; None until they are read.

    Signals:
        listed(): There are words to show, or different ones.
        changed(): The file has changed since it was read.
        failed(object, object): Why a file could not be read or written; a function to try again.
        imported(int, object): Number of new or changed entries; the invalid lines of a list.
        proposed(object): Names and terms in a document, as strings.
        suggested(object): `SuggestedWord`s that the user keeps correcting the same way.
        for_a_while(object): The current `WordsForAWhile`, or None.
        expecting(bool): Whether the chosen recogniser can expect words.
    """

    listed = Signal()
    changed = Signal()
    failed = Signal(object, object)
    imported = Signal(int, object)
    proposed = Signal(object)
    suggested = Signal(object)
    for_a_while = Signal(object)
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
        self.path = vocabulary_path(paths)
        self._file = VocabularyFile(self.path)  # only used on the lane
        self.words: Words | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The words, as far as they are read."""
        return self.words.entries if self.words else ()

    def read(self) -> None:
        """Read the files again, which may have been edited by hand."""
        self._run(_OWN, self._file.read, self._take)
        self._run(_OWN, partial(words_for_a_while, self._paths), self.for_a_while.emit)

    def keep_for_a_while(self, path: Path, until: date | None) -> None:
        """Use the words of a text file until a day has passed, or for this text only."""
        file = for_a_while_path(self._paths)

        def work() -> None:
            write(file, str(WordsForAWhile(_words_of(path).entries, until)))

        self._run(_OWN, work, lambda _: self._tell_for_a_while())

    def forget_for_a_while(self, *, with_date: bool = True) -> None:
        """Remove temporary words: those for the text being closed, or all."""
        file, paths = for_a_while_path(self._paths), self._paths

        def work() -> bool:
            kept = words_for_a_while(paths)
            is_over = file.exists() and (with_date or kept is None or kept.until is None)
            if is_over:
                file.unlink()
            return is_over

        self._run(_OWN, work, lambda is_over: self._tell_for_a_while() if is_over else None)

    def _tell_for_a_while(self) -> None:
        self.changed.emit()
        self.read()

    def add(self, entries: Iterable[Entry]) -> None:
        """Add missing entries and spoken forms."""
        self._change(partial(with_added, tuple(entries)))

    def edit(self, old: Entry, new: Entry) -> None:
        self._change(partial(with_edited, old, new))

    def remove(self, entries: Iterable[Entry]) -> None:
        self._change(partial(without, frozenset(entries)))

    def import_from(self, path: Path) -> None:
        """Add the entries of a text file, or look for terms in a Word document."""
        if path.suffix.lower() == DOCUMENT:
            self._run(_READING, partial(_terms_of, path, self._paths), self._propose)
        else:
            self._run(_READING, partial(_words_of, path), self._import)

    def import_text(self, text: str) -> None:
        """Add the entries of a text, one per line."""
        self._run(_READING, partial(read_words, text), self._import)

    def import_entries(self, entries: Iterable[Entry]) -> None:
        """Add entries, and report how many are new."""
        self._import(Words(tuple(entries)))

    def ask_whether_expected(self) -> None:
        """Find out whether the chosen recogniser can expect words; `expecting` reports it."""
        language, spoken = spoken_by(self._preferences.value, self._paths)
        settings = model_choice(self._preferences.value, language, spoken).recogniser
        work = partial(_expects, settings, self._paths)
        self._tasks.run(_READING, work, self.expecting.emit)

    def suggest(self) -> None:
        """Look for what the user keeps correcting the same way; `suggested` reports it."""
        if self.words is not None:
            work = partial(self._suggestions, self.words.entries)
            self._run(_READING, work, self.suggested.emit)

    def dismiss(self, entry: Entry) -> None:
        """Never suggest an entry again."""
        work = partial(_append, self._paths.settings / _DISMISSED, str(entry))
        self._run(_OWN, work, lambda _: self.suggest())

    def _suggestions(self, entries: Sequence[Entry]) -> list[SuggestedWord]:
        path = self._paths.settings / _DISMISSED
        dismissed = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        found = suggested_words((row.correction for row in self._corrections()), entries)
        return [one for one in found if str(one.entry) not in dismissed]

    def _propose(self, terms: Sequence[str]) -> None:
        known = {entry.written for entry in self.entries}
        self.proposed.emit([term for term in terms if term not in known])

    def _import(self, found: Words) -> None:
        def work() -> tuple[Words, int]:
            before = frozenset(self._file.read().entries)
            words = self._file.change(partial(with_added, found.entries))
            return words, sum(entry not in before for entry in words.entries)

        def tell(done: tuple[Words, int]) -> None:
            words, count = done
            self._take(words)
            self.imported.emit(count, found.errors)

        self._run(_OWN, work, tell)

    def _change(self, change: Callable[[Sequence[Entry]], Iterable[Entry]]) -> None:
        self._run(_OWN, partial(self._file.change, change), self._take)

    def _take(self, words: Words) -> None:
        before, self.words = self.words, words
        if words is not before:
            self.listed.emit()
            if before is not None:
                self.changed.emit()

    def _run(self, lane: Lane, work: Callable[[], Any], on_done: Callable[[Any], object]) -> None:
        def again() -> None:
            self._run(lane, work, on_done)

        self._tasks.run(lane, work, on_done, lambda error: self.failed.emit(error, again))


def _append(path: Path, line: str) -> None:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    write(path, f"{old}{line}\n")


def _words_of(path: Path) -> Words:
    with open_regular(path) as stream:
        return read_words(stream.read().decode("utf-8", "replace"))


def _terms_of(path: Path, paths: Paths) -> list[str]:
    text = read_transcript(path).text
    bundle = load_bundle(find_bundle(active_model(paths), paths.punctuation_models))
    return unknown_terms(text, bundle.lexicon)


def _expects(settings: RecogniserSettings, paths: Paths) -> bool:
    try:
        return expects_words(recogniser_of(settings, paths))
    except FermataError:  # there is none
        return False
