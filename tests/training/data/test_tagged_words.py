from __future__ import annotations

import pytest

from engine.punctuation.labels import Mark
from training.data.tagged_words import read_tagged_words


def read(tmp_path, rows):
    path = tmp_path / "text.tsv"
    path.write_text("".join(row.replace(" ", "\t") + "\n" for row in rows.split("|")))
    return read_tagged_words(path)


def test_clitics_are_joined_to_the_word_before(tmp_path):
    words, marks = read(tmp_path, "it O|'s O|late COMMA|i O|do O|n't O|know PERIOD|you QUESTION")
    assert words == ["it's", "late", "i", "don't", "know", "you"]
    assert marks == [
        Mark.NONE,
        Mark.COMMA,
        Mark.NONE,
        Mark.NONE,
        Mark.PERIOD,
        Mark.QUESTION,
    ]


def test_a_clitic_after_a_mark_is_a_word(tmp_path):
    words, marks = read(tmp_path, "well COMMA|'em O|all PERIOD")
    assert words == ["well", "'em", "all"]
    assert marks == [Mark.COMMA, Mark.NONE, Mark.PERIOD]


def test_a_mark_without_a_word_goes_to_the_word_before_if_that_has_none(tmp_path):
    assert read(tmp_path, "one O| COMMA|two O") == (["one", "two"], [Mark.COMMA, Mark.NONE])
    assert read(tmp_path, "one PERIOD| COMMA|two O") == (["one", "two"], [Mark.PERIOD, Mark.NONE])
    assert read(tmp_path, " COMMA|two O") == (["two"], [Mark.NONE])


def test_a_dash_is_not_a_word_and_leaves_its_mark_to_the_word_before(tmp_path):
    words, marks = read(tmp_path, "commercial O|-- PERIOD|i O|say COMMA|-- O|no PERIOD")
    assert words == ["commercial", "i", "say", "no"]
    assert marks == [Mark.PERIOD, Mark.NONE, Mark.COMMA, Mark.PERIOD]


@pytest.mark.parametrize("row", ["word", "word DASH", "word PERIOD x"])
def test_untagged_text_is_refused_with_its_line(tmp_path, row):
    with pytest.raises(ValueError, match="line 2"):
        read(tmp_path, f"first O|{row}")
