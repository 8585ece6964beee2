"""Quality tables: real pauses, a weak recogniser, false pauses, IWSLT."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.recognisers.recorded_session import RecordedSession
from engine.settings import Policy, PunctuationSettings
from engine.types import Hypothesis
from training.data.tagged_words import read_tagged_words
from training.data.timed_sessions import (
    TimedSession,
    read_aligned_calls,
    read_reference,
    with_false_pauses,
)
from training.evaluation.playing import first_words, play, punctuated, score_sessions
from training.evaluation.table import Row
from training.metrics import NO_COUNT, NOTHING, Count, MarkScores, score_aligned_marks, score_marks

_GAPS_S = (-math.inf, 0.1, 0.3, 0.5, 1.0)
_GAP_NAMES = ("under 0.1 s", "0.1 to 0.3 s", "0.3 to 0.5 s", "0.5 to 1 s", "1 s and more")


def timed_sessions(shared: Path, limit: int | None) -> list[TimedSession]:
    folder = shared / "data" / "timed" / "earnings22_dev"
    return list(read_aligned_calls(sorted(folder.glob("*.tsv"))))[:limit]


def human_words_rows(sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Human words with real pauses, then with false pauses."""
    yield from policy_rows("earnings22_dev", sessions, model)
    rng = random.Random(7)
    false = [with_false_pauses(session, rng, 0.05) for session in sessions]
    yield from policy_rows("earnings22_dev, false pauses", false, model)


def gap_rows(sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Sentence ends by the silence after them, in the stream; text ends without a gap."""
    counts = [NO_COUNT] * len(_GAPS_S)
    for session in sessions:
        found = play(session.hypotheses(), model, PunctuationSettings()).marks
        places = np.searchsorted(_GAPS_S, _gaps_s(session), side="right") - 1
        for place, wanted, got in zip(places, session.marks, found, strict=False):
            is_end, is_set = wanted.ends_sentence, got.ends_sentence
            counts[place] += Count(is_end and is_set, is_set > is_end, is_end > is_set)
    ends = sum(counts, NO_COUNT).there
    for name, count in zip(_GAP_NAMES, counts, strict=True):
        yield Row(
            name,
            {
                "of all ends %": 100 * count.there / max(1, ends),
                "missed %": 100 * (1 - count.recall),
                "wrongly set %": 100 * (1 - count.precision),
            },
        )


def call_rows(sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Each call by itself, in the stream: how far your own may be from the mean."""
    for name, stretches in groupby(sessions, key=lambda session: session.name.partition("/")[0]):
        scores = score_sessions(list(stretches), model, PunctuationSettings())
        yield Row(name.removesuffix(".aligned"), scores.figures())


def _gaps_s(session: TimedSession) -> list[float]:
    """Return the silence after each word but the last; words may overlap."""
    times = ((word.end_s or 0.0, after.start_s or 0.0) for word, after in pairwise(session.words))
    return [start_s - end_s for end_s, start_s in times]


def recogniser_words_rows(
    shared: Path, model: LanguageModel, limit: int | None, words: int | None = None
) -> Iterator[Row]:
    """A weak recogniser's words, marks compared after alignment with the human transcript.

    Args: limit: calls, and words: about so many of each; None for all.
    """
    calls = _recognised_calls(shared, limit)
    by_policy = {
        p: _recognised(calls, words, model, PunctuationSettings(policy=p)) for p in _POLICIES
    }
    yield from _rows("earnings21_dev, Kaldi words", by_policy)


def _recognised_calls(shared: Path, limit: int | None) -> list[Path]:
    folder = shared / "data" / "timed" / "earnings21_dev"
    return sorted(folder.glob("*.kaldi.jsonl"))[:limit]


def iwslt_row(shared: Path, model: LanguageModel) -> Row:
    """The field's benchmark: reference transcripts, seen whole (`punctuate`)."""
    scores = score_tsv(shared / "data" / "iwslt" / "test2011.tsv", model)
    return Row("iwslt/test2011, punctuate", scores.figures())


def score_tsv(path: Path, model: LanguageModel) -> MarkScores:
    words, wanted = read_tagged_words(path)
    return score_marks(wanted, punctuated(words, model).marks)


_POLICIES = (Policy.SEGMENTS, Policy.STREAMING)


def policy_rows(name: str, sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Each segment on its own, then the stream, with its gain over the segments."""
    yield from _rows(
        name, {p: score_sessions(sessions, model, PunctuationSettings(policy=p)) for p in _POLICIES}
    )


def _rows(name: str, by_policy: dict[Policy, MarkScores]) -> Iterator[Row]:
    baseline = by_policy[Policy.SEGMENTS].segmentation_f05
    for policy, scores in by_policy.items():
        gain = 100 * (scores.segmentation_f05 / max(baseline, 1e-9) - 1)
        yield Row(f"{name}, {policy.value}", {**_figures(scores), "gain %": gain})


def _figures(scores: MarkScores) -> dict[str, float]:
    boundaries = scores.boundaries
    return {
        "micro F1": scores.micro_f1,
        "macro F1": scores.macro_f1,
        "seg P": 100 * boundaries.precision,
        "seg R": 100 * boundaries.recall,
        "seg-F0.5": scores.segmentation_f05,
    }


def _recognised(
    calls: Sequence[Path], words: int | None, model: LanguageModel, settings: PunctuationSettings
) -> MarkScores:
    total = NOTHING
    for path in calls:
        expected_words, expected = read_reference(
            path.with_name(path.name.replace("kaldi.jsonl", "ref.txt"))
        )
        recorded = (one for one in RecordedSession(path) if isinstance(one, Hypothesis))
        heard = list(first_words(recorded, words))
        said = [word.text for one in heard if one.is_final for word in one.words]
        found = play(heard, model, settings).marks
        total += score_aligned_marks(expected_words[:words], expected[:words], said, found)
    return total
