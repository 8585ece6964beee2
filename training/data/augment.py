"""Windows for training: random offsets, cut right context, noise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.network.layout import PLAIN, Layout
from engine.network.timing import TIMING_FEATURES
from engine.punctuation.labels import Mark
from training.data.corpus import Corpus
from training.data.noise import Mishearing, Noise, TimesNoise, TimingNoise, WindowWord, with_errors
from training.data.spoken_form import IGNORE

if TYPE_CHECKING:
    from torch import Tensor

_SHORTEST_TOKENS = 3  # of a short text
_TRIES = 3  # to find one that ends with its sentence
_REACH_WORDS = 200


@dataclass(frozen=True, slots=True)
class Placement:
    """Where windows begin and end: anywhere, as a stream's do.

    Windows of at most `short_text_tokens` are short texts of random length, which begin with a
    sentence and mostly end with one.
    """

    short_text_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows side by side.

    Shapes: ids, attention, marks, cases (windows, tokens) int64; marks and cases are where the
    layout has them (at the last token of each word), -100 elsewhere; timing (windows, tokens, 6)
    float32, the features of `engine.network.timing` at each token of a word; lengths, the
    tokens of each word of each window; styles (windows,) int64, -100 where unknown.
    """

    ids: npt.NDArray[np.int64]
    attention: npt.NDArray[np.int64]
    marks: npt.NDArray[np.int64]
    cases: npt.NDArray[np.int64]
    timing: npt.NDArray[np.float32]
    lengths: tuple[tuple[int, ...], ...]
    styles: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DeviceBatch:
    """A `Batch` drawn on a device, as tensors there.

    Shapes: as in `Batch`; wanted (windows, tokens) int64, the hidden tokens, -100 elsewhere, or
    None if none are hidden.
    """

    ids: Tensor
    attention: Tensor
    marks: Tensor
    cases: Tensor
    timing: Tensor
    styles: Tensor
    wanted: Tensor | None = None


Windows = Batch | DeviceBatch


class Sampler(Protocol):
    """Draws windows; see `WindowSampler` and `DeviceSampler`."""

    @property
    def tokens(self) -> int: ...

    def batch(self, windows: int, tokens: int) -> Windows: ...

    def state(self) -> dict[str, object]: ...

    def restore(self, state: dict[str, Any]) -> None: ...


