"""Plays words through the real data path and keeps what came out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.build import LanguageModel, load_language_model
from engine.paths import default_paths
from engine.punctuation.labels import Mark
from engine.recognisers.settled_words import SettledWords
from engine.session import flush, run, through
from engine.settings import BackendChoice, Policy, PunctuationSettings
from engine.types import Hypothesis, Sentence, Update, Word
from training.data.timed_sessions import TimedSession
from training.metrics import NOTHING, MarkScores, score_marks

_MARK_OF = {text: mark for mark in Mark if mark for text in (mark.text, mark.wide_text)}


@dataclass(slots=True)
class Played:
    """What a session produced: surfaces in order, their marks, and figures for each update.

    Attributes:
        lags: words heard past each sentence's end when it was committed.
        erased, shown: tokens taken back from the shown text, and tokens of the final text.
        update_s: compute time of each hypothesis, seconds.
    """

    surfaces: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    lags: list[int] = field(default_factory=list)
    erased: int = 0
    shown: int = 0
    update_s: list[float] = field(default_factory=list)


def play(
    hypotheses: Iterable[Hypothesis], model: LanguageModel, settings: PunctuationSettings
) -> Played:
    """Send hypotheses through a fresh punctuator, without measuring time or shown text."""
    played = Played()
    for update in run(hypotheses, [SettledWords(settles=False), model.punctuator(settings)]):
        _keep(played, update)
    return played


def punctuated(words: Sequence[str], model: LanguageModel) -> Played:
    """Return what `punctuate` makes of untimed words."""
    return play(words_as_hypotheses(words), model, PunctuationSettings(policy=Policy.OFFLINE))


def load_model(bundle: str | Path, backend: BackendChoice = BackendChoice.ONNX) -> LanguageModel:
    """Load a bundle by name or folder."""
    settings = PunctuationSettings(model=str(bundle), backend=backend)
    return load_language_model(settings, default_paths())


def play_live(
    hypotheses: Iterable[Hypothesis], model: LanguageModel, settings: PunctuationSettings
) -> Played:
    """Send growing hypotheses down the live path and measure what a person would see."""
    stages = (SettledWords(), model.punctuator(settings))
    played, shown, heard_before = Played(), _Shown(), 0
    for hypothesis in hypotheses:
        began = time.perf_counter()
        updates = list(through([hypothesis], stages))
        played.update_s.append(time.perf_counter() - began)
        heard = heard_before + len(hypothesis.words)
        heard_before += len(hypothesis.words) if hypothesis.is_final else 0
        for update in updates:
            _keep(played, update, heard)
            played.erased += shown.replace(update)
    for update in flush(stages):
        _keep(played, update)
        played.erased += shown.replace(update)
    played.shown = len(shown.committed)
    return played


class _Shown:
    """The text on the screen, in tokens: words and marks."""

    def __init__(self) -> None:
        self.committed: list[str] = []
        self._tail: list[str] = []

    def replace(self, update: Update) -> int:
        """Show an update; return how many shown tokens had to be taken back."""
        new = _tokens(update.committed)
        tail = _tokens(update.tail)
        following = new + tail
        same = 0
        while same < min(len(self._tail), len(following)) and (self._tail[same] == following[same]):
            same += 1
        erased = len(self._tail) - same
        self.committed += new
        self._tail = tail
        return erased


def _tokens(text: str) -> list[str]:
    for mark in _MARK_OF:
        text = text.replace(f"{mark} ", f" {mark} ")
    if text[-1:] in _MARK_OF:
        text = f"{text[:-1]} {text[-1]}"
    return text.split()


def _keep(played: Played, update: Update, heard: int | None = None) -> None:
    for sentence in update.sentences:
        played.surfaces += sentence.surfaces
        played.marks += marks_of(sentence)
        if heard is not None and sentence.is_complete:
            played.lags.append(heard - len(played.surfaces))


def marks_of(sentence: Sentence) -> list[Mark]:
    """Read the marks; a full stop within a sentence belongs to its word, as in "U.S."."""
    marks = [_MARK_OF.get(surface[-1:], Mark.NONE) for surface in sentence.surfaces]
    inner = marks[:-1] if sentence.is_complete else marks
    return [Mark.NONE if m.ends_sentence else m for m in inner] + marks[len(inner) :]


def score_sessions(
    sessions: Sequence[TimedSession], model: LanguageModel, settings: PunctuationSettings
) -> MarkScores:
    """Score final hypotheses under some settings."""
    total = NOTHING
    for session in sessions:
        played = play(session.hypotheses(), model, settings)
        total += score_marks(session.marks, played.marks)
    return total


def first_words(hypotheses: Iterable[Hypothesis], count: int | None) -> Iterator[Hypothesis]:
    """Yield hypotheses until this many words are final; all if None."""
    final = 0
    for hypothesis in hypotheses:
        yield hypothesis
        final += len(hypothesis.words) if hypothesis.is_final else 0
        if count is not None and final >= count:
            return


def words_as_hypotheses(words: Sequence[str], size: int = 100) -> Iterable[Hypothesis]:
    """Yield untimed words as final hypotheses of `size` words."""
    for first in range(0, len(words), size):
        heard = tuple(Word(word) for word in words[first : first + size])
        yield Hypothesis(heard, is_final=True)
