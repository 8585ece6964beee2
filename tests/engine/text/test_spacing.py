from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.spacing import joined
from engine.types import Sentence, Update, Word


@pytest.mark.parametrize(
    ("units", "text"),
    [
        ("我 想 用 Python， 因 為 它 很 簡 單。", "我想用 Python，因為它很簡單。"),
        ("他 說 well, you know 好 啊！", "他說 well, you know 好啊！"),
        ("共 3.5 元， 100% 嘅 人", "共 3.5 元，100% 嘅人"),
        ("第 ３ 名", "第３名"),
        ("OK. 我 們 走。", "OK. 我們走。"),
        ("It is 好, right?", "It is 好, right?"),
        ("說 「不 行」 嗎 （對） 吧", "說「不行」嗎（對）吧"),
        ("我 “好” 你", "我“好”你"),
        ("한국어로 말해요.", "한국어로 말해요."),
        ("hello, naïve “world” … yes", "hello, naïve “world” … yes"),
        ("蘋 果、 Java、 Python", "蘋果、Java、Python"),
    ],
)
def test_where_spaces_go(units, text):
    assert joined(units.split(" ")) == text


def test_spaces_between_scripts_can_be_turned_off():
    assert joined(["用", "Python", "寫", "3.5", "行", "so", "good"], "") == "用Python寫3.5行so good"


@given(st.lists(st.text("abcé.,?!3'İßшし한", min_size=1).filter(lambda x: "し" not in x)))
def test_words_with_spaces_are_joined_with_spaces(words):
    assert joined(words) == " ".join(words)


@given(st.lists(st.text("我a.，。「é３😀", min_size=1)))
def test_only_spaces_are_added(units):
    assert joined(units).replace(" ", "") == "".join(units)
    assert not joined(units).startswith(" ")


def test_a_sentence_knows_its_gaps():
    sentence = Sentence(("我", "用", "Python。"), tuple(map(Word, "abc")), between_scripts="")
    assert sentence.text == "我用Python。"
    assert sentence.gaps == ("", "", "")
    assert Sentence(("我", "go"), (Word("我"), Word("go"))).gaps == ("", " ")


def test_sentences_are_joined_by_their_scripts():
    def said(*surfaces):
        return Sentence(surfaces, tuple(map(Word, surfaces)))

    assert Update((said("你", "好。"), said("我", "走。")), "").committed == "你好。我走。"
    assert Update((said("OK."), said("我", "走")), "").committed == "OK. 我走"
    assert Update((said("So."), said("Go."), said("再", "見")), "").committed == "So. Go. 再見"
