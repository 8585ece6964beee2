"""What is said about a recogniser."""

from __future__ import annotations

from engine.recognisers.speech_models import RecogniserSpec


def describe(spec: RecogniserSpec) -> str:
    """Return a recogniser and its model as people know them."""
    if spec.speech_model is None:
        return "PocketSphinx with its own English model"
    return f"Vosk with {spec.speech_model.name}"
