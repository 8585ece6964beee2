"""What the network gets about a word beside its text: pauses around it, confidence.

An unknown feature is zero, and so is its flag: text without times is all zeros.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.network.backend import FloatArray
from engine.types import Word

Seconds = npt.NDArray[np.float64]
TIMING_FEATURES = 6
SHORT_S, LONGEST_S = 0.1, 5.0


def timing_features(words: Sequence[Word]) -> FloatArray:
    """Return the features of consecutive words.

    Returns:
        (words, 6) float32: pause before the word, known and length; pause after it, known and
        length; recogniser's confidence, known and value. Lengths are on a log scale, 1 for 5 s.
    """
    rows = [(word.start_s, word.end_s, word.confidence) for word in words]
    return features_of(*np.array(rows, dtype=np.float64).reshape(-1, 3).T)  # None becomes NaN


def features_of(starts: Seconds, ends: Seconds, confidences: Seconds) -> FloatArray:
    """Return `timing_features` of arrays (words,): seconds and 0..1, NaN if unknown."""
    rows = np.zeros((len(starts), TIMING_FEATURES), dtype=np.float32)
    pauses = starts[1:] - ends[:-1]
    known = pauses >= -LONGEST_S  # False for NaN; a clock that jumps back says nothing
    lengths = np.log1p(np.clip(np.where(known, pauses, 0.0), 0.0, LONGEST_S) / SHORT_S)
    rows[1:, 0] = rows[:-1, 2] = known
    rows[1:, 1] = rows[:-1, 3] = lengths / np.log1p(LONGEST_S / SHORT_S)
    rows[:, 4] = ~np.isnan(confidences)
    rows[:, 5] = np.nan_to_num(confidences, nan=0.0)
    return rows
