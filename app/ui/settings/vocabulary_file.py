"""The file of a person's words, which is read, changed and written on one thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engine.atomic_file import PRIVATE, replacing
from engine.formatting.vocabulary import Entry, Words, read_words


class VocabularyFile:
    """Others may write it, too, so it is read again before it is changed.

    Every method may raise an OSError; then nothing is changed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._text: str | None = None
        self._words = Words()

    def read(self) -> Words:
        """Return what is there now: the same object as before where it is the same text."""
        path = self._path
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        if text != self._text:
            self._text, self._words = text, read_words(text)
        return self._words

    def change(self, change: Callable[[Sequence[Entry]], Iterable[Entry]]) -> Words:
        """Keep what a function makes of the entries.

        Comments and lines with mistakes stay, in front of them.
        """
        before = self.read()
        entries = tuple(change(before.entries))
        if entries != before.entries:
            lines = (*before.others, *map(str, entries))
            write(self._path, "".join(f"{line}\n" for line in lines))
        return self.read()


def write(path: Path, text: str) -> None:
    """Write a file of the settings whole, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, PRIVATE) as stream:
        stream.write(text.encode("utf-8", "replace"))


def with_added(new: Iterable[Entry], known: Sequence[Entry]) -> list[Entry]:
    """Return the known entries with new ones; the spoken forms of one word come together."""
    forms: dict[str, dict[str, None]] = {}
    for entry in (*known, *new):
        forms.setdefault(entry.written, {}).update(dict.fromkeys(entry.spoken))
    return [Entry(written, tuple(spoken)) for written, spoken in forms.items()]


def with_edited(old: Entry, new: Entry, known: Sequence[Entry]) -> list[Entry]:
    """Return the known entries with one in another's place, or behind them if it is gone."""
    edited = [new if entry == old else entry for entry in known]
    return edited if new in edited else [*edited, new]


def without(gone: frozenset[Entry], known: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in known if entry not in gone]
