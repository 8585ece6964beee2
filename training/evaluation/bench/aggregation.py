"""Courtland's table re-made: predictions a word, F1 and run time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from engine.build import LanguageModel
from training.data.replay import MarkedText
from training.data.tagged_words import read_tagged_words
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.evaluation.window_scores import (
    Merging,
    marks_of,
    merge,
    overlapping_spans,
    score_windows,
    window_room,
)
from training.metrics import MarkScores, score_marks

PREDICTIONS = (1, 2, 3, 6, 9)
_HELD_OUT_WORDS = 28_000


def held_out_text(shared: Path, words: int | None = None) -> MarkedText:
    """Return the last words of IWSLT `dev2012`, which no recipe is trained on: to choose with."""
    spoken, marks = read_tagged_words(shared / "data" / "iwslt" / "dev2012.tsv")
    words = min(words or _HELD_OUT_WORDS, _HELD_OUT_WORDS)
    return MarkedText(spoken[-words:], marks[-words:])


def benchmark_text(shared: Path, words: int | None = None) -> MarkedText:
    spoken, marks = read_tagged_words(shared / "data" / "iwslt" / "test2011.tsv")
    return MarkedText(spoken[:words], marks[:words])


def aggregation_rows(shared: Path, model: LanguageModel, words: int | None) -> Iterator[Row]:
    """What `punctuate` does, then 1, 2, 3, 6 and 9 predictions a word, merged in four ways.

    Args: words: of each text, None for the whole of both.
    """
    held_out, benchmark = held_out_text(shared, words), benchmark_text(shared, words)
    yield _row("punctuate", *_punctuated(held_out, model), _punctuated(benchmark, model)[0])
    for predictions in PREDICTIONS:
        ours = _merged(held_out, model, predictions)
        reported = _merged(benchmark, model, predictions)
        for merging, (scores, spent_s) in ours.items():
            yield _row(f"{predictions}, {merging.value}", scores, spent_s, reported[merging][0])


def _punctuated(text: MarkedText, model: LanguageModel) -> tuple[MarkScores, float]:
    began = time.perf_counter()
    found = punctuated(text.words, model).marks
    return score_marks(text.marks, found), time.perf_counter() - began


def _merged(
    text: MarkedText, model: LanguageModel, predictions: int
) -> dict[Merging, tuple[MarkScores, float]]:
    began = time.perf_counter()
    room = window_room(model.bundle.offline_window_tokens)
    lengths = [len(model.scorer.encode(word)) for word in text.words]
    spans = list(overlapping_spans(lengths, room, predictions))
    scores = score_windows(text.words, model.scorer, spans)
    spent_s = time.perf_counter() - began
    found = {}
    for merging in (Merging.SUM,) if predictions == 1 else Merging:
        marks = marks_of(text.words, merge(spans, scores, merging), model)
        found[merging] = score_marks(text.marks, marks), spent_s
    return found


def _row(name: str, held_out: MarkScores, spent_s: float, benchmark: MarkScores) -> Row:
    return Row(
        name,
        {
            "dev2012 micro F1": held_out.micro_f1,
            "dev2012 macro F1": held_out.macro_f1,
            "seconds": spent_s,
            "test2011 micro F1": benchmark.micro_f1,
            "test2011 macro F1": benchmark.macro_f1,
        },
    )
