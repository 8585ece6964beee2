"""The loss of a batch: marks, cases, styles and the teacher's labels."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from engine.punctuation.labels import PLAIN_MARKS, Case
from training.architectures.joint import JointScores
from training.data.augment import Windows
from training.data.spoken_form import IGNORE
from training.loop.distillation import SoftLabels
from training.loop.settings import DistillationSettings, LossSettings, TrainSettings


def label_loss(
    scores: Tensor, labels: Tensor, settings: LossSettings, smoothing: float = 0.0
) -> Tensor:
    """Return the mean loss over known labels; zero, not NaN, where none is known.

    Ref: Lin et al. (2017), "Focal Loss for Dense Object Detection", with two weights: `alpha_easy`
    for class 0 (no mark, lower case) and `alpha_hard` for the others, the same in every batch.

    Args:
        scores: (…, classes) unnormalised.
        labels: (…) class of each, -100 where unknown.
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
    the squared temperature, so that gradients keep their size.

    Args:
        scores: (…, classes) the student's, unnormalised.
        teacher: (…, classes) the teacher's probabilities, already softened.
        known: (…) bool, where the teacher has labels.
    """
    log_student = functional.log_softmax(scores / temperature, dim=-1)
    divergence = functional.kl_div(log_student, teacher, reduction="none").sum(dim=-1)
    total = torch.where(known, divergence, 0.0).sum()
    return total * temperature**2 / known.sum().clamp(min=1)


class Objective:
    """Weighs the tasks; a batch in which nothing is known has no loss."""

    def __init__(
        self,
        settings: TrainSettings,
        distillation: DistillationSettings,
        marks: int = len(PLAIN_MARKS),
    ) -> None:
        self._marks = marks
        self._settings = settings
        self._distillation = distillation

    def __call__(
        self, scores: Tensor | JointScores, batch: Windows, soft: SoftLabels | None = None
    ) -> Tensor:
        """Return the loss; scores: (windows, tokens, marks + cases, and two for styles or none)."""
        settings = self._settings
        if isinstance(scores, JointScores):
            loss = self(scores.full, batch, soft)
            loss = loss + settings.beside.half_depth * self(scores.half, batch)
            return loss + settings.beside.hidden_words * scores.hidden_words
        labels = self._marks + len(Case)
        marks, cases = scores[..., : self._marks], scores[..., self._marks : labels]
        wanted = _on(scores, batch.marks), _on(scores, batch.cases)
        loss = label_loss(marks, wanted[0], settings.loss, settings.label_smoothing)
        loss = loss + settings.case_weight * label_loss(cases, wanted[1], settings.loss)
        if soft is not None:
            loss = self._with_soft(loss, marks, cases, soft)
        if scores.shape[-1] > labels:
            styles = label_loss(scores[:, 0, labels:], _on(scores, batch.styles), LossSettings())
            loss = loss + settings.style_weight * styles
        return loss

    def _with_soft(self, loss: Tensor, marks: Tensor, cases: Tensor, soft: SoftLabels) -> Tensor:
        share, temperature = self._distillation.weight, self._distillation.temperature
        known = soft.known.to(marks.device)
        taught = soft_loss(marks, soft.marks.to(marks.device), known, temperature)
        taught_cases = soft_loss(cases, soft.cases.to(marks.device), known, temperature)
        taught = taught + self._settings.case_weight * taught_cases
        return (1.0 - share) * loss + share * taught


def _on(scores: Tensor, labels: object) -> Tensor:
    return torch.as_tensor(labels, device=scores.device)
