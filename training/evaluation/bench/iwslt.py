"""The IWSLT benchmarks: all is chosen on held-out text, `test2011` is only reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.build import LanguageModel
from engine.network.backend import FloatArray
from engine.punctuation.labels import Mark
from engine.settings import Policy, PunctuationSettings
from training.evaluation.bench.aggregation import TaggedText, benchmark_text, held_out_text
from training.evaluation.bench.chinese import MARKED_TALKS, TALKS, figures, read_benchmark
from training.evaluation.playing import play, words_as_hypotheses
from training.evaluation.table import Row
from training.evaluation.window_scores import (
    Merging,
    merge,
    overlapping_spans,
    score_windows,
    window_room,
)
from training.export.mark_kinds import COMMA_AND_PERIOD
from training.export.mark_offsets import MarkOffsets, fit_offsets
from training.metrics import score_marks


@dataclass(frozen=True, slots=True)
class Talks:
    """The texts of one language, the first of them held out to choose with, and their scores."""

    texts: Mapping[str, TaggedText]
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
        text = read_benchmark(shared / "data", benchmark, words)
        texts[benchmark.name] = TaggedText(text.words, text.marks)
    return Talks(texts, lambda marks, found: figures(marks, found, COMMA_AND_PERIOD))


def iwslt_rows(talks: Talks, model: LanguageModel, *, predictions: int) -> Iterator[Row]:
    """Score each text: as `punctuate` does, with more windows, with offsets.

    Args: predictions: windows a word.
    """
    for name, text in talks.texts.items():
        yield _row(f"{name}: punctuate", talks, text, _punctuated(text, model))
    scores = {name: _scores(text.words, model, predictions) for name, text in talks.texts.items()}
    held_out = next(iter(talks.texts))
    fitted = fit_offsets(scores[held_out], talks.texts[held_out].marks)
    ways = {f"{predictions} windows": MarkOffsets(), f"{predictions} windows, offsets": fitted}
    for way, offsets in ways.items():
        for name, text in talks.texts.items():
            yield _row(f"{name}: {way}", talks, text, offsets.marks(scores[name]).tolist())


def _punctuated(text: TaggedText, model: LanguageModel) -> list[Mark]:
    settings = PunctuationSettings(policy=Policy.OFFLINE)
    return play(words_as_hypotheses(text.words), model, settings).marks()


def _scores(words: Sequence[str], model: LanguageModel, predictions: int) -> FloatArray:
    lengths = [len(model.scorer.encode(word)) for word in words]
    room = window_room(model.bundle.offline_window_tokens)
    spans = list(overlapping_spans(lengths, room, predictions))
    return merge(spans, score_windows(words, model.scorer, spans), Merging.EDGES)


def _row(name: str, talks: Talks, text: TaggedText, found: Sequence[Mark]) -> Row:
    return Row(name, dict(talks.figures(text.marks, found)))


def _three_marks(marks: Sequence[Mark], found: Sequence[Mark]) -> dict[str, float]:
    scores = score_marks(marks, found)
    names = ("comma F1", "period F1", "question F1")
    by_mark = {head: count.f() for head, count in zip(names, scores.marks, strict=True)}
    return {
        "micro F1": scores.micro_f1,
        "macro F1": scores.macro_f1,
        **by_mark,
        "seg-F0.5": scores.segmentation_f05,
    }
