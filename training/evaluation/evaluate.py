"""Scores a bundle on any marked text: marks, sentence ends and case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.build import LanguageModel
from engine.errors import TranscriptFormatError
from engine.punctuation.labels import Mark
from engine.settings import Policy, PunctuationSettings
from engine.text.marked_text import read_marked_text
from training.data.spoken_form import read_lines
from training.data.tagged_words import read_tagged_words
from training.evaluation.playing import play, words_as_hypotheses
from training.metrics import NOTHING, Count, MarkScores, score_marks

_NO_WORD = Count(0, 0, 0)
_MARK_NAMES = ("comma", "period", "question")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text to compare with; `cores` are its words in their case, None if it has no case."""

    words: Sequence[str]
    marks: Sequence[Mark]
    cores: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Counts over any number of texts; add them up.

    Attributes:
        capitals: words that are not lower-case: right, wrongly so, missed.
        cased_words, right_case: words whose case is known, and those in the right case.
    """

    words: int = 0
    marks: MarkScores = NOTHING
    capitals: Count = _NO_WORD
    cased_words: int = 0
    right_case: int = 0

    def __add__(self, other: Evaluation) -> Evaluation:
        return Evaluation(
            self.words + other.words,
            self.marks + other.marks,
            self.capitals + other.capitals,
            self.cased_words + other.cased_words,
            self.right_case + other.right_case,
        )

    @property
    def case_accuracy(self) -> float | None:
        """Share of words in the right case, in percent; None if no case is known."""
        return 100.0 * self.right_case / self.cased_words if self.cased_words else None

    def to_table(self) -> dict[str, Any]:
        by_mark = zip(_MARK_NAMES, self.marks.marks, strict=True)
        return {
            "words": self.words,
            "micro_f1": self.marks.micro_f1,
            "macro_f1": self.marks.macro_f1,
            "seg_f05": self.marks.segmentation_f05,
            "case_accuracy": self.case_accuracy,
            "capitals_f1": self.capitals.f() if self.cased_words else None,
            "marks": {
                name: {
                    "precision": 100.0 * count.precision,
                    "recall": 100.0 * count.recall,
                    "f1": count.f(),
                    "in_text": count.hits + count.missed,
                }
                for name, count in by_mark
            },
        }


def read_written_text(path: Path) -> WrittenText:
    """Read marked text (txt, xz) or a `word TAB label` file (tsv).

    Raises:
        TranscriptFormatError: it has no words.
        ValueError: a line of a tsv file is not a word, a tab and a label.
    """
    if path.suffix == ".tsv":
        words, marks = read_tagged_words(path)
        cores = None
    else:
        written = [word for line in read_lines(path) for word in read_marked_text(line)]
        cores = [word.core for word in written]
        words, marks = [core.lower() for core in cores], [word.mark for word in written]
    if not words:
        raise TranscriptFormatError(path, "there is not a word in it")
    return WrittenText(words, marks, cores)


def evaluate(
    texts: Iterable[WrittenText], model: LanguageModel, policy: Policy = Policy.OFFLINE
) -> Evaluation:
    """Remove marks and case, let the model set its own, and compare."""
    total = Evaluation()
    for text in texts:
        settings = PunctuationSettings(policy=policy)
        played = play(words_as_hypotheses(text.words), model, settings)
        scores = score_marks(text.marks, played.marks)
        total += Evaluation(len(text.words), scores)
        if text.cores is not None:
            total += _cases(text.cores, played.surfaces, played.marks)
    return total


def _cases(cores: Sequence[str], surfaces: Sequence[str], marks: Sequence[Mark]) -> Evaluation:
    hits = wrong = missed = right = 0
    for core, surface, mark in zip(cores, surfaces, marks, strict=True):
        found = surface.removesuffix(mark.text).removesuffix(mark.wide_text)
        right += found == core
        has_capital, got_capital = core != core.lower(), found != found.lower()
        hits += has_capital and found == core
        wrong += got_capital and found != core
        missed += has_capital and found != core
    return Evaluation(capitals=Count(hits, wrong, missed), cased_words=len(cores), right_case=right)
