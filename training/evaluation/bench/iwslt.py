"""The IWSLT benchmarks: all is chosen on held-out text, `test2011` is only reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from training.data.replay import MarkedText
from training.evaluation.bench.aggregation import benchmark_text, held_out_text
from training.evaluation.bench.chinese import MARKED_TALKS, TALKS, figures, read_benchmark
from training.evaluation.mixture import mixed_scores
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.export.mark_offsets import fit_offsets
from training.metrics import COMMA_AND_PERIOD, score_marks


@dataclass(frozen=True, slots=True)
class Talks:
    """The texts of one language, the first of them held out to choose with, and their scores."""

    texts: Mapping[str, MarkedText]
    figures: Callable[[Sequence[Mark], Sequence[Mark]], Mapping[str, float]]


def english_talks(shared: Path, words: int | None = None) -> Talks:
    """Read the talks of Courtland et al. (2020) and others: comma, period, question mark.

    Args: words: of each text, None for the whole of both.
    """
    texts = {
        "dev2012, held out": held_out_text(shared, words),
        "test2011": benchmark_text(shared, words),
    }
    return Talks(texts, _three_marks)


def chinese_talks(shared: Path, words: int | None = None) -> Talks:
    """Read the talks of Liu et al. (2023): comma and period, as they are and without half lines."""
    texts = {}
    for benchmark in (*TALKS, *MARKED_TALKS):
        texts[benchmark.name] = read_benchmark(shared / "data", benchmark, words)
    return Talks(texts, lambda marks, found: figures(marks, found, COMMA_AND_PERIOD))


def iwslt_rows(talks: Talks, model: LanguageModel, *, predictions: int) -> Iterator[Row]:
    """Score each text: as `punctuate` does, with more windows, with offsets.

    Args: predictions: windows a word.
    """
    for name, text in talks.texts.items():
        yield _row(f"{name}: punctuate", talks, text, punctuated(text.words, model).marks)
    tokens = model.bundle.offline_window_tokens
    scores = {
        name: mixed_scores(text.words, [model.scorer], tokens, predictions)
        for name, text in talks.texts.items()
    }
    held_out = next(iter(talks.texts))
    fitted = fit_offsets(scores[held_out], talks.texts[held_out].marks)
    ways = {f"{predictions} windows": MarkOffsets(), f"{predictions} windows, offsets": fitted}
    for way, offsets in ways.items():
        for name, text in talks.texts.items():
            yield _row(f"{name}: {way}", talks, text, offsets.marks(scores[name]).tolist())


def _row(name: str, talks: Talks, text: MarkedText, found: Sequence[Mark]) -> Row:
    return Row(name, dict(talks.figures(text.marks, found)))


def _three_marks(marks: Sequence[Mark], found: Sequence[Mark]) -> dict[str, float]:
    scores = score_marks(marks, found)
    names = ("comma F1", "period F1", "question F1")
    by_mark = {head: count.f() for head, count in zip(names, scores.marks, strict=True)}
    return scores.figures() | by_mark
