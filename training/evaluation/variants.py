"""What small runs are worth on calls, IWSLT or Chinese texts that nothing is trained on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.build import LanguageModel
from engine.network.scorer import Scorer
from engine.punctuation.labels import MARK_COLUMNS, Mark
from engine.punctuation.mark_offsets import MarkOffsets
from engine.settings import PunctuationSettings
from training.data.replay import MarkedText
from training.data.tagged_words import read_tagged_words
from training.data.timed_sessions import (
    TimedSession,
    read_aligned_calls,
    with_false_pauses,
    with_recognition_errors,
)
from training.evaluation.bench.chinese import (
    REPORTED,
    TUNING,
    Benchmark,
    all_lines,
    read_benchmark,
)
from training.evaluation.evaluate import WrittenText, evaluate, read_written_text
from training.evaluation.mixture import Trained, mixed_scores
from training.evaluation.playing import load_model, score_sessions
from training.evaluation.window_scores import window_room
from training.export.calibrate import fit, observe
from training.metrics import ALL_MARKS, NOTHING, MarkScores, score_marks

_THRESHOLDS = ((0.8, 0.9, 0.8), (0.7, 0.8, 0.7), (0.6, 0.65, 0.6), (0.55, 0.45, 0.55))
_LEAST_LOG_ODDS = -4.0
_CUT_WORDS = 9  # 0 to 8 words to the right
_ERROR_RATE = 0.2
_FALSE_PAUSES = 0.05
_SEED = 11


@dataclass(frozen=True, slots=True)
class CallsMeasurer:
    """Held-out data, read once; its committers are fitted on calls that are not held out."""

    texts: Sequence[WrittenText]
    sessions: Sequence[TimedSession]
    calls: Sequence[TimedSession]
    calibration_words: int

    @classmethod
    def from_shared(
        cls, shared: Path, text_words: int = 800, call_words: int = 20_000
    ) -> CallsMeasurer:
        """Read `en/dev` and `timed/`.

        Args: text_words: of each text; call_words: of calls, to measure and to fit the committer.
        """
        paths = sorted((shared / "data" / "en" / "dev").glob("*.txt"))
        timed = shared / "data" / "timed"
        return cls(
            [read_written_text(path).first(text_words) for path in paths],
            _some(timed / "earnings22_dev", call_words),
            _some(timed / "earnings22", 2 * call_words),
            call_words,
        )

    def figures(self, trained: Trained) -> dict[str, float]:
        """Fit the committer and measure: texts whole and cut, calls as they are and spoilt.

        Raises:
            ValueError: there are several models; the path of a word has room for one.
        """
        if len(trained.bundles) != 1:
            raise ValueError("texts and calls are measured with one model at a time")
        model = self._calibrated(load_model(trained.bundles[0]))
        streaming = PunctuationSettings()
        vocabulary = [word.text for session in self.sessions for word in session.words]
        rng = random.Random(_SEED)
        spoilt = [
            with_recognition_errors(session, rng, _ERROR_RATE, vocabulary)
            for session in self.sessions
        ]
        false = [with_false_pauses(session, rng, _FALSE_PAUSES) for session in self.sessions]
        whole = score_sessions(self.sessions, model, streaming)
        errors = score_sessions(spoilt, model, streaming)
        return {
            "texts, full context: micro F1": evaluate(self.texts, model).marks.micro_f1,
            "texts, 0-8 words to the right: micro F1": self._cut(model).micro_f1,
            "calls: micro F1": whole.micro_f1,
            "calls: seg-F0.5": whole.segmentation_f05,
            "false pauses: seg-F0.5": score_sessions(false, model, streaming).segmentation_f05,
            "errors: micro F1": errors.micro_f1,
            "errors: seg-F0.5": errors.segmentation_f05,
        }

    def _calibrated(self, model: LanguageModel) -> LanguageModel:
        seen = observe(self.calls, model, random.Random(_SEED), self.calibration_words)
        calibration = fit(seen, _THRESHOLDS, _LEAST_LOG_ODDS)
        return replace(model, bundle=replace(model.bundle, calibration=calibration))

    def _cut(self, model: LanguageModel) -> MarkScores:
        room = window_room(model.bundle.live_window_tokens)
        total = NOTHING
        for text in self.texts:
            total += score_marks(text.marks, cut_marks(text.words, model.scorer, room))
        return total


def cut_marks(words: Sequence[str], scorer: Scorer, room: int) -> list[int]:
    """Return the likeliest mark of each word, with 0 to 8 words to its right, in turn.

    Args: room: tokens of a window, special tokens not counted.
    """
    pieces = [scorer.encode(word) for word in words]
    marks: list[int] = []
    while len(marks) < len(words):
        end = min(len(words), len(marks) + _CUT_WORDS)
        first, left = end, room
        while first > 0 and len(pieces[first - 1]) <= left:
            first -= 1
            left -= len(pieces[first])
        first = min(first, len(marks))
        scores = scorer.score(pieces[first:end])[len(marks) - first :, MARK_COLUMNS]
        marks += np.argmax(scores, axis=1).tolist()
    return marks


def _some(folder: Path, words: int) -> list[TimedSession]:
    """Return sessions from all the calls of a folder, about so many words in all."""
    sessions = list(read_aligned_calls(sorted(folder.glob("*.tsv"))))
    random.Random(_SEED).shuffle(sessions)
    chosen: list[TimedSession] = []
    for session in sessions:
        if words <= 0:
            break
        chosen.append(session)
        words -= len(session.words)
    return chosen


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
        return score_marks(self.marks, MarkOffsets().marks(scores).tolist()).figures()


_WORDS = 40_000  # of each text
_ENGLISH = Benchmark("en/dev/audreyt, all marks", "en/dev/audreyt.txt", ALL_MARKS, all_lines)


@dataclass(frozen=True, slots=True)
class ChineseMeasurer:
    """Benchmarks with their texts, some units of each."""

    texts: Sequence[tuple[Benchmark, MarkedText]]

    @classmethod
    def cantonese(cls, shared: Path, words: int = _WORDS) -> ChineseMeasurer:
        """Read HKCanCor: `dev`, which all is chosen on, and `test`, which is reported."""
        return cls(_texts(shared, [TUNING[0], REPORTED[0]], words))

    @classmethod
    def mixed(cls, shared: Path, words: int = _WORDS) -> ChineseMeasurer:
        return cls(_texts(shared, [*TUNING[1:4], _ENGLISH], words))

    def figures(self, trained: Trained) -> dict[str, float]:
        models = trained.load()
        found: dict[str, float] = {}
        for benchmark, text in self.texts:
            scores = mixed_scores(text.words, models, trained.window_tokens, trained.predictions)
            marks = np.argmax(scores[:, MARK_COLUMNS], axis=1).tolist()
            scored = score_marks(text.marks, marks, benchmark.kinds)
            found[f"{benchmark.name}: micro F1"] = scored.micro_f1
            found[f"{benchmark.name}: macro F1"] = scored.macro_f1
        return found


def _texts(
    shared: Path, benchmarks: Sequence[Benchmark], words: int
) -> list[tuple[Benchmark, MarkedText]]:
    return [(one, read_benchmark(shared / "data", one, words)) for one in benchmarks]
