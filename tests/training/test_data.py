from __future__ import annotations

import lzma
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from engine.punctuation.labels import Case, Mark
from engine.punctuation.tokenizer import MAX_PIECES_A_WORD, WordTokenizer
from tests.training.tiny import tokenizer_in
from training.data import (
    IGNORE,
    SpokenWord,
    build_corpus,
    load_corpus,
    read_lines,
    read_spoken_words,
    save_corpus,
)

N, C, P, Q, E = Mark
LOWER, CAPITALISED, UPPER, MIXED = Case


class Draws(random.Random):
    """Chance that always says the same."""

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
def test_the_case_of_a_first_word_is_known_only_where_its_place_cannot_have_made_it(first, case):
    assert read(f"{first} works well.")[0][2] == case
    assert read(f"It works. {first} works well.")[2][2] == case


def test_a_line_that_goes_on_has_no_sentence_start():
    assert read("and then they", "Anna came.", keep_unmarked=True)[3] == (
        "anna",
        N,
        CAPITALISED,
    )
    assert read("They came.", "Anna left.")[2] == ("anna", N, IGNORE)


def test_unmarked_lines_are_dropped_or_kept():
    lines = ("they were cut", "We went home.")
    assert texts(*lines) == "we went home"
    assert texts(*lines, keep_unmarked=True) == "they were cut we went home"
    assert read(*lines, keep_unmarked=True)[2] == ("cut", N, LOWER)


def test_a_dropped_line_leaves_the_next_one_a_sentence_start():
    assert read("We went.", "cut off", "Anna came.")[2] == ("anna", N, IGNORE)


@pytest.mark.parametrize("keep_unmarked", [False, True])
def test_headings_are_dropped_but_short_shouts_stay(keep_unmarked):
    lines = ("The Second Inaugural Address.", "THE END OF IT.", "Oh Anna!", "We went.")
    assert texts(*lines, keep_unmarked=keep_unmarked) == "oh anna we went"


def test_bullets_tags_and_underscores_are_no_words():
    lines = ("• <noise> We _really_ went [laughs] home.", "Q: Did you?", "- Yes.", "", "…")
    assert texts(*lines) == "we really went home did you yes"


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
def test_numbers_are_spelled_out_or_left(written, spoken):
    assert texts(f"He took {written}, she said.", draw=SPELLED_OUT) == f"he took {spoken} she said"
    words = read(f"He took {written}, she said.", draw=SPELLED_OUT)
    count = len(spoken.split())
    assert [mark for _, mark, _ in words[2 : 2 + count]] == [N] * (count - 1) + [C]
    assert {case for _, _, case in words[2 : 2 + count]} == {LOWER}
    assert texts(f"He took {written}, she said.") == f"he took {written} she said"


@pytest.mark.parametrize("written", ["007", "555-1234", "3rds", "123456789012", "1990s", "x2"])
def test_what_is_no_number_is_never_spelled_out(written):
    assert texts(f"It is {written} now.", draw=SPELLED_OUT) == f"it is {written} now"


def test_half_of_the_numbers_are_spelled_out_the_same_way_each_time():
    lines = ["He took 7 of them."] * 400

    def numbers(seed):
        words = read_spoken_words(iter(lines), keep_unmarked=False, rng=random.Random(seed))
        return [word.text for word in words if word.text in {"7", "seven"}]

    assert numbers(4) == numbers(4)
    assert numbers(4) != numbers(5)
    assert 150 < numbers(4).count("seven") < 250


@given(st.lists(st.text(max_size=40), max_size=8), st.booleans())
@settings(max_examples=100, deadline=None)
def test_any_text_gives_words_with_known_labels(lines, keep_unmarked):
    for word in read_spoken_words(iter(lines), keep_unmarked=keep_unmarked, rng=random.Random(0)):
        assert word.text.strip()
        assert word.text == word.text.lower()
        assert word.mark in set(Mark)
        assert word.case in {IGNORE, *Case}


@given(st.lists(st.sampled_from(["we", "saw", "Anna", "x's", "so"]), min_size=1, max_size=20))
def test_words_keep_their_order(words):
    assert texts(" ".join([*words, "end."])) == " ".join([*words, "end"]).lower()


@pytest.mark.parametrize("packed", [False, True])
def test_lines_are_read_from_plain_and_packed_text(tmp_path, packed):
    data = "one é\n\ntwo \udc80".encode("utf-8", "surrogateescape")
    path = tmp_path / ("a.txt.xz" if packed else "a.txt")
    path.write_bytes(lzma.compress(data) if packed else data)
    assert list(read_lines(path)) == ["one é", "", "two �"]


def spoken(*words):
    return (SpokenWord(word, at % 5, IGNORE) for at, word in enumerate(words))


def test_a_corpus_holds_the_ids_of_the_engines_tokenizer(tmp_path):
    tokenizer = tokenizer_in(tmp_path)
    words = ["we", "anna", "✓", "a" * 40, "saw"]
    corpus = build_corpus("c", spoken(*words), tokenizer, 100)
    parts = np.split(corpus.ids, corpus.word_ends[:-1])
    assert [tuple(part) for part in parts] == tokenizer.encode(words)
    assert [len(part) for part in parts] == [1, 4, 1, MAX_PIECES_A_WORD, 1]
    assert list(corpus.marks) == [0, 1, 2, 3, 4]
    assert set(corpus.cases) == {IGNORE}


def test_a_corpus_ends_at_its_limit_and_may_be_empty(tmp_path):
    tokenizer = tokenizer_in(tmp_path)
    assert len(build_corpus("c", spoken(*["we"] * 9), tokenizer, 4)) == 4
    assert len(build_corpus("c", spoken(*["we"] * 20_001), tokenizer, 10**9)) == 20_001
    empty = build_corpus("c", iter(()), tokenizer, 4)
    assert (len(empty), len(empty.ids)) == (0, 0)


def test_a_saved_corpus_reads_back_the_same(tmp_path):
    corpus = build_corpus("c", spoken("we", "anna"), tokenizer_in(tmp_path), 9)
    path = save_corpus(corpus, tmp_path / "new" / "folder")
    back = load_corpus(path)
    assert back.name == "c"
    for name in ("ids", "word_ends", "marks", "cases"):
        assert np.array_equal(getattr(back, name), getattr(corpus, name))
        assert getattr(back, name).dtype == getattr(corpus, name).dtype
    assert [file.name for file in path.parent.iterdir()] == ["c.npz"]


def test_a_corpus_file_executes_nothing(tmp_path):
    empty = np.zeros(0)
    np.savez(
        tmp_path / "c.npz",
        ids=np.array([{"a": 1}], dtype=object),
        word_ends=empty,
        marks=empty,
        cases=empty,
    )
    with pytest.raises(ValueError, match="pickle"):
        load_corpus(tmp_path / "c.npz")


def wide_tokenizer(path, last_id):
    ids = {"[CLS]": 0, "[SEP]": 1, "[PAD]": 2, "[UNK]": 3, "far": last_id}
    tokenizer = Tokenizer(models.WordLevel(ids, unk_token="[UNK]"))  # noqa: S106  no password
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(path))
    return WordTokenizer(path)


def test_ids_beyond_sixteen_bits_are_refused(tmp_path):
    last = build_corpus("c", spoken("far"), wide_tokenizer(tmp_path / "a.json", 65_535), 9)
    assert list(last.ids) == [65_535]
    with pytest.raises(ValueError, match="65,535"):
        build_corpus("c", spoken("far"), wide_tokenizer(tmp_path / "b.json", 65_536), 9)
