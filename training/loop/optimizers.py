"""Optimisers of a recipe: AdamW, RAdam, and LookAhead around either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from training.loop.settings import OptimizerSettings

_SLOW = "slow"


class LookAhead:
    """Moves slow weights towards the base optimiser's every few steps.

    Ref: Zhang et al. (2019), "Lookahead Optimizer: k steps forward, 1 step back". The slow weights
    are kept in the base's own state, so a checkpoint of the base has everything.
    """

    def __init__(self, base: torch.optim.Optimizer, rate: float, period: int) -> None:
        """Args: rate: 0..1, how far the slow weights move; period: steps between two moves."""
        self.base = base
        self._rate = rate
        self._period = period

    @torch.no_grad()
    def step(self) -> None:
        """Let the base take a step; every `period` steps, move the slow weights and go there."""
        parameters = [p for p in _parameters(self.base) if p.grad is not None]
        states = self.base.state  # read with `get`: the base starts from no state at all
        before = {p: p.detach().clone() for p in parameters if _SLOW not in states.get(p, {})}
        self.base.step()
        for parameter, start in before.items():
            states[parameter][_SLOW] = start
        for parameter in parameters:
            state = states[parameter]
            if int(state["step"]) % self._period == 0:
                state[_SLOW].lerp_(parameter, self._rate)
                parameter.copy_(state[_SLOW])


def _parameters(optimizer: torch.optim.Optimizer) -> list[Tensor]:
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


class Stepper:
    """An optimiser over a network's trainable weights, by name, whose rate can be set.

    The encoder's weights learn at their own share of the rate.
    """

    def __init__(
        self, model: nn.Module, settings: OptimizerSettings, encoder_share: float = 1.0
    ) -> None:
        """Args: encoder_share: the encoder's learning rate over the others'."""
        trainable = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
        inner = [(n, p) for n, p in trainable if n.startswith("encoder.")]
        outer = [(n, p) for n, p in trainable if not n.startswith("encoder.")]
        groups = [(inner, encoder_share), (outer, 1.0)]
        groups = [(members, share) for members, share in groups if members]
        if encoder_share == 1.0:
            groups = [(trainable, 1.0)]  # the order that checkpoints have always had
        self._names = [name for members, _ in groups for name, _ in members]
        self._shares = [share for _, share in groups]
        self.base = _base([[p for _, p in members] for members, _ in groups], settings)
        self._step: Callable[[], object] = self.base.step
        if settings.lookahead:
            self._step = LookAhead(
                self.base, settings.lookahead_rate, settings.lookahead_period
            ).step

    def step(self, learning_rate: float) -> None:
        for group, share in zip(self.base.param_groups, self._shares, strict=True):
            group["lr"] = learning_rate * share
        self._step()

    def clear(self) -> None:
        self.base.zero_grad(set_to_none=True)

    def tensors(self) -> dict[str, Tensor]:
        """Return the state, `weight/slot` → tensor."""
        state = self.base.state_dict()["state"]
        return {
            f"{self._names[index]}/{key}": value
            for index, slots in state.items()
            for key, value in slots.items()
        }

    def load(self, tensors: dict[str, Tensor]) -> None:
        places = {name: index for index, name in enumerate(self._names)}
        state: dict[int, dict[str, Any]] = {}
        for key, value in tensors.items():
            name, slot = key.rsplit("/", 1)
            if name in places:
                state.setdefault(places[name], {})[slot] = value
        self.base.load_state_dict({**self.base.state_dict(), "state": state})


def _base(
    groups: Sequence[list[nn.Parameter]], settings: OptimizerSettings
) -> torch.optim.Optimizer:
    tables = [{"params": members} for members in groups]
    if settings.kind == "radam":
        return torch.optim.RAdam(
            tables,
            weight_decay=settings.weight_decay,
            decoupled_weight_decay=settings.weight_decay > 0.0,
        )
    return torch.optim.AdamW(tables, weight_decay=settings.weight_decay, fused=True)
