"""What a small run is worth on held-out words of the IWSLT benchmark; `test2011` is not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.punctuation.labels import Mark
from training.data.tagged_words import read_tagged_words
from training.evaluation.mixture import Trained, mixed_scores
from training.export.mark_offsets import MarkOffsets
from training.metrics import score_marks

_HELD_OUT_WORDS = 60_000


@dataclass(frozen=True, slots=True)
class TaggedMeasurer:
    """Words and the true mark behind each, of `dev2012`."""

    words: Sequence[str]
    marks: Sequence[Mark]

    @classmethod
    def from_shared(cls, shared: Path, words: int = _HELD_OUT_WORDS) -> TaggedMeasurer:
        spoken, marks = read_tagged_words(shared / "data" / "iwslt" / "dev2012.tsv")
        return cls(spoken[-words:], marks[-words:])

    def figures(self, trained: Trained) -> dict[str, float]:
        scores = mixed_scores(
            self.words, trained.load(), trained.window_tokens, trained.predictions
        )
        found = score_marks(self.marks, MarkOffsets().marks(scores).tolist())
        return {
            "micro F1": found.micro_f1,
            "macro F1": found.macro_f1,
            "seg-F0.5": found.segmentation_f05,
        }
