from __future__ import annotations

import pytest

from app.dictation.checkpoint import Checkpoint, CheckpointTracker
from engine.types import Hypothesis, Sentence, Word


def words(text, end_s=None):
    heard = [Word(word) for word in text.split()]
    if end_s is not None:
        heard[-1] = Word(heard[-1].text, end_s - 0.3, end_s)
    return tuple(heard)


def segment(coverage, text, end_s, time_s, settled=""):
    """A segment ends in which some words have settled before."""
    if settled:
        coverage.recognised(Hypothesis(words(settled), is_final=True, ends_segment=False))
    coverage.recognised(Hypothesis(words(text), is_final=True))
    whole = Hypothesis(words(f"{settled} {text}".strip(), end_s), is_final=True, time_s=time_s)
    coverage.ended(whole)


def committed(text):
    return (Sentence(tuple(text.split()), words(text)),)


def test_sound_is_covered_once_all_words_of_its_segment_are_committed():
    coverage = CheckpointTracker(Checkpoint())
    segment(coverage, "two three", 2.0, 2.8, settled="one")
    segment(coverage, "four", 4.0, 4.05)
    assert coverage.heard == Checkpoint(4, 4.05)
    assert coverage.committed == Checkpoint()
    coverage.add(committed("One two."))
    assert coverage.committed == Checkpoint()
    coverage.add(committed("Three"))
    assert coverage.committed == Checkpoint(3, pytest.approx(2.1))
    coverage.add(committed("four."))
    assert coverage.committed == Checkpoint(4, 4.05)


def test_words_that_settled_are_committed_before_their_sound_is_covered():
    coverage = CheckpointTracker(Checkpoint())
    coverage.recognised(Hypothesis(words("one two"), is_final=True, ends_segment=False))
    coverage.add(committed("One two."))
    assert (coverage.committed, coverage.heard) == (Checkpoint(), Checkpoint())


def test_silence_is_covered_but_for_what_may_begin_in_it():
    coverage = CheckpointTracker(Checkpoint(7, 10.0))
    for time_s in (15.0, 20.0):
        coverage.ended(Hypothesis((), is_final=True, time_s=time_s))
    assert coverage.committed == coverage.heard == Checkpoint(7, pytest.approx(19.7))


def test_time_never_runs_backwards():
    coverage = CheckpointTracker(Checkpoint(0, 5.0))
    coverage.ended(Hypothesis((), is_final=True, time_s=5.1))
    assert coverage.heard.until_s == 5.0


def test_words_that_were_taken_ahead_of_a_segment_are_not_covered_by_its_end():
    coverage = CheckpointTracker(Checkpoint())
    coverage.recognised(Hypothesis(words("one two three"), is_final=True, ends_segment=False))
    coverage.add(committed("One two three."))
    coverage.ended(Hypothesis(words("one two", 2.0), is_final=True, time_s=2.8), ahead=1)
    assert coverage.committed == Checkpoint(2, pytest.approx(2.1))
