"""Committed sentences and the tail on a terminal."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from app.commands.terminal import harmless, terminal_size
from engine.text.spacing import joined, joined_texts
from engine.types import AudioChunk, Hypothesis, Stage, Update

# italic too: on a light background some terminals draw faint text like any other
_DIM, _PLAIN, _CLEAR_BELOW = "\x1b[2m\x1b[3m", "\x1b[0m", "\x1b[J"


def can_redraw() -> bool:
    """Whether standard output is a terminal that understands cursor movement."""
    return sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


class TerminalView:
    """Prints each committed sentence on a line of its own and redraws the dim tail below.

    If standard output is not a terminal, only the sentences are printed.
    """

    def __init__(self) -> None:
        self._redraws = can_redraw()
        self._drawn: list[str] = []

    def show(self, update: Update) -> None:
        """Print what was committed and replace the tail."""
        if self._redraws:
            self._erase()
        for sentence in update.sentences:
            print(harmless(sentence.text) if self._redraws else sentence.text)
        if self._redraws:
            self._draw(update.tail)
        sys.stdout.flush()

    def end(self) -> None:
        if self._redraws:
            self._erase()
            sys.stdout.flush()

    def _erase(self) -> None:
        if not self._drawn:
            return
        columns = terminal_size().columns  # a terminal that was made narrower has wrapped lines
        rows = sum(max(1, -(-cells(line) // columns)) for line in self._drawn)
        up = f"\x1b[{rows - 1}A" if rows > 1 else ""
        sys.stdout.write("\r" + up + _CLEAR_BELOW)
        self._drawn = []

    def _draw(self, tail: str) -> None:
        size = terminal_size()
        # one cell stays free: terminals disagree on where the cursor is after the last one
        lines = wrapped(harmless(tail).split(), max(1, size.columns - 1))
        self._drawn = lines[-max(1, size.lines - 1) :]  # what has scrolled away cannot be redrawn
        if self._drawn:
            sys.stdout.write(_DIM + "\n".join(self._drawn) + _PLAIN)


class LiveView(TerminalView):
    """Also shows words as they are recognised; their marks come when the utterance ends.

    What is shown does not affect what is committed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._tail = ""

    def show(self, update: Update) -> None:
        self._tail = update.tail
        super().show(update)

    def overhear(self, recogniser: Stage[AudioChunk, Hypothesis]) -> Stage[AudioChunk, Hypothesis]:
        """Return the recogniser, with its partial words shown too."""
        return _Overheard(recogniser, self._show_words)

    def _show_words(self, hypothesis: Hypothesis) -> None:
        if not hypothesis.is_final:
            words = joined([word.text for word in hypothesis.words])
            super().show(Update((), joined_texts(filter(None, (self._tail, words)))))


class _Overheard:
    def __init__(
        self, recogniser: Stage[AudioChunk, Hypothesis], tell: Callable[[Hypothesis], None]
    ) -> None:
        self._recogniser, self._tell = recogniser, tell

    def push(self, chunk: AudioChunk) -> Iterator[Hypothesis]:
        return self._shown(self._recogniser.push(chunk))

    def flush(self) -> Iterator[Hypothesis]:
        return self._shown(self._recogniser.flush())

    def _shown(self, hypotheses: Iterator[Hypothesis]) -> Iterator[Hypothesis]:
        for hypothesis in hypotheses:
            self._tell(hypothesis)
            yield hypothesis


def wrapped(words: Iterable[str], columns: int) -> list[str]:
    """Break words into lines of at most `columns` cells; longer words are cut."""
    lines: list[str] = []
    for word in words:
        for piece in _cut(word, columns):
            if lines and cells(lines[-1]) + 1 + cells(piece) <= columns:
                lines[-1] += f" {piece}"
            else:
                lines.append(piece)
    return lines


def cells(text: str) -> int:
    """Return how many terminal cells a text takes."""
    return sum(_cells(sign) for sign in text)


def _cells(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(word: str, columns: int) -> list[str]:
    pieces = [""]
    for sign in word:
        if pieces[-1] and cells(pieces[-1]) + _cells(sign) > columns:
            pieces.append("")
        pieces[-1] += sign
    return pieces
