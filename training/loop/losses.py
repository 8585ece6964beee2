"""Losses over labels of which some are not known, and the soft one of distillation."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from training.data.spoken_form import IGNORE
from training.loop.settings import LossSettings


def label_loss(
    scores: Tensor, labels: Tensor, settings: LossSettings, smoothing: float = 0.0
) -> Tensor:
    """Return the mean loss over known labels; zero, not NaN, where none is known.

    Ref: Lin et al. (2017), "Focal Loss for Dense Object Detection", with two weights: `alpha_easy`
    for class 0 (no mark, lower case) and `alpha_hard` for the others. They are the same in every
    batch.

    Args:
        scores: (…, classes) unnormalised.
        labels: (…) class of each, -100 where unknown.
        settings: which loss.
        smoothing: of the labels, for cross-entropy.
    """
    scores, labels = scores.flatten(0, -2), labels.flatten()
    known = (labels != IGNORE).sum().clamp(min=1)
    if settings.kind == "cross_entropy":
        total = functional.cross_entropy(
            scores, labels, reduction="sum", label_smoothing=smoothing, ignore_index=IGNORE
        )
        return total / known
    plain = functional.cross_entropy(scores, labels, reduction="none", ignore_index=IGNORE)
    is_easy = labels == 0
    alpha = torch.where(is_easy, settings.alpha_easy, settings.alpha_hard)
    return (alpha * (1.0 - torch.exp(-plain)) ** settings.gamma * plain).sum() / known


def soft_loss(scores: Tensor, teacher: Tensor, known: Tensor, temperature: float) -> Tensor:
    """Return the mean divergence of the student from its teacher.

    Ref: Hinton et al. (2015), "Distilling the Knowledge in a Neural Network", §2: multiplied by
    the square of the temperature, so that gradients keep their size.

    Args:
        scores: (…, classes) the student's, unnormalised.
        teacher: (…, classes) the teacher's probabilities, softened already.
        known: (…) bool, where the teacher speaks.
        temperature: softens the student.
    """
    log_student = functional.log_softmax(scores / temperature, dim=-1)
    divergence = functional.kl_div(log_student, teacher, reduction="none").sum(dim=-1)
    total = torch.where(known, divergence, 0.0).sum()
    return total * temperature**2 / known.sum().clamp(min=1)
