from __future__ import annotations

import math

import pytest
import torch

from training.data.spoken_form import IGNORE
from training.loop.objective import label_loss, soft_loss
from training.loop.settings import LossSettings

FOCAL = LossSettings("focal", gamma=2.0, alpha_easy=0.25, alpha_hard=0.75)
PLAIN = LossSettings()


def loss(scores, labels, settings=PLAIN, smoothing=0.0):
    return float(label_loss(torch.tensor(scores), torch.tensor(labels), settings, smoothing))


def focal(p, alpha, gamma=2.0):
    return -alpha * (1 - p) ** gamma * math.log(p)


def logits(*probabilities):
    return [math.log(p) for p in probabilities]


@pytest.mark.parametrize("settings", [PLAIN, FOCAL])
def test_unknown_labels_cost_nothing(settings):
    row = logits(0.7, 0.2, 0.1)
    assert loss([row, row], [0, IGNORE], settings) == pytest.approx(loss([row], [0], settings))
    assert loss([row, row], [IGNORE, IGNORE], settings) == 0.0


def test_focal_loss_matches_the_paper():
    rows = [logits(0.7, 0.2, 0.1), logits(0.7, 0.2, 0.1), logits(0.1, 0.1, 0.8)]
    expected = (focal(0.7, 0.25) + focal(0.2, 0.75) + focal(0.8, 0.75)) / 3
    assert loss(rows, [0, 1, 2], FOCAL) == pytest.approx(expected, rel=1e-5)


def test_without_focus_and_with_equal_weights_it_is_cross_entropy():
    rows = [logits(0.7, 0.2, 0.1), logits(0.3, 0.3, 0.4)]
    same = LossSettings("focal", gamma=0.0, alpha_easy=1.0, alpha_hard=1.0)
    assert loss(rows, [1, 2], same) == pytest.approx(loss(rows, [1, 2]), rel=1e-5)


def test_smoothing_needs_cross_entropy():
    row = logits(0.9, 0.05, 0.05)
    assert loss([row], [0], smoothing=0.1) > loss([row], [0])


def test_a_teacher_that_agrees_costs_nothing_and_gradients_keep_their_size():
    scores = torch.tensor([[2.0, 0.0, -1.0], [0.5, 0.1, 0.2]])
    known = torch.tensor([True, False])
    same = (scores / 3.0).softmax(-1)
    assert float(soft_loss(scores, same, known, 3.0)) == pytest.approx(0.0, abs=1e-6)
    other = torch.tensor([[0.1, 0.8, 0.1], [1.0, 0.0, 0.0]])
    divergence = (other[0] * (other[0].log() - (scores[0] / 3.0).log_softmax(-1))).sum()
    assert float(soft_loss(scores, other, known, 3.0)) == pytest.approx(9 * float(divergence))
    assert float(soft_loss(scores, other, known & False, 3.0)) == 0.0
