"""Spoken numbers: cases of NVIDIA/NeMo-text-processing, and what changes in running text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.formatting.numbers import NumberFormatter
from engine.text.marked_text import read_marked_text
from engine.text.spacing import joined
from engine.text.units import split_units
from training.evaluation.table import Row

_DIGIT = re.compile(r"\d")
_UNTOLD = re.compile(r"[\s,]")  # spaces and commas differ by house style


def number_rows(shared: Path) -> Iterator[Row]:
    """Measure the cases by kind."""
    formatter = NumberFormatter()
    for language in ("en", "zh"):
        right = total = 0
        for path in sorted((shared / "data" / "itn" / f"nemo_{language}").glob("*.txt")):
            lines = path.read_text(encoding="utf-8").splitlines()
            cases = [line.split("~")[:2] for line in lines if "~" in line]
            alike = sum(_plain(_written(formatter, a)) == _plain(b) for a, b in cases)
            right, total = right + alike, total + len(cases)
            kind = path.stem.removeprefix("test_cases_")
            yield Row(
                f"{language} {kind}", {"cases": len(cases), "alike %": 100 * alike / len(cases)}
            )
        yield Row(f"{language}, all", {"cases": total, "alike %": 100 * right / total})


def running_text_rows(shared: Path) -> Iterator[Row]:
    """Measure lines of the dev texts without a figure; numbers in words are among them."""
    formatter = NumberFormatter()
    for language in ("en", "zh", "yue"):
        words = changes = 0
        for path in sorted((shared / "data" / language / "dev").glob("*.txt")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if _DIGIT.search(line) is None:
                    units = [marked.core.lower() for marked in read_marked_text(line)]
                    words += len(units)
                    changes += len(formatter.rewrites(units, ()))
        yield Row(language, {"words": words, "one change in … words": words / max(1, changes)})


def _written(formatter: NumberFormatter, text: str) -> str:
    units = split_units(text.lower())
    written: list[str] = []
    at = 0
    for one in formatter.rewrites(units):
        written += [*units[at : one.first], one.text]
        at = one.end
    return joined([*written, *units[at:]], between_scripts="")


def _plain(text: str) -> str:
    return _UNTOLD.sub("", text.lower())
