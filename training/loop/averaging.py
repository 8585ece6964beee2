"""The weights that come out of a run: a moving average, or the mean of some checkpoints.

Ref: Liu et al. (2023), §3.3, average the checkpoints that are best on held-out data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor

from training.loop.checkpoints import write_tensors
from training.loop.settings import AveragingSettings

Weights = Mapping[str, Tensor]


class MovingAverage:
    """The exponential moving average, slower the longer it runs; integer counts stay integers."""

    def __init__(self, weights: Weights, decay: float) -> None:
        self._decay = decay
        self._average = {name: value.detach().clone() for name, value in weights.items()}

    @torch.no_grad()
    def update(self, weights: Weights, step: int) -> None:
        """Add the weights after a step; step: how many came before."""
        decay = min(self._decay, (1 + step) / (10 + step))
        for name, value in weights.items():
            if value.is_floating_point():
                self._average[name].lerp_(value, 1 - decay)
            else:
                self._average[name].copy_(value)

    def load(self, weights: Weights) -> None:
        self._average = {name: value.clone() for name, value in weights.items()}

    def weights(self) -> dict[str, Tensor]:
        return dict(self._average)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Weights put aside at a step; a lower `score` is better."""

    step: int
    score: float


class Snapshots:
    """Weights of some steps on disk, and their mean.

    A file is written whole before any checkpoint refers to it, and removed when none does.
    """

    def __init__(self, folder: Path, settings: AveragingSettings) -> None:
        self._folder = folder
        self._settings = settings
        self._kept: tuple[Snapshot, ...] = ()

    def offer(self, weights: Weights, snapshot: Snapshot) -> None:
        """Put the weights aside if they are to be averaged."""
        others = tuple(one for one in self._kept if one.step != snapshot.step)
        kept = self._chosen((*others, snapshot))
        if snapshot in kept:
            write_tensors(weights, self._file(snapshot.step))
        self._kept = kept

    def mean(self) -> dict[str, Tensor] | None:
        """Return the mean of those put aside, None if there are none."""
        files = [self._file(one.step) for one in self._kept]
        return mean_weights(load_file(file) for file in files) if files else None

    def state(self) -> list[dict[str, Any]]:
        return [asdict(one) for one in self._kept]

    def restore(self, state: Iterable[Mapping[str, Any]]) -> None:
        self._kept = tuple(Snapshot(int(one["step"]), float(one["score"])) for one in state)

    def clear(self) -> None:
        """Start again: a stage's weights are not averaged with another's."""
        self._kept = ()

    def remove_unused(self) -> None:
        """Remove the files that no checkpoint refers to any more."""
        used = {self._file(one.step) for one in self._kept}
        for file in self._folder.glob("*"):
            if file not in used:
                file.unlink()

    def _chosen(self, all_of_them: tuple[Snapshot, ...]) -> tuple[Snapshot, ...]:
        settings = self._settings
        if settings.kind == "best":
            ranked = sorted(all_of_them, key=lambda one: (one.score, one.step))
            return tuple(ranked[: settings.count])
        return all_of_them[-settings.count :] if settings.kind == "last" else all_of_them

    def _file(self, step: int) -> Path:
        return self._folder / f"step-{step:07d}.safetensors"


def mean_weights(all_of_them: Iterable[Weights]) -> dict[str, Tensor]:
    """Return the mean of a network's weights; integer counts come from the last.

    Raises:
        ValueError: there are none, or they are of different networks.
    """
    total: dict[str, Tensor] = {}
    count = 0
    for weights in all_of_them:
        if count and weights.keys() != total.keys():
            raise ValueError("weights of different networks cannot be averaged")
        count += 1
        for name, value in weights.items():
            if count > 1 and value.is_floating_point():
                total[name] += value.double()
            else:
                total[name] = value.double() if value.is_floating_point() else value
    if not count:
        raise ValueError("there are no weights to average")
    return {
        name: (value / count).float() if value.is_floating_point() else value
        for name, value in total.items()
    }