class WindowSampler:
    """Draws windows that begin and end anywhere, as a stream's windows do.

    The cut on the right does not count as a sentence end: the last words keep their true labels
    with 0, 1, 2 … words of right context, so the model learns how sure it can be there.
    """

    def __init__(  # noqa: PLR0913  what a window is made of
        self,
        corpora: Sequence[Corpus],
        *,
        noise: Noise,
        special_ids: tuple[int, int, int],
        rng: random.Random,
        timing: TimingNoise | None = None,
        weights: Sequence[float] = (),
        styles: Sequence[int] = (),
        layout: Layout = PLAIN,
        placement: Placement | None = None,
    ) -> None:
        """Draw windows of some corpora.

        Args:
            special_ids: (start, end, padding) token ids.
            weights: of the corpora, on top of their lengths.
            styles: of the corpora, -100 where unknown.

        Raises:
            ValueError: the corpora have no words.
        """
        factors = weights or [1.0] * len(corpora)
        kinds = styles or [IGNORE] * len(corpora)
        used = [one for one in zip(corpora, factors, kinds, strict=True) if len(one[0]) > 0]
        if not used:
            raise ValueError("there is not a word in the corpora")
        self._corpora = [(corpus, style) for corpus, _, style in used]
        self._weights = [len(corpus) * factor for corpus, factor, _ in used]
        self._layout = layout
        self._noise = noise
        self._times = TimesNoise(timing or TimingNoise(), rng)
        self._placement = placement or Placement()
        self._start, self._end, self._padding = special_ids
        self._rng = rng

    @property
    def tokens(self) -> int:
        """Tokens of all corpora: one epoch."""
        return sum(len(corpus.ids) for corpus, _ in self._corpora)

    def batch(self, windows: int, tokens: int) -> Batch:
        """Draw `windows` windows of `tokens` tokens each, special tokens included."""
        shape = (windows, tokens)
        ids = np.full(shape, self._padding, dtype=np.int64)
        attention = np.zeros(shape, dtype=np.int64)
        marks = np.full(shape, IGNORE, dtype=np.int64)
        cases = np.full(shape, IGNORE, dtype=np.int64)
        timing = np.zeros((*shape, TIMING_FEATURES), dtype=np.float32)
        styles = np.full(windows, IGNORE, dtype=np.int64)
        ends = self._layout.end_tokens
        lengths: list[tuple[int, ...]] = []
        for row in range(windows):
            at = 1
            ids[row, 0] = self._start
            words, styles[row] = self._words(tokens - 1 - ends)
            features = self._times.features(words)
            lengths.append(tuple(len(word.ids) for word in words))
            places = self._layout.places(lengths[-1])
            for number, (word, place) in enumerate(zip(words, places, strict=True)):
                end = at + len(word.ids)
                ids[row, at:end] = word.ids
                marks[row, place], cases[row, place] = word.mark, word.case
                if features is not None:
                    timing[row, at:end] = features[number]
                at = end
            ids[row, at : at + ends] = self._end
            attention[row, : at + ends] = 1
        return Batch(ids, attention, marks, cases, timing, tuple(lengths), styles)

    def state(self) -> dict[str, object]:
        return {"windows": self._rng.getstate()}

    def restore(self, state: dict[str, Any]) -> None:
        version, numbers, gauss = state["windows"]
        self._rng.setstate((version, tuple(numbers), gauss))

    def _words(self, room: int) -> tuple[list[WindowWord], int]:
        corpus, style = self._rng.choices(self._corpora, self._weights)[0]
        is_short = room + 1 + self._layout.end_tokens <= self._placement.short_text_tokens
        if is_short:
            words = self._short_text(corpus, self._rng.randint(min(_SHORTEST_TOKENS, room), room))
        else:
            words = self._clean_words(corpus, self._rng.randrange(len(corpus)), room)
        if self._rng.random() < self._noise.share_of_windows:
            rate = self._rng.random() * self._noise.max_word_error_rate
            mishearing = Mishearing(corpus, self._rng)
            words = with_errors(words, rate, self._noise, mishearing, self._rng)
        words = _fitting(words, room)
        return _whole_sentences(words) if is_short else words, style

    def _short_text(self, corpus: Corpus, room: int) -> list[WindowWord]:
        """Return the words that fit after a sentence end; if possible they contain another."""
        words: list[WindowWord] = []
        for _ in range(_TRIES):
            first = _next_sentence(corpus, self._rng.randrange(len(corpus)))
            words = self._clean_words(corpus, first, room)
            if any(Mark.PERIOD <= word.mark <= Mark.EXCLAMATION for word in words):
                break
        return words

    def _clean_words(self, corpus: Corpus, first: int, room: int) -> list[WindowWord]:
        begin = int(corpus.word_ends[first - 1]) if first else 0
        words = []
        for at in range(first, len(corpus)):
            end = int(corpus.word_ends[at])
            if room < end - begin:
                break
            room -= end - begin
            word = WindowWord(corpus.ids[begin:end], int(corpus.marks[at]), int(corpus.cases[at]))
            if corpus.starts is not None and corpus.ends is not None:
                word.start_s, word.end_s = float(corpus.starts[at]), float(corpus.ends[at])
            words.append(word)
            begin = end
        return words


def _next_sentence(corpus: Corpus, word: int) -> int:
    """Return the first word after the next sentence end, or the corpus's first if that is far."""
    marks = corpus.marks[word : word + _REACH_WORDS]
    ends = np.flatnonzero((marks >= Mark.PERIOD) & (marks <= Mark.EXCLAMATION))
    begin = word + int(ends[0]) + 1 if len(ends) else 0
    return begin if begin < len(corpus) else 0


def _whole_sentences(words: list[WindowWord]) -> list[WindowWord]:
    """Leave out the last sentence if it is cut; a single one stays."""
    ends = [at for at, word in enumerate(words) if Mark.PERIOD <= word.mark <= Mark.EXCLAMATION]
    return words[: ends[-1] + 1] if ends else words


def _fitting(words: list[WindowWord], room: int) -> list[WindowWord]:
    for number, word in enumerate(words):
        room -= len(word.ids)
        if room < 0:
            return words[:number]
    return words
