"""Up to where words are committed and their sound can be freed."""

from __future__ import annotations

import pytest

from engine.checkpoints import CheckpointTracker, segment_end_s
from engine.recognisers.settled_words import SettledWords
from engine.types import Checkpoint, Hypothesis, Sentence, Update, Word


class Session:
    """Segments and commits, and the checkpoints they reach."""

    def __init__(self):
        self._tracker = CheckpointTracker()
        self._words = SettledWords(2, 0, observers=[self._tracker.segment_ended])

    def settle(self, text, time_s):
        partial = Hypothesis(tuple(map(Word, text.split())), is_final=False, time_s=time_s)
        self._push(partial)
        self._push(partial)

    def end(self, text, end_s, time_s):
        words = [Word(word) for word in text.split()]
        words[-1:] = [Word(word.text, end_s - 0.3, end_s) for word in words[-1:]]
        self._push(Hypothesis(tuple(words), is_final=True, time_s=time_s))

    def commit(self, text):
        words = tuple(map(Word, text.split()))
        update = Update((Sentence(tuple(text.split()), words),) if text else (), "")
        return [event for event in self._tracker.push(update) if event is not update]

    def _push(self, hypothesis):
        for _ in self._words.push(hypothesis):
            pass


def test_a_checkpoint_is_reached_once_all_words_of_its_segment_are_committed():
    session = Session()
    session.settle("one", 1.0)
    session.end("one two three", 2.0, 2.8)
    session.end("four", 4.0, 4.05)
    assert session.commit("One two.") == []
    assert session.commit("Three") == [Checkpoint(3, pytest.approx(2.1))]
    assert session.commit("four.") == [Checkpoint(4, 4.05)]
    assert session.commit("") == []


def test_settled_words_are_committed_before_their_sound_is_freed():
    session = Session()
    session.settle("one two", 1.0)
    assert session.commit("One two.") == []


def test_silence_is_freed_except_where_a_word_may_have_begun():
    session = Session()
    for time_s in (15.0, 20.0):
        session.end("", None, time_s)
    assert session.commit("") == [Checkpoint(0, pytest.approx(19.7))]


def test_time_never_runs_backwards():
    assert segment_end_s(Hypothesis((), is_final=True, time_s=5.1), 5.0) == 5.0


def test_words_settled_early_do_not_count_for_the_segment():
    session = Session()
    session.settle("one two", 2.0)
    session.settle("one two three", 2.9)
    assert session.commit("One two three.") == []
    session.end("one two", 2.0, 2.8)
    assert session.commit("") == [Checkpoint(2, pytest.approx(2.1))]
