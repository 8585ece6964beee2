from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.network.scorer import LABELS
from engine.punctuation.committer import Committer, gather_evidence, sentence_log_odds
from engine.punctuation.evidence import UNCALIBRATED, Calibration, CalibrationRow
from engine.punctuation.labels import PLAIN_MARKS, Mark
from engine.types import Word

END, NOTHING, COMMA = 9.0, -9.0, "comma"


def scores_of(*gaps) -> np.ndarray:
    """Scores per gap: log-odds of a period, or a comma."""
    scores = np.full((len(gaps), LABELS), -50.0, dtype=np.float32)
    scores[:, Mark.NONE] = 0.0
    for at, gap in enumerate(gaps):
        scores[at, Mark.COMMA if gap is COMMA else Mark.PERIOD] = END if gap is COMMA else gap
    return scores


def decide(*gaps, open_words: int | None = None, cap_words: int = 100, ruled_out_words: int = 0):
    words = [Word("x")] * len(gaps)
    count = len(gaps) if open_words is None else open_words
    committer = Committer(UNCALIBRATED, cap_words)
    return committer.decide(
        words, scores_of(*gaps), open_words=count, ruled_out_words=ruled_out_words
    )


@pytest.mark.parametrize(
    ("gaps", "options", "commit"),
    [
        ((NOTHING, END), {}, 0),
        ((NOTHING, END, NOTHING), {}, 2),  # once the next sentence has begun
        ((NOTHING, END, NOTHING), {"open_words": 2}, 2),
        ((NOTHING, END, NOTHING), {"open_words": 1}, 0),  # partial words are only previewed
        ((END, NOTHING, END, NOTHING), {"ruled_out_words": 2}, 3),
        ((END, NOTHING, NOTHING), {"ruled_out_words": 1}, 0),
    ],
)
def test_how_many_words_are_committed(gaps, options, commit):
    assert decide(*gaps, **options).commit == commit


def test_no_sentence_is_committed_before_the_next_begins():
    eager = Calibration((CalibrationRow(0, (0.0, 1.0, 0.0, 0.0, 0.0, 0.0), 0.1, 0.1, 0.1),), 0.0)
    committer = Committer(eager, 100)
    scores = scores_of(NOTHING, END)
    assert committer.decide([Word("x")] * 2, scores, open_words=2, ruled_out_words=0).commit == 0


def test_all_complete_sentences_are_committed():
    decision = decide(END, NOTHING, END, NOTHING, NOTHING)
    assert decision.commit == 3
    assert decision.marks == (Mark.PERIOD, Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.NONE)


def test_a_word_is_ruled_out_with_enough_words_after_it():
    committer = Committer(UNCALIBRATED, 100)
    assert committer.ruled_out(20, 20) == 20 - UNCALIBRATED.settled_after
    assert committer.ruled_out(20, 5) == 5
    assert committer.ruled_out(3, 3) == 0


def test_an_uncertain_boundary_waits_for_words():
    wavers = 1.0
    waiting = [decide(wavers, *[NOTHING] * seen).commit for seen in range(1, 10)]
    assert waiting == sorted(waiting)
    assert waiting[0] == 0
    assert waiting[-1] == 1


def test_the_end_of_the_text_is_a_sentence_end():
    words = [Word("x")] * 3
    committer = Committer(UNCALIBRATED, 100)
    decision = committer.decide_last(words, scores_of(END, COMMA, NOTHING))
    assert decision.commit == 3
    assert decision.marks == (Mark.PERIOD, Mark.COMMA, Mark.PERIOD)


def test_a_short_last_sentence_needs_more_evidence():
    wavers = 1.0
    committer = Committer(UNCALIBRATED, 100)
    for last_words, mark in ((1, Mark.NONE), (2, Mark.NONE), (8, Mark.PERIOD)):
        words = [Word("x")] * (1 + last_words)
        decision = committer.decide_last(words, scores_of(wavers, *[NOTHING] * last_words))
        assert decision.marks[0] is mark
        assert decision.marks[-1] is Mark.PERIOD


@pytest.mark.parametrize(("words_say", "mark"), [(1.0, Mark.PERIOD), (-3.0, Mark.NONE)])
def test_without_an_end_from_the_source_the_words_must_show_one(words_say, mark):
    words = [Word("x")] * 2
    committer = Committer(UNCALIBRATED, 100)
    scores = scores_of(NOTHING, words_say)
    decision = committer.decide_last(words, scores, is_open=True)
    assert decision.commit == 2
    assert decision.marks[-1] is mark


def test_the_hard_cap_cuts_at_the_last_comma_without_a_sentence_end():
    gaps = [NOTHING] * 30
    gaps[5] = gaps[7] = COMMA
    gaps[11] = -0.5  # likely, but not likely enough
    decision = decide(*gaps, cap_words=20)
    assert decision.commit == 8
    assert not any(mark.ends_sentence for mark in decision.marks)


def test_without_a_likely_cut_the_hard_cap_keeps_the_last_words_open():
    assert 0 < decide(*[NOTHING] * 30, cap_words=20).commit < 30


@given(st.lists(st.floats(-20, 20), max_size=40), st.integers(0, 40), st.integers(1, 60))
def test_commits_end_a_sentence_or_are_over_the_cap(gaps, count, cap_words):
    open_words = min(count, len(gaps))
    decision = decide(*gaps, open_words=open_words, cap_words=cap_words)
    assert 0 <= decision.commit <= open_words
    assert len(decision.marks) == len(decision.probabilities) == len(gaps)
    if decision.commit and not decision.marks[decision.commit - 1].ends_sentence:
        assert open_words > cap_words
    assert decision.commit > 0 or open_words <= cap_words


@given(st.lists(st.lists(st.floats(-30, 30), min_size=LABELS, max_size=LABELS), max_size=6))
def test_log_odds_match_the_softmax(rows):
    scores = np.array(rows, dtype=np.float32).reshape(-1, LABELS)
    marks = np.exp(scores[:, : len(PLAIN_MARKS)].astype(np.float64))
    expected = np.log(marks[:, Mark.PERIOD :].sum(axis=1) / marks[:, : Mark.PERIOD].sum(axis=1))
    np.testing.assert_allclose(sentence_log_odds(scores), expected, atol=1e-6)


def test_evidence_comes_from_words():
    words = [Word("a", 0.0, 0.5, 1.0), Word("b", 1.25, 1.5, 0.0), Word("c", 1.4, 2.0), Word("d")]
    evidence = gather_evidence(words, scores_of(*[0.0] * 4))
    np.testing.assert_allclose(evidence.pause_s, [0.75, 0.0, np.nan, np.nan])
    np.testing.assert_allclose(evidence.words_seen, [3, 2, 1, 0])
    np.testing.assert_allclose(evidence.unsure, [0.25] * 4)
    assert gather_evidence([], scores_of()).features().shape == (0, 6)


@pytest.mark.parametrize("times", [(0.0, 1.0), (None, None)])
def test_doubt_is_local(times):
    words = [Word("a", *times, 0.0)] + [Word("b", *times, 1.0)] * 20
    unsure = gather_evidence(words, scores_of(*[0.0] * 21)).unsure
    assert unsure[0] > 0
    assert unsure[-1] == pytest.approx(0.0)
