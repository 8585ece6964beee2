"""Four commercial services' own words, punctuated anew: their marks beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.build import LanguageModel
from training.data.timed_sessions import read_reference
from training.evaluation.playing import punctuated
from training.evaluation.table import Row
from training.metrics import NOTHING, MarkScores, score_aligned_marks

SERVICES = ("google", "amazon", "microsoft", "speechmatics")


def service_rows(shared: Path, model: LanguageModel, limit: int | None) -> Iterator[Row]:
    """Score each service's marks and ours on its words against the human transcripts.

    Args: limit: transcripts of each service, None for all. Nothing may be tuned on them.
    """
    folder = shared / "data" / "timed" / "earnings21_dev"
    for service in SERVICES:
        paths = sorted(folder.glob(f"*.{service}.txt"))[:limit]
        theirs, ours = _compared(paths, model)
        yield _row(service, theirs, ours)


def _compared(paths: Sequence[Path], model: LanguageModel) -> tuple[MarkScores, MarkScores]:
    theirs, ours = NOTHING, NOTHING
    for path in paths:
        expected_words, expected = read_reference(
            path.with_name(f"{path.name.split('.')[0]}.ref.txt")
        )
        words, marks = read_reference(path)
        found = punctuated(words, model).marks()
        theirs += score_aligned_marks(expected_words, expected, words, marks)
        ours += score_aligned_marks(expected_words, expected, words, found)
    return theirs, ours


def _row(service: str, theirs: MarkScores, ours: MarkScores) -> Row:
    return Row(
        service,
        {
            "micro F1, its own": theirs.micro_f1,
            "micro F1, Fermata's": ours.micro_f1,
            "difference": ours.micro_f1 - theirs.micro_f1,
            "seg-F0.5, its own": theirs.segmentation_f05,
            "seg-F0.5, Fermata's": ours.segmentation_f05,
            "seg difference": ours.segmentation_f05 - theirs.segmentation_f05,
        },
    )
