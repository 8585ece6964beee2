"""What the training page and its controller tell each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.messages import Reason


@dataclass(frozen=True, slots=True)
class Material:
    """A file to learn from; `problem` says why it cannot be."""

    title: str
    words: int
    path: Path
    problem: str = ""


ENOUGH = 100  # approved corrections that no model has learnt


@dataclass(frozen=True, slots=True)
class Start:
    """What a new model would begin from.

    Attributes:
        lacks: empty where training is possible, "weights" where the model cannot be trained, else
            the packages that are missing.
        made_s: when it learnt from the person, 0 where it did not.
    """

    model: str
    free_name: str
    lacks: str
    made_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TrainingRequest:
    """What to train: a new model's name, and files that it learns from beside the corrections."""

    name: str
    texts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step that was taken; `held_out_f1` in per cent, None where it was not measured."""

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
    """One model against another on some text, in per cent."""

    words: int
    f1: tuple[float, float]
    sentence_ends: tuple[float, float]

    @classmethod
    def of(cls, before: Mapping[str, Any], after: Mapping[str, Any]) -> Comparison:
        f1, ends = ((before[it], after[it]) for it in ("micro_f1", "segmentation_f05"))
        return cls(before["words"], f1, ends)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A new model; `reason` says why it is used or why it is not."""

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
