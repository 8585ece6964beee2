"""Chinese texts replayed as speech: every pause is drawn at random, some fall inside a clause.

No Mandarin or Cantonese recording with human marks and times may be used here, so the times are
made up, see `training.data.replay`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from engine.build import LanguageModel
from training.data.replay import replayed
from training.evaluation.bench.chinese import TUNING, read_benchmark
from training.evaluation.bench.quality import policy_rows
from training.evaluation.table import Row

_SEED = 11
_TEXTS = (TUNING[1], TUNING[0])
_WORDS = 40_000


def replay_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """Compare segments with the stream on Mandarin and Cantonese held-out text."""
    for benchmark in _TEXTS:
        text = read_benchmark(shared / "data", benchmark, words or _WORDS)
        sessions = list(replayed(text, random.Random(_SEED)))
        yield from policy_rows(benchmark.file, sessions, model)
