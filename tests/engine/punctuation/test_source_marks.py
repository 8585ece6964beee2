from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.network.scorer import LABELS
from engine.punctuation.committer import choose_marks, sentence_log_odds
from engine.punctuation.labels import CASE_COLUMNS, PLAIN_MARKS, Case, Mark
from engine.punctuation.source_marks import as_recognised, continues_after, weigh_source_marks
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.settings import MarksBy
from engine.types import Hypothesis, MarkSource, Word

TELLING = [mark_source for mark_source in MarkSource if mark_source is not MarkSource.EDGE]
ROWS = arrays(np.float32, (3, LABELS), elements=st.floats(-12, 12, width=32))


def heard(mark: Mark | None, mark_source: MarkSource = MarkSource.TRANSCRIPT) -> list[Word]:
    return [Word("x", source_mark=mark, mark_source=mark_source)] * 3


@given(scores=ROWS)
def test_without_source_marks_the_scores_stay(scores):
    assert weigh_source_marks(heard(None), scores) is scores


@given(
    scores=ROWS,
    mark=st.sampled_from(PLAIN_MARKS),
    mark_source=st.sampled_from(
        [it for it in MarkSource if it not in {MarkSource.EDGE, MarkSource.SEAM, MarkSource.LAYOUT}]
    ),
)
def test_source_marks_move_every_boundary_by_the_same_evidence(scores, mark, mark_source):
    moved = sentence_log_odds(
        weigh_source_marks(heard(mark, mark_source), scores)
    ) - sentence_log_odds(scores)
    assert np.ptp(moved) < 1e-3
    assert (moved.mean() > 0) == mark.ends_sentence


@given(scores=ROWS)
def test_before_a_line_break_or_bracket_there_is_no_comma_but_ends_stay_as_likely(scores):
    weighed = weigh_source_marks(heard(Mark.NONE, MarkSource.LAYOUT), scores)
    assert np.allclose(sentence_log_odds(weighed), sentence_log_odds(scores), atol=1e-3)
    assert (weighed[:, Mark.NONE] > weighed[:, Mark.COMMA]).all()


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_a_certain_mark_is_chosen_whatever_the_words_say(scores, mark):
    weighed = weigh_source_marks(heard(mark, MarkSource.CERTAIN), scores)
    ends = sentence_log_odds(weighed) > 0
    assert (ends == mark.ends_sentence).all()


def test_the_sources_own_mark_is_preferred_among_its_kind():
    scores = np.zeros((1, LABELS), dtype=np.float32)
    scores[0, [Mark.PERIOD, Mark.NONE]] = 4.0
    for mark in (Mark.QUESTION, Mark.EXCLAMATION, Mark.PERIOD, Mark.COMMA, Mark.NONE):
        word = Word("x", source_mark=mark, mark_source=MarkSource.TRANSCRIPT)
        weighed = weigh_source_marks([word], scores)
        assert choose_marks(weighed, np.array([mark.ends_sentence])) == (mark,)


@pytest.mark.parametrize("case", Case)
def test_the_sources_case_is_preferred(case):
    scores = np.zeros((1, LABELS), dtype=np.float32)
    scores[0, CASE_COLUMNS] = [3.0, 2.0, 1.0, 0.0]
    weighed = weigh_source_marks(
        [Word("x", source_case=case, mark_source=MarkSource.TRANSCRIPT)], scores
    )
    assert weighed[0, CASE_COLUMNS].argmax() == case


def test_a_mark_unknown_to_the_model_still_ends_no_sentence():
    scores = np.zeros((1, LABELS), dtype=np.float32)  # a model without the enumeration comma
    weighed = weigh_source_marks([Word("x", source_mark=Mark.ENUMERATION)], scores)
    assert sentence_log_odds(weighed)[0] < sentence_log_odds(scores)[0]


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_a_mark_at_the_edge_of_the_sound_moves_no_boundary(scores, mark):
    moved = sentence_log_odds(weigh_source_marks(heard(mark, MarkSource.EDGE), scores))
    assert np.allclose(moved, sentence_log_odds(scores), atol=1e-3)


