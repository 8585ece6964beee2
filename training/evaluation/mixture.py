"""Scores of one or several models, summed over overlapping windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.network.backend import FloatArray
from engine.network.scorer import Scorer
from training.evaluation.playing import load_model
from training.evaluation.window_scores import (
    Merging,
    merge,
    overlapping_spans,
    score_windows,
    window_room,
)


@dataclass(frozen=True, slots=True)
class Trained:
    """What is measured.

    Attributes:
        bundles: of one model, or of several whose scores are summed.
        window_tokens: of the longest windows that they were trained on.
        predictions: windows that each word is seen by.
    """

    bundles: tuple[Path, ...]
    window_tokens: int
    predictions: int = 2

    def load(self) -> tuple[Scorer, ...]:
        return tuple(load_scorer(str(bundle)) for bundle in self.bundles)


def mixed_scores(
    words: Sequence[str], models: Sequence[Scorer], window_tokens: int, predictions: int
) -> FloatArray:
    """Return the sum of the models' scores, (words, labels) unnormalised.

    Args:
        models: they need not share a tokenizer.
        window_tokens: special tokens included.
        predictions: windows that each word is seen by.
    """
    total: FloatArray | None = None
    for model in models:
        lengths = [len(model.encode(word)) for word in words]
        spans = list(overlapping_spans(lengths, window_room(window_tokens), predictions))
        scores = merge(spans, score_windows(words, model, spans), Merging.EDGES)
        total = scores if total is None else total + scores
    if total is None:
        raise ValueError("there is no model")
    return total


def load_scorer(bundle: str) -> Scorer:
    """Load a bundle by name or folder, to be run with ONNX."""
    return load_model(bundle).scorer
