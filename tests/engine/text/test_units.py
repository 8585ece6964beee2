from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.scripts import is_cjk
from engine.text.units import split_units, unit_spans

PIECES = (
    "我", "想", "嘅", "𡃉", "卡拉OK", "T恤", "Python", "don't", "3.5", "100%", "１００％", "ＡＢ",
    "a@b.com", "コーヒー", "한국어", "ㄅ", "葛\U000e0100", "é", "e\u0301", "我\u0301", "😀", "👩‍💻",
    "שלום", "مرحبا،", "\ud83d", "\ude00", "，", "。", "、", "……", "——", "「", "」", "“", "”", '"',
    "'", "-", ".", "（", "）", "·", "％", "#", " ", "\n", "\u3000", "\u200f", "\ufeff", "\u2028",
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.text(st.characters(exclude_categories=()), max_size=40),
)


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("我想用Python，因為它很簡單。", "我 想 用 Python， 因 為 它 很 簡 單。"),
        ("T恤和卡拉OK", "T 恤 和 卡 拉 OK"),
        ("𡃉係喺度嘅", "𡃉 係 喺 度 嘅"),
        ("2023年有3.5%的人", "2023 年 有 3.5% 的 人"),
        ("在-5度", "在 -5 度"),
        ("１２：３０分，１００％", "１２：３０ 分， １００％"),
        ("寄到a@b.com，don't看。", "寄 到 a@b.com， don't 看。"),
        ("你好😀啊", "你 好 😀 啊"),
        ("他說「不行！」嗎", "他 說 「不 行！」 嗎"),
        ('他說"不行！"嗎', '他 說 "不 行！" 嗎'),
        ("「Python，Java」", "「Python， Java」"),
        ("Python、Java", "Python、 Java"),
        ("我——你……好", "我—— 你…… 好"),
        ("コーヒーとケーキ", "コー ヒー と ケー キ"),
        ("한국어로 말해요", "한국어로 말해요"),
        ("葛\U000e0100城e\u0301", "葛\U000e0100 城 e\u0301"),
        ("好 ，她", "好 ， 她"),
        ("好（）她", "好（） 她"),
        ("wait…what 3,000.5 it’s “so” 50–60", "wait…what 3,000.5 it’s “so” 50–60"),
    ],
)
def test_where_units_are_split(text, units):
    assert split_units(text) == units.split(" ")


@given(TEXTS)
def test_no_character_is_lost_doubled_or_reordered(text):
    spans = list(unit_spans(text))
    units = split_units(text)
    assert "".join(units) == "".join(text.split())
    assert [text[a:b] for a, b in spans] == units
    assert all(first < end for first, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert not any(any(letter.isspace() for letter in unit) for unit in units)


@given(TEXTS)
def test_a_unit_is_not_split_again(text):
    for unit in split_units(text):
        assert split_units(unit) == [unit]
        assert sum(is_cjk(letter) for letter in unit) <= 1 or any(x in unit for x in "ーｰﾞﾟ")


@given(st.text(st.characters(max_codepoint=0x2000), max_size=40))
def test_other_scripts_are_split_only_at_spaces(text):
    assert split_units(text) == text.split()


def test_which_units_are_cjk():
    assert all(map(is_cjk, ["我", "「我", "𡃉。", "の", "ㄅ", "ｱ"]))
    assert not any(map(is_cjk, ["Python，", "한국", "３", "。", "😀", "\ud83d"]))
