"""Rows of figures, printed as a Markdown table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: its name and its figures."""

    name: str
    figures: dict[str, float] = field(default_factory=dict)


def print_rows(title: str, rows: Iterable[Row]) -> None:
    """Print rows that share their figures' names as one Markdown table."""
    print(f"\n### {title}\n")
    heads: list[str] | None = None
    for row in rows:
        if heads is None:
            heads = list(row.figures)
            print("| | " + " | ".join(heads) + " |")
            print("| --- " * (len(heads) + 1) + "|")
        cells = (_number(row.figures[head]) for head in heads)
        print(f"| {row.name} | " + " | ".join(cells) + " |", flush=True)


def _number(value: float) -> str:
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
