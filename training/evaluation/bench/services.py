"""Four commercial services' own words: their marks, ours, and both together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.build import LanguageModel
from engine.settings import Policy, PunctuationSettings
from engine.text.marked_text import read_marked_text
from engine.types import Hypothesis, Word
from training.data.timed_sessions import read_reference
from training.evaluation.playing import play, punctuated
from training.evaluation.table import Row
from training.metrics import NOTHING, MarkScores, score_aligned_marks

_HYPOTHESIS_WORDS = 100
SERVICES = ("google", "amazon", "microsoft", "speechmatics")


def service_rows(
    shared: Path, model: LanguageModel, limit: int | None, words: int | None = None
) -> Iterator[Row]:
    """Score each service's marks and ours on its words against the human transcripts.

    Nothing may be tuned on them.

    Args: limit: transcripts of each service, and words: of each transcript; None for all.
    """
    folder = shared / "data" / "timed" / "earnings21_dev"
    for service in SERVICES:
        paths = sorted(folder.glob(f"*.{service}.txt"))[:limit]
        yield _row(service, *_compared(paths, words, model))


def _compared(
    paths: Sequence[Path], count: int | None, model: LanguageModel
) -> tuple[MarkScores, MarkScores, MarkScores]:
    """Score a service's marks, ours on its bare words, and ours with its marks as evidence."""
    theirs = ours = both = NOTHING
    for path in paths:
        reference = path.with_name(f"{path.name.split('.')[0]}.ref.txt")
        expected_words, expected = read_reference(reference)
        words, marks = read_reference(path)
        expected_words, expected = expected_words[:count], expected[:count]
        words, marks = words[:count], marks[:count]
        found = punctuated(words, model).marks
        theirs += score_aligned_marks(expected_words, expected, words, marks)
        ours += score_aligned_marks(expected_words, expected, words, found)
        words, marks = _with_evidence(path, count, model)
        both += score_aligned_marks(expected_words, expected, words, marks)
    return theirs, ours, both


def _with_evidence(
    path: Path, count: int | None, model: LanguageModel
) -> tuple[list[str], list[int]]:
    """Punctuate the words as those of a recogniser that writes marks and capitals."""
    words = tuple(map(Word, path.read_text(encoding="utf-8").split()[:count]))
    heard = (
        Hypothesis(words[first : first + _HYPOTHESIS_WORDS], is_final=True, ends_segment=False)
        for first in range(0, len(words), _HYPOTHESIS_WORDS)
    )
    played = play(heard, model, PunctuationSettings(policy=Policy.OFFLINE))
    written = read_marked_text(" ".join(played.surfaces))
    return [word.core.lower() for word in written], [int(word.mark) for word in written]


def _row(service: str, theirs: MarkScores, ours: MarkScores, both: MarkScores) -> Row:
    return Row(
        service,
        {
            "micro F1, its own": theirs.micro_f1,
            "micro F1, Fermata's": ours.micro_f1,
            "micro F1, both": both.micro_f1,
            "seg-F0.5, its own": theirs.segmentation_f05,
            "seg-F0.5, Fermata's": ours.segmentation_f05,
            "seg-F0.5, both": both.segmentation_f05,
        },
    )
