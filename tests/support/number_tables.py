"""The tables of spoken numbers in `tests/engine/formatting`."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "engine" / "formatting"


def table(language: str) -> list[tuple[str, str]]:
    """Return what is said and how it is written; "" for a trap, which stays as it is."""
    lines = (_FOLDER / f"numbers_{language}.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(" = ") for line in lines if line and not line.startswith("#"))
    return [(spoken, text) for spoken, _, text in pairs]
