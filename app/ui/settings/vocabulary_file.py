"""The file of the user's words: reads, changes and writes it on one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine.atomic_file import PRIVATE, replacing
from engine.formatting.vocabulary import Entry, Words, read_words


class VocabularyFile:
    """Others may write the file too, so it is read again before each change.

    Every method may raise an OSError; then nothing is changed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._text: str | None = None
        self._words = Words()

    def read(self) -> Words:
        """Return the current words: the same object as before if the text is the same."""
        path = self._path
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        if text != self._text:
            self._text, self._words = text, read_words(text)
        return self._words

    def change(self, change: Callable[[Sequence[Entry]], Iterable[Entry]]) -> Words:
        """Store what a function returns for the entries.

        Comments and invalid lines stay, before the entries.
        """
        before = self.read()
        entries = tuple(change(before.entries))
        if entries != before.entries:
            lines = (*before.others, *map(str, entries))
            write(self._path, "".join(f"{line}\n" for line in lines))
        return self.read()


def write(path: Path, text: str) -> None:
    """Write a settings file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, PRIVATE) as stream:
        stream.write(text.encode("utf-8", "replace"))


def with_added(new: Iterable[Entry], known: Sequence[Entry]) -> list[Entry]:
    """Return the known and new entries; spoken forms of the same word are merged."""
    forms: dict[str, dict[str, None]] = {}
    for entry in (*known, *new):
        forms.setdefault(entry.written, {}).update(dict.fromkeys(entry.spoken))
    return [Entry(written, tuple(spoken)) for written, spoken in forms.items()]


def with_edited(old: Entry, new: Entry, known: Sequence[Entry]) -> list[Entry]:
    """Return the entries with one replaced, or with the new one appended if the old one is gone."""
    edited = [new if entry == old else entry for entry in known]
    return edited if new in edited else [*edited, new]


def without(gone: frozenset[Entry], known: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in known if entry not in gone]
