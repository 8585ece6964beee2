"""Quality tables: real pauses, a weak recogniser, false pauses, IWSLT."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.build import LanguageModel
from engine.punctuation.labels import Mark
from engine.recognisers.recorded_session import RecordedSession
from engine.settings import Policy, PunctuationSettings
from training.bench.playing import play, score_sessions, words_as_hypotheses
from training.bench.table import Row
from training.metrics import NOTHING, MarkScores, score_aligned_marks, score_marks
from training.timed_sessions import (
    TimedSession,
    read_aligned_calls,
    read_recognised_call,
    read_reference,
    with_false_pauses,
)

_IWSLT = {"O": Mark.NONE, "COMMA": Mark.COMMA, "PERIOD": Mark.PERIOD, "QUESTION": Mark.QUESTION}


def timed_sessions(shared: Path, limit: int | None) -> list[TimedSession]:
    """Return the held-out sessions of earnings22."""
    folder = shared / "data" / "timed" / "earnings22_dev"
    return list(read_aligned_calls(sorted(folder.glob("*.tsv"))))[:limit]


def human_words_rows(sessions: Sequence[TimedSession], model: LanguageModel) -> Iterator[Row]:
    """Human words with real pauses, then with false pauses put in."""
    yield from _policy_rows("earnings22_dev", sessions, model)
    rng = random.Random(7)
    false = [with_false_pauses(session, rng, 0.05) for session in sessions]
    yield from _policy_rows("earnings22_dev, false pauses", false, model)


def recogniser_words_rows(shared: Path, model: LanguageModel, limit: int | None) -> Iterator[Row]:
    """A weak recogniser's words, marks compared after alignment with the human transcript."""
    folder = shared / "data" / "timed" / "earnings21_dev"
    calls = sorted(folder.glob("*.kaldi.jsonl"))[:limit]
    by_policy = {policy: _recognised(calls, model, policy) for policy in _POLICIES}
    yield from _rows("earnings21_dev, Kaldi words", by_policy)


def iwslt_row(shared: Path, model: LanguageModel) -> Row:
    """The field's benchmark, reference transcripts, everything known (`punctuate`)."""
    path = shared / "data" / "iwslt" / "test2011.tsv"
    scores = score_tsv(path, model)
    return Row(
        "iwslt/test2011, punctuate",
        {
            "micro F1": scores.micro_f1,
            "macro F1": scores.macro_f1,
            "seg-F0.5": scores.segmentation_f05,
        },
    )


def score_tsv(path: Path, model: LanguageModel) -> MarkScores:
    """Score a `word TAB label` file; clitics that stand alone are joined to their word."""
    words: list[str] = []
    wanted: list[int] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, label = line.split("\t")
        if words and (word.startswith("'") or word == "n't") and wanted[-1] == Mark.NONE:
            words[-1] += word
            wanted[-1] = int(_IWSLT[label])
        else:
            words.append(word)
            wanted.append(int(_IWSLT[label]))
    settings = PunctuationSettings(policy=Policy.OFFLINE)
    played = play(words_as_hypotheses(words), model, settings)
    return score_marks(wanted, played.marks())


_POLICIES = (Policy.SEGMENTS, Policy.STREAMING)


def _policy_rows(
    name: str, sessions: Sequence[TimedSession], model: LanguageModel
) -> Iterator[Row]:
    yield from _rows(name, {p: score_sessions(sessions, model, p) for p in _POLICIES})


def _rows(name: str, by_policy: dict[Policy, MarkScores]) -> Iterator[Row]:
    baseline = by_policy[Policy.SEGMENTS].segmentation_f05
    for policy, scores in by_policy.items():
        boundaries = scores.boundaries
        yield Row(
            f"{name}, {policy.value}",
            {
                "micro F1": scores.micro_f1,
                "macro F1": scores.macro_f1,
                "seg P": 100 * boundaries.precision,
                "seg R": 100 * boundaries.recall,
                "seg-F0.5": scores.segmentation_f05,
                "gain %": 100 * (scores.segmentation_f05 / max(baseline, 1e-9) - 1),
            },
        )


def _recognised(calls: Sequence[Path], model: LanguageModel, policy: Policy) -> MarkScores:
    total = NOTHING
    for path in calls:
        expected_words, expected = read_reference(
            path.with_name(path.name.replace("kaldi.jsonl", "ref.txt"))
        )
        settings = PunctuationSettings(policy=policy)
        played = play(RecordedSession(path), model, settings)
        words = [word.text for word in read_recognised_call(path)]
        total += score_aligned_marks(expected_words, expected, words, played.marks())
    return total
