"""A transcript that was read: one text, and the passages of it in which somebody speaks."""

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

    What is done to it is a list of `Change`s, in order, whose places are those of `text`. Every
    character of the file that no change replaces stays as it was.

    Attributes:
        format: what kind of file it is.
        path: the file; `-` for standard input.
        encoding: the encoding that was found; the output is always UTF-8.
        warnings: what could not be understood and is kept as it stands.
        text: what can be read in it: the file itself, or what it shows without its markup.
        file: the text of the file; empty for a packed document.
        places: where `text` stands in the file, where it is not the file itself.
        layout: what its stretches are, for `restored`.
        is_collapsed: white space within its lines is shown as one space.
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
        """Tell where somebody speaks, in order; labels, headings and markup are in none."""

    def parts(self) -> Iterator[Part]:
        """Yield the words, what may change between them, and where lines, turns, texts end."""
        held: list[Part] = []  # the last word, which may be the last of its cue, and what follows
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
        """Yield each passage with its words and what is to change of them.

        Args: words: all of them, in order; None for the words as they stand.
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
        """Yield the file as it is with changes; of a packed document, its text.

        Args:
            changes: of the text, in order; they are taken as the result is asked for where the
                text is the file.
            names: new names of speakers by those in the file.
        """
        if not self.format.is_text:
            named = renamed(self.text, self.passages(), names or {})
            yield from spliced(self.text, in_order([*changes, *named]))
            return
        if self.source.has_byte_order_mark:
            yield _BYTE_ORDER_MARK
        yield from spliced(self.file, self.in_file(changes, names or {}))

    def in_file(self, changes: Iterable[Change], names: Mapping[str, str]) -> Iterable[Change]:
        """Return all that changes in the file, in order; arguments as of `rewritten`."""
        placed = self.places.in_file(changes) if self.places else changes
        others = [*self.announced(), *self.names_in_file(names)]
        return in_order([*placed, *others]) if others or self.places else placed

    def save(
        self,
        changes: Iterable[Change],
        stream: BinaryIO,
        names: Mapping[str, str] | None = None,
    ) -> None:
        """Write the file with changes; arguments as of `rewritten`.

        Raises:
            TranscriptFormatError: a part of a document is not what it says, which shows only now.
            OSError: it cannot be written.
        """
        texts = self.rewritten(changes, names)
        stream.writelines(text.encode(errors="surrogatepass") for text in texts)

    def names_in_file(self, names: Mapping[str, str]) -> Iterable[Change]:
        """Return the changes of the file that rename speakers."""
        changes = renamed(self.text, self.passages(), names)
        return self.places.in_file(changes) if self.places else changes

    def announced(self) -> Iterable[Change]:
        """Return changes of the file that announce its new encoding."""
        return ()

    def _words(self, passage: Passage) -> Iterator[Part]:
        line = self.text[passage.start : passage.end]
        for part in LineWords(self.runs, line, passage.start, starts_line=passage.starts_line):
            if isinstance(part, SpokenWord) and (passage.speaker or passage.times):
                yield _timed(replace(part, speaker=passage.speaker), passage)
            else:
                yield part


def has_words(transcript: Transcript) -> bool:
    """True where there is anything to punctuate."""
    return next(transcript.words(), None) is not None


def _ended(held: list[Part], cue: Cue) -> Iterator[Part]:
    """Yield what is held, its word ended as its cue ends."""
    for part in held:
        is_told = isinstance(part, SpokenWord) and cue.end_s is not None and not cue.is_reversed
        yield replace(part, end_s=cue.end_s) if is_told else part  # type: ignore[type-var]


def _timed(word: SpokenWord, passage: Passage) -> SpokenWord:
    """Return a word with the begin of its first letter and the end of its last one."""
    if not passage.times:
        return word
    letters = [at for at, sign in enumerate(word.written) if sign.isalnum()]
    first, last = (
        passage.times[bisect_right(passage.times, place, key=lambda it: it.start) - 1]
        for place in (word.start + letters[0], word.start + letters[-1])
    )
    return replace(word, start_s=first.start_s, end_s=last.end_s, confidence=first.confidence)
