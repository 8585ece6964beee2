from __future__ import annotations

import numpy as np
import pytest

from engine.network.scorer import LABELS
from engine.punctuation.committer import Decision
from engine.punctuation.emitter import Emitter, written
from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from engine.types import Word
from tests.support.fake_network import LEXICON, words_of


def scores_of(count: int, *, marks=(), cases=()) -> np.ndarray:
    """Scores that are sure of nothing but what is given: (place, label, score)."""
    scores = np.zeros((count, LABELS), dtype=np.float32)
    scores[:, Mark.NONE] = 5.0
    scores[:, len(PLAIN_MARKS) + Case.LOWER] = 5.0
    for at, mark, score in marks:
        scores[at, mark] = score
    for at, case, score in cases:
        scores[at, len(PLAIN_MARKS) + case] = score
    return scores


def chances(count: int, **ends: float) -> np.ndarray:
    found = np.zeros(count)
    for place, value in ends.items():
        found[int(place[1:])] = value
    return found


def tail(emitter: Emitter, text: str, scores: np.ndarray, ends: np.ndarray) -> str:
    marks = tuple(Mark.PERIOD if end >= 0.5 else Mark.NONE for end in ends)
    return emitter.tail(words_of(text), Decision(marks, ends, 0), scores)


@pytest.mark.parametrize(
    ("word", "case", "mark", "surface", "starts"),
    [
        ("i", Case.LOWER, "", "I", False),
        ("i'm", Case.LOWER, "", "I'm", False),
        ("nasa's", Case.UPPER, "", "NASA's", False),
        ("london", Case.CAPITALISED, "?", "London?", False),
        ("iphone", Case.MIXED, "", "iPhone", False),
        ("apis", Case.UPPER, "", "APIs", False),
        ("iphone's", Case.CAPITALISED, "", "iPhone's", False),
        ("non-iphone", Case.MIXED, "", "non-iPhone", False),
        ("iphone-like", Case.CAPITALISED, ",", "iPhone-like,", False),
        ("post-iphone", Case.CAPITALISED, "", "Post-iPhone", False),
        ("tcp-apis", Case.UPPER, "", "TCP-APIs", False),
        ("smith-magenis", Case.CAPITALISED, "", "Smith-magenis", False),
        ("smith-magenis's", Case.MIXED, "", "Smith-Magenis's", False),
        ("apis", Case.LOWER, "", "apis", False),
        ("mcdonald", Case.MIXED, "", "Mcdonald", False),
        ("McDonald", Case.LOWER, "", "McDonald", False),
        ("LOUD", Case.LOWER, ",", "loud,", False),
        ("3d", Case.UPPER, "", "3D", False),
        ("u.s.", Case.UPPER, ".", "U.S.", False),
        ("u.s.", Case.UPPER, "?", "U.S.?", False),
        ("so", Case.LOWER, "", "So", True),
        ("iphone", Case.MIXED, "", "iPhone", True),
        ("'cause", Case.LOWER, "", "'Cause", True),
        ("10", Case.LOWER, "", "10", True),
        ("LOUD", Case.LOWER, "", "Loud", True),
    ],
)
def test_how_a_word_is_written(word, case, mark, surface, starts):
    assert written(word, case, mark, LEXICON, starts_sentence=starts) == surface


def test_committed_sentences_start_with_a_capital():
    emitter = Emitter(LEXICON)
    marks = [Mark.NONE, Mark.QUESTION, Mark.NONE]
    surfaces = emitter.commit(words_of("are you there"), marks, scores_of(3))
    assert surfaces == ["Are", "you?", "There"]
    assert emitter.commit(words_of("now"), [Mark.PERIOD], scores_of(1)) == ["now."]
    assert emitter.commit(words_of("then"), [Mark.NONE], scores_of(1)) == ["Then"]
    emitter.reset()
    assert emitter.commit(words_of("new"), [Mark.PERIOD], scores_of(1)) == ["New."]


def test_the_tail_continues_the_committed_text():
    emitter = Emitter(LEXICON)
    assert tail(emitter, "we go", scores_of(2), chances(2)) == "We go"
    emitter.commit(words_of("we"), [Mark.COMMA], scores_of(1))
    assert tail(emitter, "go", scores_of(1), chances(1)) == "go"


@pytest.mark.parametrize("mark", [Mark.PERIOD, Mark.COMMA])
def test_the_tail_shows_a_likely_end_but_no_mark_at_its_edge(mark):
    scores = scores_of(3, marks=[(0, Mark.PERIOD, 9), (2, mark, 20)])
    ends = chances(3, _0=0.95, _2=0.95 if mark is Mark.PERIOD else 0.0)
    assert tail(Emitter(LEXICON), "yes we go", scores, ends) == "Yes. We go"


def test_a_shown_mark_stays_until_clearly_contradicted():
    emitter = Emitter(LEXICON)
    text = "yes we go"
    scores = scores_of(3, marks=[(0, Mark.PERIOD, 9)])
    assert tail(emitter, text, scores, chances(3, _0=0.9)) == "Yes. We go"
    assert tail(emitter, text, scores, chances(3, _0=0.45)) == "Yes. We go"
    assert tail(emitter, text, scores, chances(3, _0=0.02)) == "Yes we go"
    assert tail(emitter, text, scores, chances(3, _0=0.55)) == "Yes we go"
    assert tail(emitter, text, scores, chances(3, _0=0.95)) == "Yes. We go"
    emitter = Emitter(LEXICON, revision_threshold=0.0)  # follows every change
    assert tail(emitter, text, scores, chances(3, _0=0.9)) == "Yes. We go"
    assert tail(emitter, text, scores, chances(3, _0=0.45)) == "Yes we go"


def test_a_shown_case_stays_until_clearly_contradicted():
    emitter = Emitter(LEXICON)
    sure = scores_of(3, cases=[(1, Case.CAPITALISED, 15)])
    wavering = scores_of(3, cases=[(1, Case.CAPITALISED, 4.8)])
    assert tail(emitter, "in may we", sure, chances(3)) == "In May we"
    assert tail(emitter, "in may we", wavering, chances(3)) == "In May we"
    assert tail(emitter, "in bay we", wavering, chances(3)) == "In bay we"  # of another word
    assert tail(emitter, "in may we", sure, chances(3)) == "In May we"
    assert tail(emitter, "in may we", scores_of(3), chances(3)) == "In may we"


def test_shown_readings_move_with_the_commit():
    emitter = Emitter(LEXICON)
    sure = scores_of(4, cases=[(2, Case.CAPITALISED, 15)])
    tail(emitter, "so in may we", sure, chances(4))
    emitter.commit([Word("so")], [Mark.NONE], scores_of(1))
    wavering = scores_of(3, cases=[(1, Case.CAPITALISED, 4.8)])
    assert tail(emitter, "in may we", wavering, chances(3)) == "in May we"
