from __future__ import annotations

import numpy as np
import pytest

from engine.network.scorer import LABELS
from engine.punctuation.capitals import agreeing_cases, begin_by_capital
from engine.punctuation.committer import sentence_log_odds
from engine.punctuation.heard import weigh_heard
from engine.punctuation.labels import CASE_COLUMNS, Case, Mark, case_of
from engine.types import Trust, Word

CAPITAL, SMALL = Case.CAPITALISED, Case.LOWER
SOURCES = pytest.mark.parametrize("trust", [Trust.RECOGNISER, Trust.TRANSCRIPT])


def heard(text: str, trust: Trust = Trust.RECOGNISER) -> list[Word]:
    """Words as a source wrote them."""
    return [
        Word(
            it.rstrip(",").lower(),
            heard_mark=Mark.COMMA if it.endswith(",") else Mark.NONE,
            heard_case=case_of(it),
            trust=trust,
        )
        for it in text.split()
    ]


def ordinary(count: int, odds: float = 4.0) -> np.ndarray:
    """Case scores by which each word is an ordinary one."""
    cases = np.zeros((count, len(Case)), dtype=np.float32)
    cases[:, SMALL] = odds
    return cases


def beginning(text: str, *, odds: float = 4.0, trust: Trust = Trust.RECOGNISER) -> str:
    words = heard(text, trust)
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
        ("that is our Company now", ""),  # behind no mark the network alone does not tell
        ("we met, NASA agreed", ""),
        ("we met, anna agreed", ""),
    ],
)
def test_which_capitals_begin_a_sentence(text, begins, trust):
    assert beginning(text, trust=trust) == begins


def test_a_name_that_the_network_knows_begins_no_sentence_but_a_word_that_names_nothing_does():
    assert not beginning("my friend, Anna agreed", odds=-1.0)
    assert beginning("my friend, What now", odds=-1.0) == "What"


@pytest.mark.parametrize("trust", [Trust.BOUNDARY, Trust.CERTAIN])
def test_what_stands_is_not_asked(trust):
    assert not beginning("to answer, What do people", trust=trust)


def test_of_no_words_none_begins():
    assert begin_by_capital([], ordinary(0)) == []


@SOURCES
def test_capital_and_mark_are_weighed_together(trust):
    words = heard("to answer, What do", trust)
    scores = np.zeros((4, LABELS), dtype=np.float32)
    weighed = weigh_heard(words, scores)
    comma = weigh_heard(heard("to answer, what do", trust), scores)
    assert sentence_log_odds(weighed)[1] > sentence_log_odds(comma)[1]
    assert weighed[2, CASE_COLUMNS].argmax() == SMALL  # a sentence end gives it its capital


def test_a_mark_that_stands_stays_before_a_capital():
    words = heard("to answer", Trust.CERTAIN) + heard("What do")
    weighed = weigh_heard(words, np.zeros((4, LABELS), dtype=np.float32))
    assert sentence_log_odds(weighed)[1] < -20


def test_a_lone_capital_of_a_word_that_names_nothing_is_left_to_the_marks():
    words = [Word(it) for it in ("he", "asked", "what", "anna", "did")]
    cases = [SMALL, SMALL, CAPITAL, SMALL, SMALL]
    assert agreeing_cases(words, cases) == [SMALL] * 5
    cases[3] = CAPITAL  # as in a title
    assert agreeing_cases(words, cases) == cases
    named = [SMALL, CAPITAL, SMALL, CAPITAL, SMALL]
    assert agreeing_cases(words, named) == named
    told = [Word(it, heard_case=CAPITAL) for it in ("he", "asked", "what")]
    assert agreeing_cases(told, cases[:3]) == cases[:3]
