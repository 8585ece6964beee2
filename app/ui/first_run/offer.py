"""Which model is offered for a language, on this computer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.ui.models.entries import ModelEntry
from engine.recognisers.speed import keeps_up, predicted_factor


def recommended(entries: Iterable[ModelEntry], language: str) -> list[ModelEntry]:
    """Return those to download for a language, the smallest first.

    One that is recommended for fewer languages is meant for this one more than others are.
    """
    online = [it for it in entries if it.origin == "online" and it.is_recommended]
    fitting = [it for it in online if language in it.languages]
    fewest = min((len(it.languages) for it in fitting), default=0)
    return sorted((it for it in fitting if len(it.languages) == fewest), key=_size)


def best_of(models: Sequence[ModelEntry], measured: float | None) -> ModelEntry | None:
    """Return the largest one that keeps up, or else the smallest.

    Args:
        models: the smallest first.
        measured: real-time factor of the built-in Whisper here; None where it is not known.
    """
    fast = [it for it in models if measured is not None and is_fast_enough(it, measured)]
    return next(iter([*fast[-1:], *models]), None)


def is_fast_enough(entry: ModelEntry, measured: float) -> bool:
    """Whether a model will keep up where the built-in Whisper has this real-time factor."""
    known = entry.offered.real_time_factor if entry.offered else None
    return keeps_up(predicted_factor(measured, known, _size(entry)))


def _size(entry: ModelEntry) -> int:
    return entry.size_bytes or 0
