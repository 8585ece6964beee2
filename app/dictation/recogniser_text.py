"""Text about recognisers, and for them."""

from __future__ import annotations

import re

from engine.recognisers.speech_models import RecogniserSpec, name_of_model
from engine.settings import RECOGNISERS


def describe(spec: RecogniserSpec) -> str:
    """Return the names of a recogniser and its model, as users know them."""
    return f"{RECOGNISERS[spec.kind]} with {name_of_model(spec.speech_model)}"


def split_hot_words(text: str) -> tuple[str, ...]:
    """Return the words or phrases between line breaks and commas of any script."""
    parts = re.split(r"[,;，、；\n]", text)
    return tuple(word for part in parts if (word := " ".join(part.split())))
