"""Fine-tuning's settings and objective: the user's text is learnt, the old model is remembered.

Each step sees windows of the user's text and of the replay sample. On both, the labels count, and
so do the old model's scores, so that what the texts say nothing about stays as it was (Li and
Hoiem 2016, "Learning without Forgetting"). Where the user disagrees with the old model, its scores
do not count: two hundred corrections are few among the words around them, which are to stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.network.torch_network import TaggerNetwork
from engine.punctuation.labels import CASE_COLUMNS, MARK_COLUMNS
from training.data.augment import Batch, WindowSampler
from training.data.noise import Noise
from training.data.spoken_form import IGNORE
from training.loop.objective import label_loss, soft_loss
from training.loop.settings import (
    AveragingSettings,
    LossSettings,
    OptimizerSettings,
    TrainSettings,
)
from training.loop.trainer import BatchInputs, Trainer, wants_bf16

_CPU = torch.device("cpu")
_FROZEN = ("timing.", "encoder.embeddings.")


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How to learn; lengths in tokens, special tokens included.

    Attributes:
        epochs: how often the user's text is seen.
        longest_run_tokens: a long text is seen less often than that.
        tokens_a_step: of the user's text; as many again come from the replay sample.
        window_tokens: length = share of the steps.
        case_weight: of the loss of cases relative to that of marks.
        remembering: weight of the old model's scores on the replay sample.
        caution: the same on the user's text, where the two agree.
    """

    epochs: float = 8.0
    longest_run_tokens: int = 2_000_000
    tokens_a_step: int = 768
    window_tokens: tuple[tuple[int, float], ...] = ((48, 0.3), (64, 0.3), (128, 0.4))
    learning_rate: float = 1e-4
    warmup_share: float = 0.1
    case_weight: float = 0.5
    remembering: float = 2.0
    caution: float = 3.0
    share_of_noisy_windows: float = 0.2

    @property
    def noise(self) -> Noise:
        return Noise(share_of_windows=self.share_of_noisy_windows)

    def steps(self, tokens: int) -> int:
        seen = min(self.epochs * tokens, max(self.longest_run_tokens, tokens))
        return max(1, round(seen / self.tokens_a_step))

    def train(self, steps: int, seed: int) -> TrainSettings:
        return TrainSettings(
            steps,
            self.tokens_a_step,
            {str(tokens): share for tokens, share in self.window_tokens},
            self.learning_rate,
            seed,
            warmup_steps=round(self.warmup_share * steps),
            frozen=_FROZEN,
            optimizer=OptimizerSettings(weight_decay=0.0),
            averaging=AveragingSettings("last"),
        )


class BothTexts:
    """Draws windows of the user's text, then as many of the replay sample."""

    def __init__(self, own: WindowSampler, replay: WindowSampler) -> None:
        self._samplers = own, replay
        self.tokens = own.tokens

    def batch(self, windows: int, tokens: int) -> Batch:
        own, replay = (sampler.batch(windows, tokens) for sampler in self._samplers)
        joined = {
            name: np.concatenate([getattr(own, name), getattr(replay, name)])
            for name in ("ids", "attention", "marks", "cases", "timing", "styles")
        }
        return Batch(lengths=own.lengths + replay.lengths, **joined)

    def state(self) -> dict[str, object]:
        return {str(at): sampler.state() for at, sampler in enumerate(self._samplers)}

    def restore(self, state: dict[str, Any]) -> None:
        for at, sampler in enumerate(self._samplers):
            sampler.restore(state[str(at)])


class LearningWithoutForgetting:
    """The objective for `BothTexts`: true labels, and the scores of the network as it began."""

    def __init__(self, teacher: TaggerNetwork, settings: LearningSettings) -> None:
        self._teacher = teacher.eval().requires_grad_(requires_grad=False)
        self._settings = settings
        self._inputs = BatchInputs(_CPU, None)
        self._is_bf16 = wants_bf16("auto", _CPU)

    def __call__(self, scores: Tensor, batch: Batch, soft: object = None) -> Tensor:  # noqa: ARG002
        """Return the loss; scores: (windows, tokens, marks + cases)."""
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=self._is_bf16):
            taught = self._teacher(*self._inputs(batch)).float()
        marks, cases = torch.from_numpy(batch.marks), torch.from_numpy(batch.cases)
        scores, half, settings = scores.float(), len(scores) // 2, self._settings
        total = scores.new_zeros(())
        own, replay = slice(None, half), slice(half, None)
        for part, labels, weight in (
            (MARK_COLUMNS, marks, 1.0),
            (CASE_COLUMNS, cases, settings.case_weight),
        ):
            found, old = scores[..., part], taught[..., part].softmax(-1)
            known = marks != IGNORE
            agreed = known & ((old.argmax(-1) == labels) | (labels == IGNORE))
            for rows, kept, memory in (
                (own, agreed[own], settings.caution),
                (replay, known[replay], settings.remembering),
            ):
                truth = label_loss(found[rows], labels[rows], LossSettings())
                total = total + weight * truth
                total = total + memory * soft_loss(found[rows], old[rows], kept, 1.0)
        return total


def build_trainer(  # noqa: PLR0913  a run is made of just these
    network: TaggerNetwork,
    teacher: TaggerNetwork,
    windows: BothTexts,
    settings: LearningSettings,
    *,
    steps: int,
    seed: int,
) -> Trainer:
    """Build a run that changes the network and writes no checkpoints."""
    objective = LearningWithoutForgetting(teacher, settings)
    train = settings.train(steps, seed)
    return Trainer(network, windows, train, None, objective=objective, on_cpu=True)
