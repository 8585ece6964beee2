"""Chinese and mixed lines as spoken units."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.punctuation.labels import Case, Mark
from tests.training.data.test_spoken_form import AS_WRITTEN, SPELLED_OUT, Draws
from training.data.spoken_form import IGNORE, read_spoken_words

N, C, P, Q, E, L = Mark
LINES = [
    "委員第二項、第三項，OK 嗎？",
    "我哋CU呢，冇3,000蚊喎！",
    "佢哋2019年嚟，唔係咩",
    "Yes, 40%的人。",
]


def read(*lines, draw=AS_WRITTEN, ends_unknown=False, keep_unmarked=False):
    found = read_spoken_words(
        iter(lines), keep_unmarked=keep_unmarked, rng=Draws(draw), ends_unknown=ends_unknown
    )
    return [(word.text, word.mark, word.case) for word in found]


def texts(*lines, **options):
    return " ".join(text for text, _, _ in read(*lines, **options))


def test_a_character_is_a_unit_with_a_mark_and_no_case():
    assert read("蘋果、梨，都OK嗎？") == [
        ("蘋", N, IGNORE),
        ("果", L, IGNORE),
        ("梨", C, IGNORE),
        ("都", N, IGNORE),
        ("ok", N, Case.UPPER),
        ("嗎", Q, IGNORE),
    ]


def test_the_case_of_a_word_among_characters_is_learnt():
    assert read("我用iPhone打俾Tiffany。")[2:6:3] == [("iphone", N, Case.MIXED), ("tiffany", P, 1)]


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        ("有3,000多所。", "有 三 千 多 所"),
        ("2019年5月。", "二 零 一 九 年 五 月"),
        ("佔40%。", "佔 百 分 之 四 十"),
        ("We paid 40 of them.", "we paid forty of them"),
        ("在10:00開。", "在 10:00 開"),
    ],
)
def test_numbers_are_spelled_in_the_language_around_them(line, spoken):
    assert texts(line, draw=SPELLED_OUT) == spoken
    assert texts(line).replace(" ", "") == line[:-1].replace(" ", "").lower()


def test_the_mark_is_on_the_last_character_of_a_number():
    assert read("共12，好。", draw=SPELLED_OUT)[:3] == [
        ("共", N, IGNORE),
        ("十", N, IGNORE),
        ("二", C, IGNORE),
    ]


def test_unmarked_lines_can_stay_with_an_unknown_end():
    assert read("完全冇上限") == []
    assert [mark for _, mark, _ in read("好，冇上限", ends_unknown=True)] == [C, N, N, IGNORE]
    assert [mark for _, mark, _ in read("冇上限。", ends_unknown=True)] == [N, N, P]
    assert [mark for _, mark, _ in read("冇上限", keep_unmarked=True)] == [N, N, N]


def test_a_sentence_may_start_after_an_unknown_end():
    assert read("冇上限", "Good野", ends_unknown=True)[3] == ("good", N, IGNORE)


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=6), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_no_character_is_lost_doubled_or_moved(lines, seed):
    words = read_spoken_words(
        iter(lines), keep_unmarked=True, rng=random.Random(seed), ends_unknown=True
    )
    spoken = "".join(
        word.text for word in words if not set(word.text) & set("零一二三四五六七八九十百千分之")
    )
    written = "".join(one for line in lines for one in line.lower() if one.isalpha())
    kept = "".join(one for one in written if one not in "零一二三四五六七八九十百千分之")
    assert "".join(one for one in spoken if one.isalpha()) == kept
