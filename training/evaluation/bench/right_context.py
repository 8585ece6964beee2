"""How much a word's label gains from the words to its right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.network.backend import FloatArray
from engine.network.scorer import Scorer
from training.data.timed_sessions import read_reference
from training.evaluation.table import Row
from training.evaluation.window_scores import (
    marks_of,
    merge,
    overlapping_spans,
    score_windows,
    window_room,
)
from training.metrics import NOTHING, MarkScores, score_marks

WORDS_TO_THE_RIGHT = (0, 1, 2, 4, 8)
_FULL_PREDICTIONS = 2


def right_context_rows(shared: Path, model: LanguageModel, words: int) -> Iterator[Row]:
    """Decide every word with 0, 1, 2, 4 and 8 words to its right, and with all.

    Args: words: taken from each of the held-out texts of `en/dev`.
    """
    totals: dict[int | None, MarkScores] = dict.fromkeys((*WORDS_TO_THE_RIGHT, None), NOTHING)
    for path in sorted((shared / "data" / "en" / "dev").glob("*.txt")):
        spoken, wanted = read_reference(path)
        spoken, wanted = spoken[:words], wanted[:words]
        for right, scores in _scores(spoken, model).items():
            totals[right] += score_marks(wanted, marks_of(spoken, scores, model))
    full = totals[None].micro_f1
    for right, scored in totals.items():
        yield Row(
            "full context" if right is None else f"{right} words to the right",
            {
                "micro F1": scored.micro_f1,
                "share of full context %": 100 * scored.micro_f1 / max(full, 1e-9),
                "seg-F0.5": scored.segmentation_f05,
            },
        )


def _scores(words: Sequence[str], model: LanguageModel) -> dict[int | None, FloatArray]:
    room = window_room(model.bundle.offline_window_tokens)
    cut = cut_scores(words, model.scorer, room)
    lengths = [len(model.scorer.encode(word)) for word in words]
    spans = list(overlapping_spans(lengths, room, _FULL_PREDICTIONS))
    return {**cut, None: merge(spans, score_windows(words, model.scorer, spans))}


def cut_scores(words: Sequence[str], scorer: Scorer, room: int) -> dict[int | None, FloatArray]:
    """Return (words, labels) scores of each word by the number of words to its right.

    One window ends at every word and serves all numbers. The text's last words have no more to
    their right than there is.

    Args: room: tokens of a window, special tokens not counted.
    """
    pieces = [scorer.encode(word) for word in words]
    found: dict[int | None, FloatArray] = {
        right: np.zeros((len(words), scorer.labels), dtype=np.float32)
        for right in WORDS_TO_THE_RIGHT
    }
    for end in range(1, len(words) + 1):
        first, left = end, room
        while first > 0 and len(pieces[first - 1]) <= left:
            first -= 1
            left -= len(pieces[first])
        scores = scorer.score(pieces[first:end])
        for right in WORDS_TO_THE_RIGHT:
            at = end - 1 - right
            if at >= first:
                found[right][at] = scores[at - first]
            if end == len(words):
                lacking = max(first, end - right)
                found[right][lacking:end] = scores[lacking - first :]
    return found
