"""A tokenizer and a backend without a model, and punctuators that use them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.network.bundle import Lexicon
from engine.network.scorer import LABELS, Scorer
from engine.punctuation.committer import Committer
from engine.punctuation.emitter import Emitter
from engine.punctuation.evidence import UNCALIBRATED, Calibration
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from engine.punctuation.punctuator import Punctuator
from engine.punctuation.segments import SegmentPunctuator
from engine.punctuation.windows import GridWindows, LiveWindows, WindowPlan
from engine.text.typesetting import Typesetting
from engine.text.unit_words import unit_words
from engine.types import Hypothesis, Sentence, Update, Word

LEXICON = Lexicon({"i": "I", "i'm": "I'm"}, {"iphone": "iPhone", "apis": "APIs"})
_IDS = 1009
_TABLES = {
    labels: np.random.default_rng(7).normal(scale=1.5, size=(4, _IDS, labels))
    for labels in (LABELS, LABELS + 1)  # with the enumeration comma
}


class FakeTokenizer:
    """Tokens that depend only on the letters."""

    start_id, end_id, padding_id = 0, 1, 2

    def __init__(self, most_pieces: int = 3) -> None:
        self._most_pieces = most_pieces

    def encode_word(self, word: str) -> tuple[int, ...]:
        digest = zlib.crc32(word.encode("utf-8"))
        count = 1 + digest % self._most_pieces
        return tuple(3 + (digest // (at + 1)) % (_IDS - 3) for at in range(count))


class FakeBackend:
    """Pseudo-random scores that depend on a token, its neighbours and the whole window."""

    description = "fake"
    takes_timing = False

    def __init__(self, bias: Sequence[float] = (0.0,) * LABELS) -> None:
        self._bias = np.asarray(bias)
        self._tables = _TABLES[len(bias)]
        self.longest_tokens = 0
        self.runs = 0

    def run(self, ids, attention, timing=None):
        self.runs += 1
        self.longest_tokens = max(self.longest_tokens, ids.shape[1])
        own, left, right, whole = self._tables
        scores = own[ids] + left[np.roll(ids, 1, axis=1)] + right[np.roll(ids, -1, axis=1)]
        scores += whole[ids.sum(axis=1) % _IDS][:, None]
        return (scores + self._bias).astype(np.float32)


class ConstantBackend:
    """The same scores for every token, with given log-odds of one mark against none."""

    description = "constant"
    takes_timing = False

    def __init__(self, log_odds: float, mark: Mark = Mark.PERIOD) -> None:
        self._row = np.full(LABELS, -30.0, dtype=np.float32)
        self._row[Mark.NONE], self._row[mark] = 0.0, log_odds

    def run(self, ids, attention, timing=None):
        return np.broadcast_to(self._row, (*ids.shape, LABELS))


class CueBackend:
    """Certain of a period after one word if another is in the window; otherwise in doubt."""

    description = "cue"
    takes_timing = False

    def __init__(self, ending: str, cue: str) -> None:
        encode = FakeTokenizer(most_pieces=1).encode_word
        (self._ending,), (self._cue,) = encode(ending), encode(cue)

    def run(self, ids, attention, timing=None):
        scores = np.full((*ids.shape, LABELS), -30.0, dtype=np.float32)
        scores[..., Mark.NONE], scores[..., Mark.PERIOD] = 0.0, -1.0
        if (ids == self._cue).any():
            scores[ids == self._ending, Mark.PERIOD] = 9.0
        return scores


def mark_bias(**marks: float) -> list[float]:
    """Return a bias for `FakeBackend`, for example `PERIOD=-100`."""
    bias = [0.0] * LABELS
    for name, value in marks.items():
        bias[Mark[name]] = value
    return bias


NEVER_ENDS = mark_bias(PERIOD=-1e3, QUESTION=-1e3, EXCLAMATION=-1e3)


def punctuator(
    windows: WindowPlan | None = None,
    *,
    backend=None,
    cap_words: int = 20,
    calibration: Calibration = UNCALIBRATED,
    most_pieces: int = 3,
    refresh_interval_s: float = 0.0,
    labels: int = LABELS,
    typesetting: Typesetting | None = None,
    mark_offsets: Mapping[str, MarkOffsets] | None = None,
) -> Punctuator:
    windows = windows or LiveWindows(32)
    options = {} if isinstance(windows, LiveWindows) else {"revision_threshold": 0.0}
    return Punctuator(
        Scorer(FakeTokenizer(most_pieces), backend or FakeBackend((0.0,) * labels), labels=labels),
        windows,
        Committer(calibration, cap_words),
        Emitter(LEXICON, typesetting=typesetting or Typesetting(), **options),
        refresh_interval_s=refresh_interval_s,
        mark_offsets=mark_offsets,
    )


def segment_punctuator(**options) -> SegmentPunctuator:
    return SegmentPunctuator(punctuator(GridWindows(32), **options))


def words_of(text: str) -> tuple[Word, ...]:
    return tuple(Word(word) for word in text.split())


def updates_of(stage, hypotheses: Iterable[Hypothesis]) -> list[Update]:
    cut = (replace(it, words=unit_words(it.words)) for it in hypotheses)
    updates = [update for it in cut for update in stage.push(it)]
    return updates + list(stage.flush())


def sentences_of(stage, hypotheses: Iterable[Hypothesis]) -> list[Sentence]:
    return [s for update in updates_of(stage, hypotheses) for s in update.sentences]
