from __future__ import annotations

import numpy as np

from engine.network.scorer import LABELS
from engine.punctuation.labels import PLAIN_MARKS, Mark
from engine.punctuation.mark_offsets import MarkOffsets
from training.export.mark_offsets import fit_offsets
from training.metrics import FOUR_MARKS, score_marks


def scores_of(marks, doubt, seed=3):
    """Return scores that favour the true mark, and no mark by `doubt` more."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(len(marks), LABELS)).astype(np.float32)
    scores[np.arange(len(marks)), marks] += 2.0
    scores[:, Mark.NONE] += doubt
    return scores


def some_marks(count=3000, seed=1):
    rng = np.random.default_rng(seed)
    return rng.choice(len(PLAIN_MARKS), size=count, p=[0.85, 0.07, 0.06, 0.01, 0.01]).tolist()


def test_without_offsets_the_likeliest_mark_is_taken():
    scores = np.zeros((2, LABELS), dtype=np.float32)
    scores[0, Mark.QUESTION], scores[1, Mark.NONE] = 2.0, 0.5
    assert MarkOffsets().marks(scores).tolist() == [Mark.QUESTION, Mark.NONE]
    assert MarkOffsets(comma=1.0).marks(scores).tolist() == [Mark.QUESTION, Mark.COMMA]
    assert MarkOffsets(sentence=1.0).marks(scores)[1] >= Mark.PERIOD


def test_a_network_with_too_few_marks_gets_positive_offsets():
    marks = some_marks()
    fitted = fit_offsets(scores_of(marks, 3.0), marks)
    assert min(fitted.comma, fitted.sentence) > 0
    other = some_marks(seed=2)
    scores = scores_of(other, 3.0, seed=9)
    before = score_marks(other, MarkOffsets().marks(scores).tolist())
    after = score_marks(other, fitted.marks(scores).tolist())
    assert after.micro_f1 + after.macro_f1 > before.micro_f1 + before.macro_f1 + 2


def test_exclamation_marks_are_fitted_if_they_count():
    marks = some_marks()
    scores = scores_of(marks, 0.0)
    scores[:, Mark.EXCLAMATION] -= 2.0
    fitted = fit_offsets(scores, marks, FOUR_MARKS)
    assert fitted.exclamation > 0
    assert fit_offsets(scores, marks).exclamation == 0
    before = score_marks(marks, MarkOffsets().marks(scores).tolist(), FOUR_MARKS)
    after = score_marks(marks, fitted.marks(scores).tolist(), FOUR_MARKS)
    assert after.macro_f1 > before.macro_f1 + 2
