"""Windows for training: random offsets, cut right context, recognition-error noise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.punctuation.labels import Mark
from training.data import IGNORE, Corpus


@dataclass(frozen=True, slots=True)
class Noise:
    """Recognition errors to imitate (Alam et al. 2020): shares of windows, words and kinds."""

    share_of_windows: float = 0.4
    max_word_error_rate: float = 0.3
    substitution: float = 0.55
    deletion: float = 0.25
    insertion: float = 0.20


@dataclass(slots=True)
class WindowWord:
    """One word of a window: its token ids and labels (-100: not trained on)."""

    ids: npt.NDArray[np.uint16]
    mark: int
    case: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows side by side.

    Shapes: ids, attention, marks, cases (windows, tokens) int64; marks and cases stand at the
    last token of each word, -100 elsewhere.
    """

    ids: npt.NDArray[np.int64]
    attention: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]
    cases: npt.NDArray[np.int64]


class WindowSampler:
    """Draws windows that begin and end anywhere, as a stream's windows do.

    The cut at the right is never a sentence end: the last words keep their true labels with
    0, 1, 2 … words of right context, so that the model learns how sure it may be there.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        *,
        noise: Noise,
        special_ids: tuple[int, int, int],
        rng: random.Random,
    ) -> None:
        """Args: special_ids: (start, end, padding) token ids; rng: the only source of chance.

        Raises:
            ValueError: there is not a word in the corpora.
        """
        self._corpora = [corpus for corpus in corpora if len(corpus) > 0]
        if not self._corpora:
            raise ValueError("there is not a word in the corpora")
        self._weights = [len(corpus) for corpus in self._corpora]
        self._noise = noise
        self._start, self._end, self._padding = special_ids
        self._rng = rng

    def batch(self, windows: int, tokens: int) -> Batch:
        """Draw `windows` windows of `tokens` tokens each, special tokens included."""
        shape = (windows, tokens)
        ids = np.full(shape, self._padding, dtype=np.int64)
        attention = np.zeros(shape, dtype=np.int64)
        marks = np.full(shape, IGNORE, dtype=np.int64)
        cases = np.full(shape, IGNORE, dtype=np.int64)
        for row in range(windows):
            at = 1
            ids[row, 0] = self._start
            for word in self._words(tokens - 2):
                end = at + len(word.ids)
                ids[row, at:end] = word.ids
                marks[row, end - 1], cases[row, end - 1] = word.mark, word.case
                at = end
            ids[row, at] = self._end
            attention[row, : at + 1] = 1
        return Batch(ids, attention, marks, cases)

    def state(self) -> dict[str, object]:
        """Return what `restore` needs to go on with the same windows."""
        return {"windows": self._rng.getstate()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        version, numbers, gauss = state["windows"]
        self._rng.setstate((version, tuple(numbers), gauss))

    def _words(self, room: int) -> list[WindowWord]:
        corpus = self._rng.choices(self._corpora, self._weights)[0]
        first = self._rng.randrange(len(corpus))
        words = self._clean_words(corpus, first, room)
        if self._rng.random() < self._noise.share_of_windows:
            rate = self._rng.random() * self._noise.max_word_error_rate
            words = self._with_errors(words, corpus, rate)
        return _fitting(words, room)

    def _clean_words(self, corpus: Corpus, first: int, room: int) -> list[WindowWord]:
        begin = int(corpus.word_ends[first - 1]) if first else 0
        words = []
        for at in range(first, len(corpus)):
            end = int(corpus.word_ends[at])
            if room < end - begin:
                break
            room -= end - begin
            words.append(
                WindowWord(corpus.ids[begin:end], int(corpus.marks[at]), int(corpus.cases[at]))
            )
            begin = end
        return words

    def _with_errors(
        self, words: list[WindowWord], corpus: Corpus, rate: float
    ) -> list[WindowWord]:
        noise = self._noise
        noisy: list[WindowWord] = []
        for heard in words:
            word = heard
            draw = self._rng.random() / rate if rate else 1.0
            if draw < noise.deletion:
                if noisy:
                    noisy[-1].mark = max(noisy[-1].mark, word.mark)
                continue
            if draw < noise.deletion + noise.insertion:
                noisy.append(WindowWord(self._other_word(corpus), int(Mark.NONE), IGNORE))
            elif draw < noise.deletion + noise.insertion + noise.substitution:
                word = WindowWord(self._other_word(corpus), word.mark, IGNORE)
            noisy.append(word)
        return noisy

    def _other_word(self, corpus: Corpus) -> npt.NDArray[np.uint16]:
        at = self._rng.randrange(len(corpus))
        begin = int(corpus.word_ends[at - 1]) if at else 0
        return corpus.ids[begin : int(corpus.word_ends[at])]


def _fitting(words: list[WindowWord], room: int) -> list[WindowWord]:
    for number, word in enumerate(words):
        room -= len(word.ids)
        if room < 0:
            return words[:number]
    return words
