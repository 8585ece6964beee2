from __future__ import annotations

import numpy as np
import pytest

from engine.network.scorer import LABELS
from engine.punctuation.capitals import agreeing_cases, begin_by_capital
from engine.punctuation.committer import sentence_log_odds
from engine.punctuation.labels import CASE_COLUMNS, Case, Mark, case_of
from engine.punctuation.source_marks import weigh_source_marks
from engine.types import MarkSource, Word

CAPITAL, SMALL = Case.CAPITALISED, Case.LOWER
SOURCES = pytest.mark.parametrize("mark_source", [MarkSource.RECOGNISER, MarkSource.TRANSCRIPT])


def heard(text: str, mark_source: MarkSource = MarkSource.RECOGNISER) -> list[Word]:
    """Words as a source wrote them."""
    return [
        Word(
            it.rstrip(",").lower(),
            source_mark=Mark.COMMA if it.endswith(",") else Mark.NONE,
            source_case=case_of(it),
            mark_source=mark_source,
        )
        for it in text.split()
    ]


def ordinary(count: int, odds: float = 4.0) -> np.ndarray:
    """Return case scores that make every word an ordinary one."""
    cases = np.zeros((count, len(Case)), dtype=np.float32)
    cases[:, SMALL] = odds
    return cases


def beginning(
    text: str, *, odds: float = 4.0, mark_source: MarkSource = MarkSource.RECOGNISER
) -> str:
    words = heard(text, mark_source)
    begin = begin_by_capital(words, ordinary(len(words), odds))
    return " ".join(it for it, begins in zip(text.split(), begin, strict=True) if begins)


@SOURCES
@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("declined to answer, What do people", "What"),
        ("declined to answer What do people", "What"),
        ("we came, Later it rained", "Later"),
        ("she said, I know", ""),
        ("she said, I'm here", ""),
        ("to read The Times today", ""),
        ("that is our Company now", ""),  # without a mark, the network alone does not decide
        ("we met, NASA agreed", ""),
        ("we met, anna agreed", ""),
    ],
)
def test_which_capitals_begin_a_sentence(text, begins, mark_source):
    assert beginning(text, mark_source=mark_source) == begins


def test_a_name_begins_no_sentence_but_a_word_that_is_never_one_does():
    assert not beginning("my friend, Anna agreed", odds=-1.0)
    assert beginning("my friend, What now", odds=-1.0) == "What"


@pytest.mark.parametrize("mark_source", [MarkSource.BOUNDARY, MarkSource.CERTAIN])
def test_certain_marks_are_not_questioned(mark_source):
    assert not beginning("to answer, What do people", mark_source=mark_source)


def test_no_words_begin_nothing():
    assert begin_by_capital([], ordinary(0)) == []


@SOURCES
def test_capital_and_mark_are_weighed_together(mark_source):
    words = heard("to answer, What do", mark_source)
    scores = np.zeros((4, LABELS), dtype=np.float32)
    weighed = weigh_source_marks(words, scores)
    comma = weigh_source_marks(heard("to answer, what do", mark_source), scores)
    assert sentence_log_odds(weighed)[1] > sentence_log_odds(comma)[1]
    assert weighed[2, CASE_COLUMNS].argmax() == SMALL  # a sentence end gives it its capital


def test_a_certain_mark_stays_before_a_capital():
    words = heard("to answer", MarkSource.CERTAIN) + heard("What do")
    weighed = weigh_source_marks(words, np.zeros((4, LABELS), dtype=np.float32))
    assert sentence_log_odds(weighed)[1] < -20


def test_a_lone_capital_is_left_to_the_marks():
    words = [Word(it) for it in ("he", "asked", "what", "anna", "did")]
    cases = [SMALL, SMALL, CAPITAL, SMALL, SMALL]
    assert agreeing_cases(words, cases) == [SMALL] * 5
    cases[3] = CAPITAL  # as in a title
    assert agreeing_cases(words, cases) == cases
    named = [SMALL, CAPITAL, SMALL, CAPITAL, SMALL]
    assert agreeing_cases(words, named) == named
    told = [Word(it, source_case=CAPITAL) for it in ("he", "asked", "what")]
    assert agreeing_cases(told, cases[:3]) == cases[:3]
