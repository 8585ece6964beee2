"""What is said about a recogniser, and to it."""

from __future__ import annotations

import re

from engine.recognisers.speech_models import RecogniserSpec, name_of_model
from engine.settings import RECOGNISERS


def describe(spec: RecogniserSpec) -> str:
    """Return a recogniser and its model as people know them."""
    return f"{RECOGNISERS[spec.kind]} with {name_of_model(spec.speech_model)}"


def split_hot_words(text: str) -> tuple[str, ...]:
    """Return the words or phrases between commas, of any script, and line ends."""
    parts = re.split(r"[,;，、；\n]", text)
    return tuple(word for part in parts if (word := " ".join(part.split())))
