"""Scores a model on blocks of words, as `fermata punctuate` would mark them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.build import LanguageModel
from engine.settings import Policy, PunctuationSettings
from training.evaluation.playing import play, words_as_hypotheses
from training.finetuning.parts import count_words
from training.finetuning.reports import Scores
from training.finetuning.texts import Words
from training.metrics import NOTHING, MarkScores, score_marks

_SETTINGS = PunctuationSettings(policy=Policy.OFFLINE)


def mark_scores(model: LanguageModel, blocks: Sequence[Words]) -> MarkScores:
    """Mark each block on its own and add up what was right and what was wrong."""
    total = NOTHING
    for block in blocks:
        spoken = [word.core.lower() for word, _, _ in block]
        played = play(words_as_hypotheses(spoken), model, _SETTINGS)
        total += score_marks([word.mark for word, _, _ in block], played.marks())
    return total


def measured(model: LanguageModel, blocks: Sequence[Words]) -> Scores:
    return Scores.of(mark_scores(model, blocks), count_words(blocks))
