"""Loss and F1 on windows that are never trained on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from training.data.augment import Batch
from training.data.spoken_form import IGNORE
from training.metrics import NOTHING, score_marks


@dataclass(frozen=True, slots=True)
class HeldOutScore:
    """How good the weights of a step are; F1 is micro, over the marks, in percent."""

    step: int
    held_out_loss: float
    held_out_f1: float


def score_held_out(
    model: nn.Module,
    marks: int,
    batches: Sequence[Batch],
    inputs: Callable[[Batch], tuple[Tensor, ...]],
    loss: Callable[[Tensor, Batch], Tensor],
) -> tuple[float, float]:
    """Return loss and micro F1 of the present weights; random state and mode do not change."""
    was_training = model.training
    model.eval()
    total, scored = 0.0, NOTHING
    with torch.no_grad():
        for batch in batches:
            scores = model(*inputs(batch)).float()
            total += float(loss(scores, batch))
            known = batch.marks != IGNORE
            found = scores[..., :marks].argmax(-1).cpu().numpy()
            scored += score_marks(_list(batch.marks[known]), _list(found[known]))
    model.train(was_training)
    return total / len(batches), scored.micro_f1


def _list(marks: np.ndarray) -> list[int]:
    return [int(mark) for mark in marks]
