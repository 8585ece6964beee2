from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.labels import Mark
from engine.text.marked_text import MarkedWord, read_marked_text

N, C, P, Q, E, L = Mark


def cores(text: str) -> list[str]:
    return [word.core for word in read_marked_text(text)]


def marks(text: str) -> list[Mark]:
    return [word.mark for word in read_marked_text(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two", [N, N]),
        ("one, two.", [C, P]),
        ("what? no! yes", [Q, E, N]),
        ("this: that; end", [C, P, N]),
        ("one - two – three — four", [C, C, C, N]),
        ("one—two--three", [C, C, N]),
        ("really?! no?...", [Q, Q]),
        ("vraiment ? oui .", [Q, P]),
        ("... one", [N]),
        ("well... then", [C, N]),  # an ellipsis only ends a sentence before a capital or at the end
        ("well... Then", [P, N]),
        ("well… then…", [C, P]),
    ],
)
def test_marks_fold_as_in_the_benchmark(text, expected):
    assert marks(text) == expected


@pytest.mark.parametrize(
    ("text", "core", "mark"),
    [
        ("Mr.", "Mr", N),
        ("Dr.,", "Dr", C),
        ("etc.", "etc", P),
        ("Inc.,", "Inc", C),
        ("U.S.", "U.S.", N),
        ("U.S.,", "U.S.", C),
        ("p.m.?", "p.m.", Q),
        ("e.g.", "e.g.", N),
        ("3.14.", "3.14", P),
        ("-5", "-5", N),
        (".5,", ".5", C),
        ("10–20", "10–20", N),
        ("well-known.", "well-known", P),
        ("$3,000", "$3,000", N),
        ("50%.", "50%", P),
        ("don’t,", "don't", C),
        ("'cause", "'cause", N),
        ("'s", "'s", N),
        ("iPhone!", "iPhone", E),
    ],
)
def test_how_a_word_is_read(text, core, mark):
    (word,) = read_marked_text(text)
    assert (word.core, word.mark) == (core, mark)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"yes."', MarkedWord('"', "yes", P, '"')),
        ("“Yes”,", MarkedWord('"', "Yes", C, '"')),
        ("(no)", MarkedWord("(", "no", N, ")")),
        ("(no?).", MarkedWord("(", "no", Q, ")")),
        ("«oui»", MarkedWord("«", "oui", N, "»")),
        ("**bold**:", MarkedWord("**", "bold", C, "**")),
        ("—so", MarkedWord("", "so", N, "")),
        ("「我」，", MarkedWord("「", "我", C, "」")),
        *((signs, None) for signs in ("", " \n", "... — !", "\"'()", "-")),
    ],
)
def test_quotation_marks_and_brackets_have_no_label(text, expected):
    assert read_marked_text(text) == ([expected] if expected else [])


WORDS = st.lists(
    st.tuples(
        st.sampled_from(["", '"', "("]),
        st.sampled_from(["one", "Two", "NASA", "don't", "3.5", "well-known", "U.S."]),
        st.sampled_from(list(Mark)),
        st.sampled_from(["", '"', ")"]),
    ).map(lambda row: MarkedWord(*row)),
    max_size=20,
)


@given(words=WORDS)
def test_written_words_are_read_back(words):
    text = " ".join(f"{w.prefix}{w.core}{w.mark.text}{w.suffix}" for w in words)
    assert read_marked_text(text) == words


@given(text=st.text(alphabet="ab1'\"([{.,?!-—… \n\té中“”’", max_size=60))
def test_no_letter_is_lost_or_made_up(text):
    read = "".join(cores(text))
    assert [s for s in read if s.isalnum()] == [s for s in text if s.isalnum()]


@given(text=st.text(alphabet="ab1'\"().,?!- ", max_size=40))
def test_cores_are_read_as_themselves(text):
    for core in cores(text):
        assert cores(core) == [core]


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("我想用Python，因為它很簡單。", "我 想 用 Python 因 為 它 很 簡 單", {3: C, 9: P}),
        ("「A」、「B」和C；好", "A B 和 C 好", {0: L, 3: P}),
        (
            "他說：「你好！」她笑了……走了？！",
            "他 說 你 好 她 笑 了 走 了",
            {1: C, 3: E, 6: C, 8: Q},
        ),
        ("好——吧——", "好 吧", {0: C, 1: C}),
        ("蘋果（大的）、梨", "蘋 果 大 的 梨", {3: L}),
        ("有３．５％，１２：３０。", "有 ３．５％ １２：３０", {1: C, 2: P}),
        ("OK. 好 ，好 。", "OK 好 好", {0: P, 1: C, 2: P}),
        ("我走了……", "我 走 了", {2: P}),
        ("項，（ 二 ）或「 A", "項 二 或 A", {0: C}),
        ("卡尔·马克思说，、", "卡 尔 马 克 思 说", {5: C}),
    ],
)
def test_chinese_text_has_a_label_per_character(text, expected, found):
    assert " ".join(cores(text)) == expected
    assert marks(text) == [found.get(at, N) for at in range(len(marks(text)))]
