"""How a page differs from the file it came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.document.document import Document, DocumentEvent
from app.document.text import Places, from_units, in_characters, in_units, to_units
from engine.transcripts.page_text import Difference, PageText, differences

_CHUNK_WORDS = 200  # searched at a time for the next change


@dataclass(frozen=True, slots=True)
class FileChange:
    """Where the page differs from the file, [start, end): often a mark and a capital.

    Attributes:
        start: First code unit on the page.
        end: Code unit after the last one.
        parts: The differences, each within a word or between two.
        source: What the file has there.
        is_own: A person wrote what is there, and `source` is what was recognised.
    """

    start: int
    end: int
    parts: tuple[Difference, ...]
    source: str
    is_own: bool = False


class FileText:
    """A document's changes from its file, whether made by Fermata or a person.

    They are computed only where asked for, however long the text. All places are UTF-16 code units.

    Attributes:
        page: The page as the file has it.
    """

    def __init__(
        self, page: PageText, first_words: Sequence[int], recording: int | None, document: Document
    ) -> None:
        """Compare with a document.

        Args:
            page: The page as the file has it.
            first_words: For each sentence by number, the index in the file of its first word.
            recording: The recording number that the file's words have in the document; None for
                any.
            document: What was read from the file.
        """
        self.page = page
        self._units = to_units(page.text)
        labels = np.asarray([(it.start, it.end) for it in page.labels], np.int64).reshape(-1, 2)
        self._starts, self._ends, labels = (
            in_units(page.text, np.asarray(places, np.int64))
            for places in (page.starts, page.ends, labels)
        )
        names = [it.speaker for it in page.labels]
        self._labels: list[tuple[int, int, str]] = [
            (start, end, name) for (start, end), name in zip(labels.tolist(), names, strict=True)
        ]
        self._first_words = np.asarray(first_words, np.int64)
        self._recording, self._document = recording, document
        self._found: Places | None = None
        document.observe(DocumentEvent, lambda _: self._forget())

    def changes(self, start: int, end: int) -> Iterator[FileChange]:
        """Yield the changes that touch a stretch of the document, in text order."""
        rows = self._rows
        first = int(np.searchsorted(rows[:, 3], start, "left"))
        last = int(np.searchsorted(rows[:, 2], end, "right"))
        for change in self._between(first - 1, last + 1):
            if change.start <= end and start <= change.end:
                yield change

    def next(self, place: int) -> FileChange | None:
        """Return the first change that begins after a place."""
        first = int(np.searchsorted(self._rows[:, 3], place, "left")) - 1
        for at in range(first, len(self._rows) + 1, _CHUNK_WORDS):
            for change in self._between(at, at + _CHUNK_WORDS):
                if change.start > place:
                    return change
        return None

    def previous(self, place: int) -> FileChange | None:
        """Return the last change that ends before a place."""
        last = int(np.searchsorted(self._rows[:, 2], place, "right")) + 1
        for at in range(last, 0, -_CHUNK_WORDS):
            found = [it for it in self._between(at - _CHUNK_WORDS, at) if it.end < place]
            if found:
                return found[-1]
        return None

    def reject(self, changes: Sequence[FileChange]) -> None:
        """Restore what the file has, in one step that can be undone."""
        self._document.replace_each(
            (part.start, part.end, self.source(part)) for change in changes for part in change.parts
        )

    def reject_all(self) -> None:
        self.reject([*self._between(0, len(self._rows))])

    def source(self, part: Difference) -> str:
        """Return what the file has there, in code units."""
        return self._units[part.source_start : part.source_end]

    @property
    def places(self) -> Places:
        """Which words of the file still stand where, in characters: (words, 3), ascending."""
        rows, units = self._rows, self._document.units
        starts, ends = (in_characters(units, one) for one in (rows[:, 2], rows[:, 3]))
        return np.stack([np.searchsorted(self._starts, rows[:, 0]), starts, ends], axis=1)

    @property
    def names(self) -> dict[str, str]:
        """The speakers' names on the page, by their names in the file, in order."""
        names: dict[str, str] = {}
        for start, end, speaker in self._labels:
            stretch = self._stretch(start, end) if speaker not in names else None
            if stretch is not None:
                names[speaker] = from_units(self._document.units[slice(*stretch)])
        return names

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename speakers wherever the page names them, in one step."""
        stretches = []
        for start, end, speaker in self._labels:
            stretch = self._stretch(start, end) if speaker in names else None
            if stretch is not None:
                stretches.append((*stretch, names[speaker]))
        self._document.replace_each(stretches)

    @property
    def _rows(self) -> Places:
        """Positions of words in the file's page and in the document: (words, 4), in order."""
        if self._found is None:
            starts, ends, numbers, indexes = self._document.words.recorded(self._recording)
            ranks = self._ranks(numbers, indexes)
            before = np.maximum.accumulate(np.concatenate([[-1], ranks]))[:-1]
            is_in_order = (ranks > before) & (ranks < len(self._starts))
            ranks = ranks[is_in_order]
            columns = (starts[is_in_order], ends[is_in_order])
            self._found = np.stack([self._starts[ranks], self._ends[ranks], *columns], axis=1)
        return self._found

    def _ranks(self, numbers: Places, indexes: Places) -> Places:
        """Return each word's index in the file, from its sentence; -1 if it is not in the file."""
        is_old = numbers < len(self._first_words)
        ranks = np.full(len(numbers), -1)
        ranks[is_old] = self._first_words[numbers[is_old]] + indexes[is_old]
        return ranks

    def _between(self, first: int, last: int) -> Iterator[FileChange]:
        """Yield the changes from before word `first` to after word `last`."""
        rows, units = self._rows, self._document.units
        first, last = max(0, first), min(len(rows), last)
        begin = (int(rows[first - 1, 1]), int(rows[first - 1, 3])) if first else (0, 0)
        end = (int(rows[last, 0]), int(rows[last, 2])) if last < len(rows) else None
        some = map(tuple, rows[first:last].tolist())
        parts: list[Difference] = []
        for found in differences(self._units, units, some, begin, end):
            if self._is_layout(found):
                continue
            if parts and units[parts[-1].end : found.start].strip():
                yield self._change(parts)
                parts = []
            parts.append(found)
        if parts:
            yield self._change(parts)

    def _change(self, parts: Sequence[Difference]) -> FileChange:
        source = self._units[parts[0].source_start : parts[-1].source_end]
        return FileChange(parts[0].start, parts[-1].end, tuple(parts), from_units(source))

    def _is_layout(self, it: Difference) -> bool:
        """Whether only white space differs that the file has no place for."""
        old, new = (
            self._units[it.source_start : it.source_end],
            self._document.units[it.start : it.end],
        )
        if old.strip() or new.strip():
            return False
        start, end = in_characters(self._units, np.asarray([it.source_start, it.source_end]))
        return self.page.places.is_nowhere(int(start), int(end))

    def _stretch(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where the text between two words is now; None if that cannot be told."""
        rows = self._rows
        at = int(np.searchsorted(rows[:, 1], start, "right"))
        before, begin = (rows[at - 1, 1], rows[at - 1, 3]) if at else (0, 0)
        is_last = at == len(rows)
        after, stop = (len(self._units), len(self._document.units)) if is_last else rows[at, ::2]
        head, tail = self._units[before:start], self._units[end:after]
        now = self._document.units[begin:stop]
        if len(head) + len(tail) > len(now) or not (now.startswith(head) and now.endswith(tail)):
            return None
        return int(begin) + len(head), int(stop) - len(tail)

    def _forget(self) -> None:
        self._found = None
