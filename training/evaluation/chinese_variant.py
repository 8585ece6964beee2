"""What a small run is worth on texts of the Chinese benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.punctuation.labels import MARK_COLUMNS
from training.data.replay import MarkedText
from training.evaluation.bench.chinese import (
    REPORTED,
    TUNING,
    Benchmark,
    all_lines,
    read_benchmark,
)
from training.evaluation.mixture import Trained, mixed_scores
from training.export.mark_kinds import ALL_MARKS, score_kinds

_WORDS = 40_000  # of each text
_ENGLISH = Benchmark("en/dev/audreyt, all marks", "en/dev/audreyt.txt", ALL_MARKS, all_lines)


@dataclass(frozen=True, slots=True)
class ChineseMeasurer:
    """Benchmarks with their texts, some units of each."""

    texts: Sequence[tuple[Benchmark, MarkedText]]

    @classmethod
    def cantonese(cls, shared: Path, words: int = _WORDS) -> ChineseMeasurer:
        """Read HKCanCor: `dev`, which all is chosen on, and `test`, which is reported."""
        return cls(_texts(shared, [TUNING[0], REPORTED[0]], words))

    @classmethod
    def mixed(cls, shared: Path, words: int = _WORDS) -> ChineseMeasurer:
        return cls(_texts(shared, [*TUNING[1:4], _ENGLISH], words))

    def figures(self, trained: Trained) -> dict[str, float]:
        models = trained.load()
        found: dict[str, float] = {}
        for benchmark, text in self.texts:
            scores = mixed_scores(text.words, models, trained.window_tokens, trained.predictions)
            marks = np.argmax(scores[:, MARK_COLUMNS], axis=1).tolist()
            kinds = score_kinds(text.marks, marks, benchmark.kinds)
            found[f"{benchmark.name}: micro F1"] = kinds.micro_f1
            found[f"{benchmark.name}: macro F1"] = kinds.macro_f1
        return found


def _texts(
    shared: Path, benchmarks: Sequence[Benchmark], words: int
) -> list[tuple[Benchmark, MarkedText]]:
    return [(one, read_benchmark(shared / "data", one, words)) for one in benchmarks]
