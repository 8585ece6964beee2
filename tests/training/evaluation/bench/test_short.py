from __future__ import annotations

import pytest

from engine.punctuation.labels import Mark
from engine.text.marked_text import read_marked_text
from training.evaluation.bench.short import faults, short_rows, short_sentences
from training.evaluation.playing import Played

LINES = """Good morning, everyone. We met Anna in London. Stop.
and this one goes on from the line before. Did you see it? Yes - no.
He said "no" to us. The Head Of The House.
We talked for so long that nobody knew any more what the question had been.
"""


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "data" / "en" / "dev"
    folder.mkdir(parents=True)
    (folder / "one.txt").write_text(LINES)
    (folder / "two.txt").write_text("We met Anna in London. Thank you.\n")
    return tmp_path


def texts(sentences):
    return {" ".join(word.core + word.mark.text for word in words) for words in sentences}


def test_short_whole_sentences_with_plain_marks_are_drawn(shared):
    folder = shared / "data" / "en" / "dev"
    found = texts(short_sentences(folder, 99))
    assert found == {
        "Good morning, everyone.",
        "We met Anna in London.",
        "Did you see it?",
        "Thank you.",
    }
    assert texts(short_sentences(folder, 2)) == texts(short_sentences(folder, 2))
    assert len(short_sentences(folder, 2)) == 2


def found(text: str, *surfaces: str) -> tuple[int, ...]:
    """Return (wrong, false ends, false commas, missed commas, other last marks, wrong capitals)."""
    ends = {".": Mark.PERIOD, ",": Mark.COMMA, "?": Mark.QUESTION}
    played = Played([*surfaces], [ends.get(it[-1], Mark.NONE) for it in surfaces])
    it = faults(read_marked_text(text), played)
    commas = it.false_commas, it.missed_commas
    return it.wrong, it.false_ends, *commas, it.last_marks, it.capitals


def test_mistakes_in_a_sentence():
    assert found("Yes, we met Anna.", "Yes,", "we", "met", "Anna.") == (0, 0, 0, 0, 0, 0)
    assert found("Yes, we met Anna.", "Yes.", "We", "met", "Anna.") == (1, 1, 0, 0, 0, 0)
    assert found("Yes, we met Anna.", "Yes", "we", "met,", "anna?") == (1, 0, 1, 1, 1, 1)
    assert found("In the U.S. we met.", "In", "the", "U.S.", "we", "met.")[-1] == 0


def test_each_sentence_is_a_separate_text_and_dictation(shared, model):
    rows = {row.name: row.figures for row in short_rows(shared, model, smoke=True)}
    assert list(rows) == ["whole", "dictated"]
    assert all(0 <= figures["exactly right %"] <= 100 for figures in rows.values())
