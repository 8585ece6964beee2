from __future__ import annotations

from app.ui.first_run.dictation_step import pauses_of
from engine.types import Sentence, Word


def spoken(*surfaces_and_times):
    surfaces, times = zip(*surfaces_and_times, strict=True)
    words = (
        Word(it.lower(), at, at + 0.3, id=number)
        for number, (it, at) in enumerate(zip(surfaces, times, strict=True))
    )
    return Sentence(surfaces, tuple(words))


def test_the_naive_text_has_a_full_stop_at_each_inner_pause():
    sentence = spoken(("I", 0.0), ("called,", 0.4), ("but", 2.0), ("nobody", 2.4), ("came.", 4.0))
    found = pauses_of([sentence], {})
    assert found.bridged == ("called", "nobody")
    assert found.cut_text == "I called. But nobody. Came."
    assert found.ended == 0


def test_a_pause_between_sentences_is_an_end():
    first, second = spoken(("Yes.", 0.0)), spoken(("No.", 3.0))
    found = pauses_of([first, second], {})
    assert (found.bridged, found.ended, found.cut_text) == ((), 1, "Yes. No.")


def test_chinese_has_its_own_full_stop():
    found = pauses_of([spoken(("我", 0.0), ("去，", 0.3), ("但", 2.0), ("晚。", 2.3))], {})
    assert found.cut_text == "我去。但晚。"


def test_times_known_later_count():
    sentence = spoken(("I", 0.0), ("called.", 2.0))
    assert pauses_of([sentence], {}).bridged == ("I",)
    assert pauses_of([sentence], {0: Word("i", 0.0, 1.9, id=0)}).bridged == ()


def test_words_without_times_have_no_pauses():
    sentence = Sentence(("Hello", "there."), (Word("hello"), Word("there")))
    assert pauses_of([sentence], {}).bridged == ()
