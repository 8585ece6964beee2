from __future__ import annotations

import pytest

from app.history.corrections import Correction
from app.history.suggested_words import SuggestedWord, suggested_words
from engine.formatting.vocabulary import Entry


def corrected(text, by, **beside):
    return Correction(1, 0, (), text, by, **beside)


@pytest.mark.parametrize(
    ("text", "by", "entry"),
    [
        ("Give metro pole all now.", "Give metoprolol now.", "metoprolol = metro pole all"),
        ("We met jon, then.", "We met John, then.", "John = jon"),
        ("We met john.", "We met John.", "John"),
        ("我喺河民田，等你。", "我喺何文田，等你。", "何文 = 河民"),
    ],
)
def test_a_correction_made_twice_is_suggested(text, by, entry):
    once = corrected(text, by)
    assert suggested_words([once]) == []
    again = corrected(f"So. {text}", f"So. {by}")
    assert [(str(it.entry), it.times) for it in suggested_words([once, again])] == [(entry, 2)]


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("We went, and saw.", "We went and saw."),
        ("it was late.", "It was late."),
        ("It rained. But we went.", "It rained, but we went."),
        ("We went to the sea.", "We went."),
        ("我去河文田。", "我去何文田。"),
        ("A b c d e f.", "A u v w x y z f."),
    ],
)
def test_marks_sentence_capitals_and_rewriting_are_not_suggested(text, by):
    assert suggested_words([corrected(text, by)] * 3) == []


def test_a_word_that_is_right_elsewhere_is_not_suggested():
    twice = [corrected("Over their again.", "Over there again.")] * 2
    assert [it.entry for it in suggested_words(twice)] == [Entry("there", ("their",))]
    left = corrected("It is their, house.", "It is their house.")
    assert suggested_words([*twice, left]) == []
    beside = corrected("One, two.", "One two.", before="They sold their house.")
    assert suggested_words([*twice, beside]) == []


def test_words_in_the_vocabulary_are_not_suggested():
    twice = [corrected("We met jon.", "We met John.")] * 2
    assert suggested_words(twice, [Entry("John", ("jon",))]) == []
    assert suggested_words(twice, [Entry("John")]) == [SuggestedWord(Entry("John", ("jon",)), 2)]


def test_the_most_frequent_comes_first():
    rows = [corrected("We met jon.", "We met John.")] * 2
    rows += [corrected("See lee roy now.", "See Leroy now.")] * 3
    assert [it.entry.written for it in suggested_words(rows)] == ["Leroy", "John"]
