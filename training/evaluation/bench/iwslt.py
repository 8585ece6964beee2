"""The IWSLT benchmark: choices are made on held-out text, `test2011` is only reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from training.data.replay import MarkedText
from training.data.tagged_words import read_tagged_words
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.evaluation.window_scores import overlapped_scores
from training.export.mark_offsets import fit_offsets
from training.metrics import score_marks

_HELD_OUT_WORDS = 28_000


def held_out_text(shared: Path, words: int | None = None) -> MarkedText:
    """Return the last words of IWSLT `dev2012`, which no recipe trains on: for choices."""
    spoken, marks = read_tagged_words(shared / "data" / "iwslt" / "dev2012.tsv")
    words = min(words or _HELD_OUT_WORDS, _HELD_OUT_WORDS)
    return MarkedText(spoken[-words:], marks[-words:])


def benchmark_text(shared: Path, words: int | None = None) -> MarkedText:
    spoken, marks = read_tagged_words(shared / "data" / "iwslt" / "test2011.tsv")
    return MarkedText(spoken[:words], marks[:words])


def english_talks(shared: Path, words: int | None = None) -> Mapping[str, MarkedText]:
    """Read the talks of Courtland et al. (2020) and others; the first are for choices.

    Args: words: of each text, None for all of both.
    """
    return {
        "dev2012, held out": held_out_text(shared, words),
        "test2011": benchmark_text(shared, words),
    }


def iwslt_rows(
    talks: Mapping[str, MarkedText], model: LanguageModel, *, predictions: int
) -> Iterator[Row]:
    """Score each text as `punctuate` does, with more windows, and with offsets.

    Args: predictions: windows a word.
    """
    for name, text in talks.items():
        yield _row(f"{name}: punctuate", text, punctuated(text.words, model).marks)
    tokens = model.bundle.offline_window_tokens
    scores = {
        name: overlapped_scores(text.words, model.scorer, tokens, predictions)
        for name, text in talks.items()
    }
    held_out = next(iter(talks))
    fitted = fit_offsets(scores[held_out], talks[held_out].marks)
    ways = {f"{predictions} windows": MarkOffsets(), f"{predictions} windows, offsets": fitted}
    for way, offsets in ways.items():
        for name, text in talks.items():
            yield _row(f"{name}: {way}", text, offsets.marks(scores[name]).tolist())


def _row(name: str, text: MarkedText, found: Sequence[Mark]) -> Row:
    """Comma, period, question mark."""
    scores = score_marks(text.marks, found)
    names = ("comma F1", "period F1", "question F1")
    by_mark = {head: count.f() for head, count in zip(names, scores.marks, strict=True)}
    return Row(name, scores.figures() | by_mark)
