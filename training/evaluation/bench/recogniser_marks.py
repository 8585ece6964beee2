"""What a recogniser's marks say about sentence ends, fitted on real sound.

The weights of `engine.punctuation.source_marks` are near these. A logistic regression says what a
mark adds to Fermata's view of the words and the pause, on the speakers who are not held out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.network.backend import FloatArray
from engine.punctuation.committer import Committer, Decision
from engine.punctuation.emitter import Emitter
from engine.punctuation.labels import Mark
from engine.punctuation.punctuator import Punctuator
from engine.punctuation.source_marks import PAUSE_S, sureness
from engine.punctuation.windows import LiveWindows
from engine.session import Session
from engine.settings import MarksBy, PunctuationSettings
from engine.types import Hypothesis, MarkSource, Update, Word
from training.evaluation.bench.pauses_in_sound import (
    HELD_OUT,
    Recording,
    aligned_gaps,
    heard_sets,
)
from training.evaluation.table import Row
from training.export.calibrate import fit_logistic

_PLACES = ("in speech", "at a pause", "at an edge")
_KINDS = ("end", "comma", "nothing")
_READING = 0.5  # weight of a reader's gap, whose pauses were put in
_LEAST = 1e-6


@dataclass(slots=True)
class _Observed:
    """Gaps: what was heard at each, Fermata's log-odds of an end, whether there is one."""

    features: list[list[float]] = field(default_factory=list)
    log_odds: list[float] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)


class _Recorder(Committer):
    """A committer that keeps the last probability of an end after each word."""

    def __init__(self, model: LanguageModel, settings: PunctuationSettings) -> None:
        super().__init__(model.bundle.calibration, settings.cap_words)
        self.chances: dict[int, float] = {}

    def decide(
        self, words: Sequence[Word], scores: FloatArray, *, open_words: int, ruled_out_words: int
    ) -> Decision:
        decision = super().decide(
            words, scores, open_words=open_words, ruled_out_words=ruled_out_words
        )
        known = list(zip(words, decision.probabilities, strict=True))[ruled_out_words:]
        self.chances |= {word.id: float(chance) for word, chance in known if word.id >= 0}
        return decision


def recogniser_mark_rows(
    shared: Path, model: LanguageModel, base: Path | None, *, smoke: bool
) -> Iterator[Row]:
    """Fit the weights and yield them by place, as they add to the network's log-odds."""
    observed = _Observed()
    for _, title, heard in heard_sets(shared, base, smoke=smoke):
        if not title.endswith(HELD_OUT):
            weight = _READING if title.startswith("reading") else 1.0
            for recording, hypotheses in heard:
                _observe(observed, recording, hypotheses, model, weight)
    features = np.array(observed.features)
    weights = fit_logistic(
        features,
        np.array(observed.ends),
        np.array(observed.log_odds),
        np.array(observed.weights),
    )
    of_log_odds = model.bundle.calibration.rows[-1].weights[1]
    if_sure, *rest = map(float, weights / of_log_odds)
    counts = (features != 0).sum(axis=0)[1:]
    for at, place in enumerate(_PLACES):
        columns = slice(at * len(_KINDS), (at + 1) * len(_KINDS))
        row = dict(zip(_KINDS, rest[columns], strict=True))
        yield Row(place, {"gaps": float(counts[columns].sum()), **row, "if sure": if_sure})


def _observe(
    observed: _Observed,
    recording: Recording,
    heard: Sequence[Hypothesis],
    model: LanguageModel,
    weight: float,
) -> None:
    settings = PunctuationSettings(marks_by=MarksBy.FERMATA)
    recorder = _Recorder(model, settings)
    windows, emitter = LiveWindows(model.bundle.live_window_tokens), Emitter(model.bundle.lexicon)
    punctuator = Punctuator(
        model.scorer,
        windows,
        recorder,
        emitter,
        refresh_interval_s=settings.refresh_interval_s,
        marks_by=settings.marks_by,
    )
    updates = [it for it in Session(punctuator).run(heard) if isinstance(it, Update)]
    words = [word for it in updates for one in it.sentences for word in one.words]
    for wanted, _, pause_s, at in aligned_gaps(recording, words, [False] * len(words)):
        word = words[at]
        if wanted is None or word.source_mark is None or word.id not in recorder.chances:
            continue
        chance = min(1.0 - _LEAST, max(_LEAST, recorder.chances[word.id]))
        observed.features.append(_features(word, word.source_mark, pause_s))
        observed.log_odds.append(math.log(chance / (1.0 - chance)))
        observed.ends.append(float(wanted.ends_sentence))
        observed.weights.append(weight)


def _features(word: Word, mark: Mark, pause_s: float) -> list[float]:
    """Return how sure the recogniser is of an end, and a one for the mark's place and kind."""
    row = [0.0] * (1 + len(_PLACES) * len(_KINDS))
    place = 0 if pause_s < PAUSE_S else 2 if word.mark_source is MarkSource.EDGE else 1
    kind = 0 if mark.ends_sentence else 1 if mark else 2
    row[1 + place * len(_KINDS) + kind] = 1.0
    if mark.ends_sentence and word.mark_confidence is not None:
        row[0] = sureness(word.mark_confidence)
    return row