def moved(
    mark: Mark, pause_s: float, mark_source: MarkSource, confidence: float | None = None
) -> float:
    """Return how much a recogniser's mark moves the log-odds of an end at a pause."""
    before = Word(
        "x", 0.0, 1.0, source_mark=mark, mark_source=mark_source, mark_confidence=confidence
    )
    words = [before, Word("y", 1.0 + pause_s, 2.0 + pause_s)]
    scores = np.zeros((2, LABELS), dtype=np.float32)
    weighed = weigh_source_marks(words, scores)
    return float((sentence_log_odds(weighed) - sentence_log_odds(scores))[0])


@pytest.mark.parametrize("pause_s", [0.0, 0.6, 2.0])
@pytest.mark.parametrize("mark_source", [MarkSource.RECOGNISER, MarkSource.EDGE])
@given(less=st.floats(0, 1), more=st.floats(0, 1))
def test_a_more_confident_full_stop_counts_more(mark_source, pause_s, less, more):
    less, more = sorted((less, more))
    one, other = (moved(Mark.PERIOD, pause_s, mark_source, it) for it in (less, more))
    assert one <= other + 1e-3
    surest = moved(Mark.PERIOD, pause_s, mark_source, 1.0)
    assert (
        surest
        > moved(Mark.PERIOD, pause_s, mark_source)
        > moved(Mark.PERIOD, pause_s, mark_source, 0.0)
    )


def test_a_full_stop_counts_most_in_fluent_speech_and_least_at_the_edge():
    for confidence in (None, 0.5, 0.95):
        fluent, at_pause, at_edge = (
            moved(Mark.PERIOD, pause_s, mark_source, confidence)
            for pause_s, mark_source in (
                (0.1, MarkSource.RECOGNISER),
                (1.5, MarkSource.RECOGNISER),
                (1.5, MarkSource.EDGE),
            )
        )
        assert fluent > at_pause > at_edge
    assert moved(Mark.PERIOD, 0.1, MarkSource.RECOGNISER) > 0.5
    assert moved(Mark.PERIOD, 1.5, MarkSource.EDGE) < 0.0
    assert moved(Mark.NONE, 1.5, MarkSource.EDGE) < moved(Mark.PERIOD, 1.5, MarkSource.EDGE)


@pytest.mark.parametrize("mark_source", MarkSource)
@pytest.mark.parametrize("marks_by", MarksBy)
def test_a_sentence_goes_on_if_a_trusted_recogniser_wrote_no_end(mark_source, marks_by):
    by_recogniser = (
        mark_source in {MarkSource.RECOGNISER, MarkSource.EDGE} and marks_by is not MarksBy.FERMATA
    )
    for mark in (None, *PLAIN_MARKS):
        goes_on = continues_after(Word("x", source_mark=mark, mark_source=mark_source), marks_by)
        tells = (by_recogniser or mark_source is MarkSource.CERTAIN) and mark is not None
        assert goes_on is (tells and not mark.ends_sentence)


@given(scores=ROWS, mark=st.sampled_from(PLAIN_MARKS))
def test_the_user_decides_who_sets_marks(scores, mark):
    words = heard(mark, MarkSource.RECOGNISER)
    alone = weigh_source_marks(words, scores, MarksBy.FERMATA)
    assert np.array_equal(alone, scores)
    theirs = sentence_log_odds(weigh_source_marks(words, scores, MarksBy.RECOGNISER)) > 0
    assert (theirs == mark.ends_sentence).all()


def test_words_are_shown_as_their_source_wrote_them():
    words = ["Ask", "Dr.", "Lee,", "iPhone", "in", "NASA?", "No.", "We", "go"]
    heard = RecogniserMarks().read(Hypothesis(tuple(map(Word, words)), is_final=True))
    assert " ".join(as_recognised(heard.words)) == "ask Dr Lee, iPhone in NASA? No. We go"
    bare = tuple(map(Word, ["nobody", "wrote", "a", "mark"]))
    assert " ".join(as_recognised(bare)) == "nobody wrote a mark"
