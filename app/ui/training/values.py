"""The values that the training page and its controller exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.messages import Reason


@dataclass(frozen=True, slots=True)
class Material:
    """A file to learn from; `problem` says why it cannot be used."""

    title: str
    words: int
    path: Path
    problem: str = ""


ENOUGH = 100  # approved corrections that no model has learnt yet


@dataclass(frozen=True, slots=True)
class Start:
    """What a new model would start from.

    Attributes:
        model: Name of the model in use.
        free_name: A name for the new one.
        lacks: Empty if training is possible, "weights" if the model cannot be trained, else the
            missing packages.
        made_s: When it was fine-tuned for the user, 0 if never.
    """

    model: str
    free_name: str
    lacks: str
    made_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What to train: the new model's name, and files to learn from besides the corrections."""

    name: str
    texts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A training step; `held_out_f1` in per cent, None if it was not measured."""

    step: int
    steps: int
    loss: float
    left_s: float
    held_out_f1: float | None

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Step:
        return cls(**{field.name: event[field.name] for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models compared on the same text: (before, after) in per cent."""

    words: int
    f1: tuple[float, float]
    sentence_ends: tuple[float, float]

    @classmethod
    def of(cls, before: Mapping[str, Any], after: Mapping[str, Any]) -> Comparison:
        f1, ends = ((before[it], after[it]) for it in ("micro_f1", "segmentation_f05"))
        return cls(before["words"], f1, ends)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A new model; `reason` says why it is or is not used."""

    name: str
    is_active: bool
    reason: Reason
    own: Comparison
    general: Comparison

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Outcome:
        before, after = event["before"], event["after"]
        told = (event[it] for it in ("name", "is_active", "reason"))
        texts = (Comparison.of(before[it], after[it]) for it in ("held_out", "general"))
        return cls(*told, *texts)
