"""The training loop: deterministic under a seed, resumable after a kill."""

from __future__ import annotations

import json
import logging
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn import functional

from engine.punctuation.labels import Mark
from training.architectures.token import TokenTagger
from training.augment import Batch, WindowSampler
from training.checkpoints import checkpoints, load_chance, remove_folder, save_chance
from training.data import IGNORE
from training.recipe import TrainSettings

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """One report of a run: losses are means since the last report."""

    step: int
    steps: int
    loss: float
    tokens_a_second: float


class Trainer:
    """Trains a tagger on windows drawn by a sampler and keeps a moving average of its weights."""

    def __init__(
        self, model: TokenTagger, sampler: WindowSampler, settings: TrainSettings, folder: Path
    ) -> None:
        """Args: folder: receives `checkpoint/`, replaced as a whole at each checkpoint."""
        self._model = model
        self._sampler = sampler
        self._settings = settings
        self._folder = folder
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._model.to(self._device)
        self._average = {k: v.detach().clone() for k, v in model.state_dict().items()}
        self._optimizer = torch.optim.AdamW(
            model.parameters(), lr=settings.learning_rate, weight_decay=0.01, fused=True
        )
        self._rng = random.Random(settings.seed)
        self._step = 0

    def run(self, report_every_steps: int = 20) -> Iterator[Progress]:
        """Train to the last step, from the checkpoint in the folder if there is one.

        Raises:
            FloatingPointError: the loss is not finite; the last checkpoint stays.
            ValueError: the checkpoint is another encoder's.
        """
        self._resume()
        settings = self._settings
        total, since, tokens = 0.0, time.perf_counter(), 0
        self._model.train()
        while self._step < settings.steps:
            batch = self._draw()
            total += self._update(batch)
            tokens += int(batch.attention.sum())
            self._step += 1
            if self._step % report_every_steps == 0:
                spent = time.perf_counter() - since
                yield Progress(
                    self._step, settings.steps, total / report_every_steps, tokens / spent
                )
                total, since, tokens = 0.0, time.perf_counter(), 0
            if self._step % settings.checkpoint_every_steps == 0:
                self._checkpoint()
        self._checkpoint()

    def averaged_weights(self) -> dict[str, Tensor]:
        """Return the moving average of the weights, the ones to export."""
        return {name: value.cpu().contiguous() for name, value in self._average.items()}

    def _draw(self) -> Batch:
        lengths = self._settings.window_tokens
        tokens = int(self._rng.choices(list(lengths), list(lengths.values()))[0])
        return self._sampler.batch(max(1, self._settings.tokens_a_step // tokens), tokens)

    def _update(self, batch: Batch) -> float:
        rate = self._learning_rate()
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        with torch.autocast(self._device.type, dtype=torch.bfloat16):
            scores = self._model(self._tensor(batch.ids), self._tensor(batch.attention))
        loss = self._loss(scores, batch)
        if not torch.isfinite(loss):
            raise FloatingPointError(f"the loss is not finite at step {self._step}")
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        self._update_average()
        return float(loss.detach())

    def _loss(self, scores: Tensor, batch: Batch) -> Tensor:
        marks, cases = scores[..., : len(Mark)], scores[..., len(Mark) :]
        smoothing = self._settings.label_smoothing
        mark_loss = _mean_loss(marks, self._tensor(batch.marks), smoothing)
        case_loss = _mean_loss(cases, self._tensor(batch.cases), 0.0)
        return mark_loss + self._settings.case_weight * case_loss

    def _tensor(self, array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(self._device)

    def _learning_rate(self) -> float:
        settings = self._settings
        if self._step < settings.warmup_steps:
            return settings.learning_rate * (self._step + 1) / settings.warmup_steps
        done = (self._step - settings.warmup_steps) / max(1, settings.steps - settings.warmup_steps)
        return settings.learning_rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))

    @torch.no_grad()
    def _update_average(self) -> None:
        decay = min(self._settings.ema_decay, (1 + self._step) / (10 + self._step))
        for name, value in self._model.state_dict().items():
            if value.is_floating_point():
                self._average[name].lerp_(value, 1 - decay)

    def _checkpoint(self) -> None:
        """Write everything a resumed run needs; the old checkpoint stays until the new is whole."""
        folder = self._folder / f"checkpoint-{self._step:07d}"
        if folder in checkpoints(self._folder):
            return
        partial = folder.with_suffix(".partial")
        partial.mkdir(parents=True, exist_ok=True)
        save_file(_contiguous(self._model.state_dict()), partial / "weights.safetensors")
        save_file(_contiguous(self._average), partial / "average.safetensors")
        save_file(self._optimizer_tensors(), partial / "optimizer.safetensors")
        save_chance(partial)
        state = {"step": self._step, "draws": self._rng.getstate(), **self._sampler.state()}
        (partial / "state.json").write_text(json.dumps(state))
        partial.replace(folder)
        for old in [*checkpoints(self._folder)[:-1], *self._folder.glob("checkpoint-*.partial")]:
            remove_folder(old)

    def _optimizer_tensors(self) -> dict[str, Tensor]:
        names = [name for name, _ in self._model.named_parameters()]
        state = self._optimizer.state_dict()["state"]
        return {
            f"{names[index]}/{key}": value.contiguous()
            for index, slots in state.items()
            for key, value in slots.items()
        }

    def _resume(self) -> None:
        found = checkpoints(self._folder)
        if not found:
            return
        folder = found[-1]
        self._load_weights(folder)
        self._average = load_file(folder / "average.safetensors", device=str(self._device))
        self._load_optimizer(load_file(folder / "optimizer.safetensors"))
        state = json.loads((folder / "state.json").read_text())
        self._step = int(state["step"])
        version, numbers, gauss = state["draws"]
        self._rng.setstate((version, tuple(numbers), gauss))
        self._sampler.restore(state)
        load_chance(folder)
        _log.info("resumed at step %d", self._step)

    def _load_weights(self, folder: Path) -> None:
        try:
            self._model.load_state_dict(load_file(folder / "weights.safetensors"))
        except RuntimeError as error:
            raise ValueError(f"{folder} holds weights of another encoder") from error

    def _load_optimizer(self, tensors: dict[str, Tensor]) -> None:
        whole = self._optimizer.state_dict()
        names = [name for name, _ in self._model.named_parameters()]
        whole["state"] = {
            index: {
                key.rsplit("/", 1)[1]: value
                for key, value in tensors.items()
                if key.rsplit("/", 1)[0] == name
            }
            for index, name in enumerate(names)
        }
        self._optimizer.load_state_dict(whole)


def _contiguous(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.detach().cpu().contiguous().clone() for name, value in tensors.items()}


def _mean_loss(scores: Tensor, labels: Tensor, smoothing: float) -> Tensor:
    """Return the mean over known labels; zero, not NaN, where none is known."""
    total = functional.cross_entropy(
        scores.flatten(0, 1), labels.flatten(), reduction="sum", label_smoothing=smoothing
    )
    return total / (labels != IGNORE).sum().clamp(min=1)
