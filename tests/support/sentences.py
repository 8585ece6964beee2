"""Sentences as spoken, to be kept in a history."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.types import Sentence, Word

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(text: str, start_s: float = 0.0) -> Sentence:
    """Return a sentence with two words a second."""
    surfaces = tuple(text.split())
    words = tuple(
        Word(one.strip(".,?").lower(), start_s + at / 2, start_s + at / 2 + 0.4, 0.25 + at / 1000)
        for at, one in enumerate(surfaces)
    )
    return Sentence(surfaces, words)
