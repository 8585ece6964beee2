"""Checks a recipe at full size with random weights: one step, and how many weights there are."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoConfig

from engine.punctuation.labels import Case
from training.architectures.registry import build_tagger, random_body
from training.architectures.tagger import Tagger
from training.data.augment import WindowSampler
from training.data.corpus import Corpus, with_slots
from training.data.noise import Noise
from training.loop.objective import Objective
from training.loop.optimizers import Stepper
from training.loop.trainer import BatchInputs
from training.recipes.recipe import Recipe

_WINDOWS = 2
_WORDS = 2000
_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class FullSize:
    """A recipe network's sizes, and its loss before and after one step on the same windows."""

    encoder_parameters: int
    parameters: int
    loss: float
    loss_after: float


def read_encoder_sizes(path: Path) -> dict[str, dict[str, Any]]:
    """Read the tables of a file like `recipes/encoders.toml`, by the encoder's name."""
    with path.open("rb") as stream:
        return tomllib.load(stream)


def check_full_size(recipe: Recipe, sizes: Mapping[str, Any]) -> FullSize:
    """Build the recipe's network with random weights and train it for one step.

    Args:
        recipe: its encoder's weights are not needed.
        sizes: of the encoder, as in its `config.json`.

    Raises:
        FloatingPointError: the step's loss is not finite.
    """
    torch.manual_seed(recipe.train.seed)
    body = random_body(AutoConfig.for_model(**sizes), recipe.sizes)
    vocabulary = int(sizes["vocab_size"])
    model = build_tagger(
        recipe.sizes,
        body,
        dropout=recipe.train.dropout,
        slot_token=vocabulary - 1,
        marks=recipe.marks,
    )
    before, after = _step(recipe, model, vocabulary)
    if not np.isfinite([before, after]).all():
        raise FloatingPointError(f"{recipe.name}: the loss goes from {before} to {after}")
    return FullSize(_count(model.encoder), _count(model), before, after)


def _step(recipe: Recipe, model: Tagger, vocabulary: int) -> tuple[float, float]:
    """Train on two windows once, and score them before and after, as training does."""
    batch = _sampler(model, vocabulary).batch(_WINDOWS, recipe.train.longest_window_tokens)
    inputs = BatchInputs(_CPU, None)(batch)
    objective = Objective(recipe.train, recipe.distillation, model.marks)
    stepper = Stepper(model, recipe.train.optimizer)
    model.train()
    loss = objective(model(*inputs), batch)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    stepper.step(recipe.train.learning_rate)
    stepper.clear()
    with torch.no_grad():
        return float(loss.detach()), float(objective(model(*inputs), batch))


def _sampler(model: Tagger, vocabulary: int) -> WindowSampler:
    rng = np.random.default_rng(1)
    words = Corpus(
        "random",
        rng.integers(10, vocabulary - 10, _WORDS).astype(np.uint32),
        np.arange(1, _WORDS + 1),
        rng.integers(0, model.marks, _WORDS).astype(np.int8),
        rng.integers(0, len(Case), _WORDS).astype(np.int8),
    )
    return WindowSampler(
        [with_slots(words, model.layout)],
        noise=Noise(share_of_windows=0.0),
        special_ids=(0, 2, 1),
        rng=random.Random(1),
        layout=model.layout,
        styles=[0],
    )


def _count(module: torch.nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())
