"""The loss of a batch: marks, cases, styles, and what the teacher says."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from engine.punctuation.labels import PLAIN_MARKS, Case
from training.data.augment import Batch
from training.loop.distillation import SoftLabels
from training.loop.losses import label_loss, soft_loss
from training.loop.settings import DistillationSettings, LossSettings, TrainSettings


class Objective:
    """Weighs the tasks; a batch with nothing known in it costs nothing."""

    def __init__(
        self,
        settings: TrainSettings,
        distillation: DistillationSettings,
        marks: int = len(PLAIN_MARKS),
    ) -> None:
        self._marks = marks
        self._settings = settings
        self._distillation = distillation

    def __call__(self, scores: Tensor, batch: Batch, soft: SoftLabels | None = None) -> Tensor:
        """Return the loss; scores: (windows, tokens, marks + cases, and two for styles or none)."""
        settings = self._settings
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


def _on(scores: Tensor, labels: np.ndarray) -> Tensor:
    return torch.from_numpy(labels).to(scores.device)
