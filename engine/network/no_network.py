"""Stands in for a model if no punctuation model knows the language.

The recogniser's own marks and capitals are used; everything else, such as when sentences are
committed and what pauses mean, is the same as with a network.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.network.backend import FloatArray, IntArray
from engine.network.bundle import Bundle, Lexicon, labels_table
from engine.network.layout import PLAIN
from engine.network.scorer import Scorer
from engine.punctuation.evidence import UNCALIBRATED
from engine.punctuation.labels import Case, Mark

OWN_MARKS = "own-marks"  # in place of the name of a punctuation model
_WINDOW_TOKENS = 128
_NO_MARK = 10.0  # its score: only the recogniser's marks outweigh it


def own_marks_bundle() -> Bundle:
    """Return the description of a model without languages."""
    return Bundle(
        folder=Path(),
        name=OWN_MARKS,
        languages=(),
        architecture="",
        live_window_tokens=_WINDOW_TOKENS,
        offline_window_tokens=_WINDOW_TOKENS,
        layout=PLAIN,
        encoder={},
        calibration=UNCALIBRATED,
        lexicon=Lexicon({}, {}),
        mark_offsets={},
        description={"labels": labels_table(tuple(Mark)), "sha256": {}},
    )


class NoNetwork:
    """A backend that finds no marks or capitals."""

    description = "no network"
    takes_timing = False
    has_failed = False

    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return scores of no mark and lower case, (windows, tokens, labels)."""
        del attention, timing
        scores = np.zeros((*ids.shape, len(Mark) + len(Case)), np.float32)
        scores[..., Mark.NONE] = _NO_MARK
        return scores


class _OneToken:
    """Encodes every word as one token."""

    start_id = end_id = 0

    @property
    def encode_word(self) -> Callable[[str], tuple[int, ...]]:
        return lambda _word: (0,)


def no_scorer(backend: NoNetwork) -> Scorer:
    return Scorer(_OneToken(), backend, labels=len(Mark) + len(Case))
