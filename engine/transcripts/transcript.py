"""A transcript that was read: one text, and the passages in which somebody speaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO

from engine.errors import TranscriptFormatError
from engine.transcripts.passages import (
    Change,
    ChangedWord,
    Cue,
    Part,
    Passage,
    PassageBreak,
    Places,
    SpokenWord,
    Turn,
    in_order,
    renamed,
    spliced,
)
from engine.transcripts.registry import Format
from engine.transcripts.restored import Layout
from engine.transcripts.source import Source
from engine.transcripts.words import LineWords, Runs, plain_runs

_BYTE_ORDER_MARK = "\ufeff"
_NO_CUE = Cue()


class Transcript(ABC):
    """A transcript file in memory.

    Edits are a list of `Change`s, in order, with places in `text`. Every character of the file that
    no change replaces stays as it was.

    Attributes:
        format: Its format.
        path: Its path; `-` for standard input.
        encoding: The detected encoding; output is always UTF-8.
        warnings: What could not be understood and is kept as it is.
        text: Its readable text: the file itself, or what it shows without markup.
        file: The text of the file; empty for a packed document.
        places: Places of `text` in the file, if it is not the file itself.
        layout: What its stretches are, for `restored`.
        is_collapsed: White space within its lines is shown as one space.
    """

    layout = Layout.LINES
    is_collapsed = False
    places: Places | None = None
    runs: Runs = staticmethod(plain_runs)

    def __init__(self, source: Source, form: Format) -> None:
        self.source = source
        self.format = form
        self.path = source.path
        self.encoding = source.encoding if form.is_text else "utf-8"
        self.warnings: list[TranscriptFormatError] = []
        self.text = self.file = source.text if form.is_text else ""

    @abstractmethod
    def passages(self) -> Iterable[Passage]:
        """Return the passages of speech, in order; labels, headings and markup are in none."""

    def parts(self) -> Iterator[Part]:
        """Yield words, what may change between them, and where lines, turns and documents end."""
        held: list[Part] = []  # the last word, perhaps the last of its cue, and what follows it
        cue, is_first, start_s, end = _NO_CUE, False, None, 0
        for passage in self.passages():
            now = passage.cue or _NO_CUE
            if now is not cue:
                yield from _ended(held, cue)
                held, cue, is_first = [], now, now is not _NO_CUE
            held += [PassageBreak.LINE] * (self.text.find("\n", end, passage.label) >= 0)
            held += [PassageBreak.DOCUMENT] * passage.begins_document
            held += [Turn(passage.speaker)] * passage.is_turn
            start_s = start_s if passage.start_s is None else passage.start_s
            end = passage.end
            for part in self._words(passage):
                if isinstance(part, SpokenWord):
                    yield from held
                    first_s = cue.start_s if is_first else start_s
                    held = [part if first_s is None else replace(part, start_s=first_s)]
                    start_s, is_first = None, False
                else:
                    held.append(part)
        yield from _ended(held, cue)
        if self.text.find("\n", end) >= 0:
            yield PassageBreak.LINE

    def words(self) -> Iterator[SpokenWord]:
        return (part for part in self.parts() if isinstance(part, SpokenWord))

    def by_passage(
        self, words: Iterable[ChangedWord] | None = None
    ) -> Iterator[tuple[Passage, Sequence[ChangedWord]]]:
        """Yield each passage with its words and their changes.

        Args: words: All words, in order; None for the unchanged words.
        """
        rest = iter(words if words is not None else ((it, ()) for it in self.words()))
        word = next(rest, None)
        for passage in self.passages():
            own: list[ChangedWord] = []
            while word is not None and word[0].start < passage.end:
                own.append(word)
                word = next(rest, None)
            yield passage, own

    def rewritten(
        self, changes: Iterable[Change], names: Mapping[str, str] | None = None
    ) -> Iterator[str]:
        """Yield the file with changes applied; for a packed document, its text.

        Args:
            changes: Changes of the text, in order; consumed lazily if the text is the file.
            names: New names of speakers, by those in the file.
        """
        if not self.format.is_text:
            named = renamed(self.text, self.passages(), names or {})
            yield from spliced(self.text, in_order([*changes, *named]))
            return
        if self.source.has_byte_order_mark:
            yield _BYTE_ORDER_MARK
        yield from spliced(self.file, self.in_file(changes, names or {}))

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> Iterable[Change]:
        """Return all changes of the file, in order; takes the arguments of `rewritten`."""
        placed = self.places.in_file(changes) if self.places else changes
        others = [*self.announced(), *self.names_in_file(names)]
        return in_order([*placed, *others]) if others or self.places else placed

    def save(
        self,
        changes: Iterable[Change],
        stream: BinaryIO,
        names: Mapping[str, str] | None = None,
    ) -> None:
        """Write the file with changes applied; takes the arguments of `rewritten`.

        Raises:
            TranscriptFormatError: a part of a document turns out not to be what it claims.
            OSError: it cannot be written.
        """
        texts = self.rewritten(changes, names)
        stream.writelines(text.encode(errors="surrogatepass") for text in texts)

    def names_in_file(self, names: Mapping[str, str]) -> Iterable[Change]:
        """Return the changes of the file that rename speakers."""
        changes = renamed(self.text, self.passages(), names)
        return self.places.in_file(changes) if self.places else changes

    def announced(self) -> Iterable[Change]:
        """Return changes of the file that declare its new encoding."""
        return ()

    def _words(self, passage: Passage) -> Iterator[Part]:
        line = self.text[passage.start : passage.end]
        for part in LineWords(self.runs, line, passage.start, starts_line=passage.starts_line):
            if isinstance(part, SpokenWord) and (passage.speaker or passage.times):
                yield _timed(replace(part, speaker=passage.speaker), passage)
            else:
                yield part


def has_words(transcript: Transcript) -> bool:
    """Whether there is anything to punctuate."""
    return next(transcript.words(), None) is not None


def _ended(held: list[Part], cue: Cue) -> Iterator[Part]:
    """Yield what is held, giving its word the end of its cue."""
    for part in held:
        is_told = isinstance(part, SpokenWord) and cue.end_s is not None and not cue.is_reversed
        yield replace(part, end_s=cue.end_s) if is_told else part  # type: ignore[type-var]


def _timed(word: SpokenWord, passage: Passage) -> SpokenWord:
    """Return a word with the start of its first letter and the end of its last."""
    if not passage.times:
        return word
    letters = [at for at, sign in enumerate(word.written) if sign.isalnum()]
    first, last = (
        passage.times[bisect_right(passage.times, place, key=lambda it: it.start) - 1]
        for place in (word.start + letters[0], word.start + letters[-1])
    )
    return replace(word, start_s=first.start_s, end_s=last.end_s, confidence=first.confidence)
