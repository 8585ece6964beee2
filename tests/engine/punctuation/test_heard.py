from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.network.scorer import LABELS
from engine.punctuation.committer import choose_marks, sentence_log_odds
from engine.punctuation.heard import as_heard, goes_on_behind, weigh_heard
from engine.punctuation.labels import CASE_COLUMNS, PLAIN_MARKS, Case, Mark
from engine.recognisers.heard_marks import HeardMarks
from engine.settings import MarksBy
from engine.types import Hypothesis, Trust, Word

TELLING = [trust for trust in Trust if trust is not Trust.EDGE]
ROWS = arrays(np.float32, (3, LABELS), elements=st.floats(-12, 12, width=32))


def heard(mark: Mark | None, trust: Trust = Trust.TRANSCRIPT) -> list[Word]:
    return [Word("x", heard_mark=mark, trust=trust)] * 3


@given(scores=ROWS)
def test_where_nothing_is_known_the_scores_stay(scores):
    assert weigh_heard(heard(None), scores) is scores


@given(
    scores=ROWS,
    mark=st.sampled_from(PLAIN_MARKS),
    trust=st.sampled_from([it for it in Trust if it not in {Trust.EDGE, Trust.SEAM}]),
)
def test_what_was_heard_moves_every_boundary_by_the_same_evidence(scores, mark, trust):
    moved = sentence_log_odds(weigh_heard(heard(mark, trust), scores)) - sentence_log_odds(scores)
    assert np.ptp(moved) < 1e-3
    assert (moved.mean() > 0) == mark.ends_sentence


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_a_mark_that_stands_is_chosen_whatever_the_words_say(scores, mark):
    weighed = weigh_heard(heard(mark, Trust.CERTAIN), scores)
    ends = sentence_log_odds(weighed) > 0
    assert (ends == mark.ends_sentence).all()


def test_of_marks_that_end_a_sentence_the_heard_one_is_preferred_and_so_is_the_comma():
    scores = np.zeros((1, LABELS), dtype=np.float32)
    scores[0, [Mark.PERIOD, Mark.NONE]] = 4.0
    for mark in (Mark.QUESTION, Mark.EXCLAMATION, Mark.PERIOD, Mark.COMMA, Mark.NONE):
        word = Word("x", heard_mark=mark, trust=Trust.TRANSCRIPT)
        weighed = weigh_heard([word], scores)
        assert choose_marks(weighed, np.array([mark.ends_sentence])) == (mark,)


@pytest.mark.parametrize("case", Case)
def test_the_heard_case_is_preferred(case):
    scores = np.zeros((1, LABELS), dtype=np.float32)
    scores[0, CASE_COLUMNS] = [3.0, 2.0, 1.0, 0.0]
    weighed = weigh_heard([Word("x", heard_case=case, trust=Trust.TRANSCRIPT)], scores)
    assert weighed[0, CASE_COLUMNS].argmax() == case


def test_a_mark_that_the_model_does_not_know_still_ends_no_sentence():
    scores = np.zeros((1, LABELS), dtype=np.float32)  # a model without the enumeration comma
    weighed = weigh_heard([Word("x", heard_mark=Mark.ENUMERATION)], scores)
    assert sentence_log_odds(weighed)[0] < sentence_log_odds(scores)[0]


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_a_recognisers_mark_at_the_edge_of_its_sound_moves_no_boundary(scores, mark):
    moved = sentence_log_odds(weigh_heard(heard(mark, Trust.EDGE), scores))
    assert np.allclose(moved, sentence_log_odds(scores), atol=1e-3)


def moved(mark: Mark, pause_s: float, trust: Trust, confidence: float | None = None) -> float:
    """Return by how much a recogniser's mark moves the log-odds of an end in front of a pause."""
    before = Word("x", 0.0, 1.0, heard_mark=mark, trust=trust, mark_confidence=confidence)
    words = [before, Word("y", 1.0 + pause_s, 2.0 + pause_s)]
    scores = np.zeros((2, LABELS), dtype=np.float32)
    weighed = weigh_heard(words, scores)
    return float((sentence_log_odds(weighed) - sentence_log_odds(scores))[0])


@pytest.mark.parametrize("pause_s", [0.0, 0.6, 2.0])
@pytest.mark.parametrize("trust", [Trust.RECOGNISER, Trust.EDGE])
@given(less=st.floats(0, 1), more=st.floats(0, 1))
def test_the_surer_a_recogniser_is_of_a_full_stop_the_more_it_counts(trust, pause_s, less, more):
    less, more = sorted((less, more))
    one, other = (moved(Mark.PERIOD, pause_s, trust, it) for it in (less, more))
    assert one <= other + 1e-3
    surest = moved(Mark.PERIOD, pause_s, trust, 1.0)
    assert surest > moved(Mark.PERIOD, pause_s, trust) > moved(Mark.PERIOD, pause_s, trust, 0.0)


def test_a_full_stop_tells_most_in_fluent_speech_and_least_where_the_sound_ended():
    for confidence in (None, 0.5, 0.95):
        fluent, at_pause, at_edge = (
            moved(Mark.PERIOD, pause_s, trust, confidence)
            for pause_s, trust in (
                (0.1, Trust.RECOGNISER),
                (1.5, Trust.RECOGNISER),
                (1.5, Trust.EDGE),
            )
        )
        assert fluent > at_pause > at_edge
    assert moved(Mark.PERIOD, 0.1, Trust.RECOGNISER) > 0.5
    assert moved(Mark.PERIOD, 1.5, Trust.EDGE) < 0.0
    assert moved(Mark.NONE, 1.5, Trust.EDGE) < moved(Mark.PERIOD, 1.5, Trust.EDGE)


@pytest.mark.parametrize("trust", Trust)
@pytest.mark.parametrize("marks_by", MarksBy)
def test_a_sentence_goes_on_where_a_recogniser_that_counts_wrote_no_end(trust, marks_by):
    by_recogniser = trust in {Trust.RECOGNISER, Trust.EDGE} and marks_by is not MarksBy.FERMATA
    for mark in (None, *PLAIN_MARKS):
        goes_on = goes_on_behind(Word("x", heard_mark=mark, trust=trust), marks_by)
        tells = (by_recogniser or trust is Trust.CERTAIN) and mark is not None
        assert goes_on is (tells and not mark.ends_sentence)


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_a_person_decides_who_sets_marks(scores, mark):
    words = heard(mark, Trust.RECOGNISER)
    alone = weigh_heard(words, scores, MarksBy.FERMATA)
    assert np.array_equal(alone, scores)
    theirs = sentence_log_odds(weigh_heard(words, scores, MarksBy.RECOGNISER)) > 0
    assert (theirs == mark.ends_sentence).all()


def test_words_are_shown_as_their_source_wrote_them():
    words = ["Ask", "Dr.", "Lee,", "iPhone", "in", "NASA?", "No.", "We", "go"]
    heard = HeardMarks().read(Hypothesis(tuple(map(Word, words)), is_final=True))
    assert " ".join(as_heard(heard.words)) == "ask Dr Lee, iPhone in NASA? No. We go"
    bare = tuple(map(Word, ["nobody", "wrote", "a", "mark"]))
    assert " ".join(as_heard(bare)) == "nobody wrote a mark"
