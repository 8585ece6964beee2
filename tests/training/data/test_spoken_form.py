from __future__ import annotations

import lzma
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.punctuation.labels import PLAIN_MARKS, Case, Mark
from training.data.spoken_form import (
    IGNORE,
    Tally,
    read_call_words,
    read_lines,
    read_spoken_words,
    with_known_marks,
)

N, C, P, Q, E = PLAIN_MARKS
LOWER, CAPITALISED, UPPER, MIXED = Case


class Draws(random.Random):
    """A random source that always gives the same number."""

    def __init__(self, value):
        super().__init__(0)
        self._value = value

    def random(self):
        return self._value


AS_WRITTEN, SPELLED_OUT = 0.9, 0.1


def read(*lines, keep_unmarked=False, draw=AS_WRITTEN):
    found = read_spoken_words(iter(lines), keep_unmarked=keep_unmarked, rng=Draws(draw))
    return [(word.text, word.mark, word.case) for word in found]


def texts(*lines, **options):
    return " ".join(text for text, _, _ in read(*lines, **options))


def test_marks_and_cases_become_labels_and_words_lower_case():
    assert read('He met Anna, "the NASA man". Did it work? Yes!') == [
        ("he", N, IGNORE),
        ("met", N, LOWER),
        ("anna", C, CAPITALISED),
        ("the", N, LOWER),
        ("nasa", N, UPPER),
        ("man", P, LOWER),
        ("did", N, IGNORE),
        ("it", N, LOWER),
        ("work", Q, LOWER),
        ("yes", E, IGNORE),
    ]


@pytest.mark.parametrize(
    ("first", "case"),
    [
        ("The", IGNORE),
        ("A", IGNORE),
        ("the", IGNORE),
        ("Paris", IGNORE),
        ("I", CAPITALISED),
        ("I'm", CAPITALISED),
        ("NASA", UPPER),
        ("iPhone", MIXED),
    ],
)
def test_the_case_of_a_first_word_is_known_only_if_its_place_cannot_explain_it(first, case):
    assert read(f"{first} works well.")[0][2] == case
    assert read(f"It works. {first} works well.")[2][2] == case


def test_a_continued_line_has_no_sentence_start():
    assert read("and then they", "Anna came.", keep_unmarked=True)[3] == (
        "anna",
        N,
        CAPITALISED,
    )
    assert read("They came.", "Anna left.")[2] == ("anna", N, IGNORE)


@pytest.mark.parametrize(
    ("marks", "wanted"), [(len(PLAIN_MARKS), C), (len(Mark), Mark.ENUMERATION)]
)
def test_chinese_marks_become_commas_elsewhere(marks, wanted):
    words = read_spoken_words(
        iter(["He said 好、 and left."]), keep_unmarked=False, rng=Draws(AS_WRITTEN)
    )
    assert [word.mark for word in with_known_marks(words, marks)] == [N, N, wanted, N, P]


def test_unmarked_lines_are_dropped_or_kept():
    lines = ("they were cut", "We went home.")
    assert texts(*lines) == "we went home"
    assert texts(*lines, keep_unmarked=True) == "they were cut we went home"
    assert read(*lines, keep_unmarked=True)[2] == ("cut", N, LOWER)


def test_after_a_dropped_line_the_next_one_starts_a_sentence():
    assert read("We went.", "cut off", "Anna came.")[2] == ("anna", N, IGNORE)


@pytest.mark.parametrize("keep_unmarked", [False, True])
def test_headings_are_dropped_but_short_shouts_stay(keep_unmarked):
    lines = ("The Second Inaugural Address.", "THE END OF IT.", "Oh Anna!", "We went.")
    assert texts(*lines, keep_unmarked=keep_unmarked) == "oh anna we went"


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("3", "three"),
        ("21st", "twenty first"),
        ("5%", "five percent"),
        ("3.5%", "three point five percent"),
        ("$40", "forty dollars"),
        ("1,250", "one thousand two hundred and fifty"),
        ("1984", "nineteen eighty four"),
        ("2500", "two thousand five hundred"),
        ("0", "zero"),
    ],
)
def test_numbers_are_spelled_out_or_kept(written, spoken):
    assert texts(f"He took {written}, she said.", draw=SPELLED_OUT) == f"he took {spoken} she said"
    words = read(f"He took {written}, she said.", draw=SPELLED_OUT)
    count = len(spoken.split())
    assert [mark for _, mark, _ in words[2 : 2 + count]] == [N] * (count - 1) + [C]
    assert {case for _, _, case in words[2 : 2 + count]} == {LOWER}
    assert texts(f"He took {written}, she said.") == f"he took {written} she said"


@pytest.mark.parametrize("written", ["007", "555-1234", "3rds", "123456789012", "1990s", "x2"])
def test_other_words_with_digits_are_never_spelled_out(written):
    assert texts(f"It is {written} now.", draw=SPELLED_OUT) == f"it is {written} now"


def test_half_of_the_numbers_are_spelled_out_the_same_ones_each_time():
    lines = ["He took 7 of them."] * 400

    def numbers(seed):
        words = read_spoken_words(iter(lines), keep_unmarked=False, rng=random.Random(seed))
        return [word.text for word in words if word.text in {"7", "seven"}]

    assert numbers(4) == numbers(4)
    assert numbers(4) != numbers(5)
    assert 150 < numbers(4).count("seven") < 250


@given(st.lists(st.text(max_size=40), max_size=8), st.booleans())
@settings(max_examples=50, deadline=None)
def test_any_text_gives_words_with_known_labels(lines, keep_unmarked):
    for word in read_spoken_words(iter(lines), keep_unmarked=keep_unmarked, rng=random.Random(0)):
        assert word.text.strip()
        assert word.text == word.text.lower()
        assert word.mark in set(Mark)
        assert word.case in {IGNORE, *Case}


@pytest.mark.parametrize("packed", [False, True])
def test_plain_and_packed_text_is_read(tmp_path, packed):
    data = "one é\n\ntwo \udc80".encode("utf-8", "surrogateescape")
    path = tmp_path / ("a.txt.xz" if packed else "a.txt")
    path.write_bytes(lzma.compress(data) if packed else data)
    assert list(read_lines(path)) == ["one é", "", "two �"]


def test_bullets_tags_and_underscores_are_not_spoken(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("• <noise> We _really_ saw [laughs] an L_C_D_.\nQ: Did you?\n- Yes.\n…\n")
    lines = list(read_lines(path))
    assert lines[0].split() == ["We", "really", "saw", "an", "LCD."]
    assert lines[1:] == ["Did you?", "Yes.", "…"]
    assert texts(*lines) == "we really saw an lcd did you yes"


def test_words_of_calls_are_read_as_written(tmp_path):
    rows = ["word\tstart\tend\tmark\tspeaker", "The\t\t\t\t0", "EBITDA\t1.0\t1.5\t?\t0"]
    (tmp_path / "1.aligned.tsv").write_text("\n".join(rows) + "\n")
    (tmp_path / "notes.tsv").write_text("nothing\n")
    words = read_call_words(tmp_path)
    assert [(word.core, word.mark) for word in words] == [("The", N), ("EBITDA", Q)]


def test_lines_that_end_with_a_mark_are_counted():
    tally = Tally()
    lines = iter(["We saw it.", "", "…", "no end", "Did we? yes", "Oh!"])
    list(read_spoken_words(lines, keep_unmarked=False, rng=random.Random(1), tally=tally))
    assert (tally.lines, tally.marked, tally.percent) == (4, 2, 50)
    assert Tally().percent == 0
