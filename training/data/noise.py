"""Noise in training windows: recognition errors, and times that mislead or are missing."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from engine.network.backend import FloatArray
from engine.network.timing import Seconds, features_of
from engine.punctuation.labels import Mark, stronger
from training.data.corpus import Corpus, TokenArray
from training.data.spoken_form import IGNORE


@dataclass(frozen=True, slots=True)
class Noise:
    """Recognition errors to imitate (Alam et al. 2020): shares of windows, words and kinds."""

    share_of_windows: float = 0.4
    max_word_error_rate: float = 0.3
    substitution: float = 0.55
    deletion: float = 0.25
    insertion: float = 0.20


@dataclass(frozen=True, slots=True)
class TimingNoise:
    """How words' times are dropped and perturbed, so that a model does not rely on them.

    Attributes:
        dropped_windows: share of timed windows that are shown without times.
        dropped_words: share of words without times elsewhere.
        slowest: pauses are multiplied by a factor between 1 / slowest and slowest.
        misleading_windows: share of windows with false pauses.
        false_pauses: share of their unmarked words that get a pause after them.
        longest_false_pause_s: they last from half a second to this.
        confident_windows: share of windows with imitated confidences of a recogniser.
    """

    dropped_windows: float = 0.3
    dropped_words: float = 0.05
    slowest: float = 2.0
    misleading_windows: float = 0.3
    false_pauses: float = 0.08
    longest_false_pause_s: float = 3.0
    confident_windows: float = 0.5


@dataclass(slots=True)
class WindowWord:
    """One word of a window: its token ids and labels (-100: not trained on), times in seconds."""

    ids: TokenArray
    mark: int
    case: int
    start_s: float = math.nan
    end_s: float = math.nan
    is_error: bool = False


class TimesNoise:
    """Drops and perturbs the times of windows."""

    def __init__(self, noise: TimingNoise, rng: random.Random) -> None:
        self._noise = noise
        self._rng = rng

    def features(self, words: list[WindowWord]) -> FloatArray | None:
        """Return perturbed timing features, shape (words, 6), None for a window without times."""
        rng, noise = self._rng, self._noise
        confidences = self._confidences(words)
        starts = np.array([word.start_s for word in words])
        ends = np.array([word.end_s for word in words])
        if np.isnan(starts).all() or rng.random() < noise.dropped_windows:
            if confidences is None:
                return None
            starts[:] = ends[:] = np.nan
        else:
            starts, ends = self._perturbed(words, starts, ends)
        if confidences is None:
            confidences = np.full(len(words), np.nan)
        return features_of(starts, ends, confidences)

    def _perturbed(
        self, words: list[WindowWord], starts: Seconds, ends: Seconds
    ) -> tuple[Seconds, Seconds]:
        """Scale the pauses, insert false ones, and drop some words' times."""
        rng, noise = self._rng, self._noise
        factor = noise.slowest ** rng.uniform(-1.0, 1.0)
        added = np.zeros(len(words))
        if rng.random() < noise.misleading_windows:
            for at, word in enumerate(words):
                if word.mark == Mark.NONE and rng.random() < noise.false_pauses:
                    added[at] = rng.uniform(0.5, noise.longest_false_pause_s)
        pauses = np.maximum(starts[1:] - ends[:-1], 0.0) * factor + added[:-1]
        # on this new clock words take no time, so it tells only the pauses
        clock = np.concatenate([[0.0], np.cumsum(np.nan_to_num(pauses))])
        is_lost = np.isnan(starts) | np.isnan(ends)
        is_lost |= np.array([rng.random() < noise.dropped_words for _ in words])
        clock[is_lost] = np.nan
        return clock, clock

    def _confidences(self, words: list[WindowWord]) -> Seconds | None:
        """Imitate a recogniser's confidences: lower for its errors, and for some other words."""
        rng = self._rng
        if rng.random() >= self._noise.confident_windows:
            return None
        return np.array(
            [
                rng.betavariate(2.0, 2.0) if word.is_error else rng.betavariate(6.0, 0.8)
                for word in words
            ]
        )


class Mishearing:
    """Gives the tokens of words that were never said."""

    def __init__(self, corpus: Corpus, rng: random.Random) -> None:
        self._corpus = corpus
        self._rng = rng

    def any_word(self) -> TokenArray:
        corpus = self._corpus
        at = self._rng.randrange(len(corpus))
        begin = int(corpus.word_ends[at - 1]) if at else 0
        return corpus.ids[begin : int(corpus.word_ends[at])]


def with_errors(
    words: list[WindowWord],
    rate: float,
    noise: Noise,
    mishearing: Mishearing,
    rng: random.Random,
) -> list[WindowWord]:
    """Put recognition errors into words.

    Args:
        words: of a window, changed in place.
        rate: share of words that are wrong.
    """
    noisy: list[WindowWord] = []
    for heard in words:
        word = heard
        draw = rng.random() / rate if rate else 1.0
        if draw < noise.deletion:
            if noisy:
                noisy[-1].mark = _joined(noisy[-1].mark, word.mark)
                noisy[-1].end_s = word.end_s  # its sound counts as the word before's
                noisy[-1].is_error = True
            continue
        if draw < noise.deletion + noise.insertion:
            other = WindowWord(mishearing.any_word(), int(Mark.NONE), IGNORE, is_error=True)
            other.start_s = other.end_s = word.start_s
            noisy.append(other)
        elif draw < noise.deletion + noise.insertion + noise.substitution:
            word = WindowWord(mishearing.any_word(), word.mark, IGNORE, is_error=True)
            word.start_s, word.end_s = heard.start_s, heard.end_s
        noisy.append(word)
    return noisy


def _joined(one: int, other: int) -> int:
    """Return the mark of a gap where two meet; unknown if either is."""
    return IGNORE if IGNORE in (one, other) else stronger(one, other)
