"""The loop: the user's text is learnt, the old model is remembered.

Each step sees windows of the user's text and windows of the replay sample. On the user's text
the labels count; on both the scores of the old model count too, so that what the texts say
nothing about stays as it was (Li and Hoiem 2016, "Learning without Forgetting").
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from engine.errors import TrainingError
from engine.network.torch_network import TaggerNetwork
from engine.punctuation.labels import CASE_COLUMNS, MARK_COLUMNS
from training.data.augment import Batch, WindowSampler
from training.data.noise import Noise
from training.data.spoken_form import IGNORE

_FROZEN = ("timing.", "encoder.embeddings.")


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How it is learnt; lengths in tokens, special tokens included.

    Attributes:
        epochs: how often the user's text is seen.
        longest_run_tokens: a long text is seen less often than that.
        tokens_a_step: of the user's text; as many of the replay sample come beside them.
        window_tokens: length = share of the steps.
        case_weight: of the loss of cases beside that of marks.
        remembering: weight of the old model's scores on the replay sample.
        caution: the same on the user's text.
    """

    epochs: float = 8.0
    longest_run_tokens: int = 2_000_000
    tokens_a_step: int = 768
    window_tokens: tuple[tuple[int, float], ...] = ((48, 0.3), (64, 0.3), (128, 0.4))
    learning_rate: float = 1e-4
    warmup_share: float = 0.1
    case_weight: float = 0.5
    remembering: float = 1.0
    caution: float = 0.1
    share_of_noisy_windows: float = 0.2

    @property
    def noise(self) -> Noise:
        """Recognition errors to imitate."""
        return Noise(share_of_windows=self.share_of_noisy_windows)

    def steps(self, tokens: int) -> int:
        """Return how many steps a text of so many tokens takes."""
        seen = min(self.epochs * tokens, max(self.longest_run_tokens, tokens))
        return max(1, round(seen / self.tokens_a_step))


class Learner:
    """Trains a network; the one it began as is its teacher."""

    def __init__(
        self,
        network: TaggerNetwork,
        teacher: TaggerNetwork,
        samplers: tuple[WindowSampler, WindowSampler],
        settings: LearningSettings,
        seed: int,
    ) -> None:
        """Args: samplers: of the user's text, and of the replay sample."""
        self._network = network
        self._teacher = teacher.eval().requires_grad_(requires_grad=False)
        self._own, self._replay = samplers
        self._settings = settings
        self._rng = random.Random(seed)
        self._precision = torch.bfloat16 if has_fast_bfloat16() else torch.float32
        for name, value in network.named_parameters():
            value.requires_grad_(not name.startswith(_FROZEN))
        self._learnt = [value for value in network.parameters() if value.requires_grad]
        self._optimizer = torch.optim.AdamW(
            self._learnt, lr=settings.learning_rate, weight_decay=0.0
        )

    def run(self, steps: int) -> Iterator[float]:
        """Learn for so many steps and yield the loss of each.

        Raises:
            TrainingError: the loss is not finite.
        """
        for step in range(steps):
            for group in self._optimizer.param_groups:
                group["lr"] = self._settings.learning_rate * self._pace((step + 1) / steps)
            loss = self._step()
            if not math.isfinite(loss):
                raise TrainingError("", f"the loss is not finite at step {step + 1} of {steps}")
            yield loss

    def _pace(self, done: float) -> float:
        warmup = self._settings.warmup_share
        if done < warmup:
            return done / warmup
        return 0.02 + 0.98 * 0.5 * (1.0 + math.cos(math.pi * (done - warmup) / (1.0 - warmup)))

    def _step(self) -> float:
        self._network.train()
        own, replay = self._draw()
        loss = self._loss(own, self._settings.caution, 1.0)
        loss = loss + self._loss(replay, self._settings.remembering, 0.3)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._learnt, 1.0)
        self._optimizer.step()
        return float(loss.detach())

    def _draw(self) -> tuple[Batch, Batch]:
        lengths, shares = zip(*self._settings.window_tokens, strict=True)
        tokens = self._rng.choices(lengths, shares)[0]
        windows = max(1, self._settings.tokens_a_step // tokens)
        return self._own.batch(windows, tokens), self._replay.batch(windows, tokens)

    def _loss(self, batch: Batch, memory: float, truth: float) -> Tensor:
        inputs = [torch.from_numpy(a) for a in (batch.ids, batch.attention, batch.timing)]
        with torch.autocast("cpu", self._precision, enabled=self._precision != torch.float32):
            scores = self._network(*inputs)
            with torch.no_grad():
                taught = self._teacher(*inputs)
        is_word = torch.from_numpy(batch.marks != IGNORE)
        scores, taught = scores[is_word].float(), taught[is_word].float()
        marks = torch.from_numpy(batch.marks)[is_word]
        cases = torch.from_numpy(batch.cases)[is_word]
        total = truth * _labelled(scores[:, MARK_COLUMNS], marks)
        total = total + truth * self._settings.case_weight * _labelled(
            scores[:, CASE_COLUMNS], cases
        )
        return total + memory * _divergence(scores, taught)


def has_fast_bfloat16() -> bool:
    """True where the processor multiplies bfloat16 itself; elsewhere it only costs time."""
    probes = (
        getattr(torch.cpu, f"_is_{name}_supported", None) for name in ("amx_tile", "avx512_bf16")
    )
    return any(bool(probe()) for probe in probes if probe)


def _labelled(scores: Tensor, labels: Tensor) -> Tensor:
    total = functional.cross_entropy(scores, labels, ignore_index=IGNORE, reduction="sum")
    return total / (labels != IGNORE).sum().clamp(min=1)


def _divergence(scores: Tensor, taught: Tensor) -> Tensor:
    """Kullback-Leibler divergence from the teacher, marks and cases apart, mean over words."""
    total = scores.new_zeros(())
    for part in (MARK_COLUMNS, CASE_COLUMNS):
        own, old = scores[:, part].log_softmax(1), taught[:, part].log_softmax(1)
        total = total + functional.kl_div(own, old, reduction="batchmean", log_target=True)
    return total
