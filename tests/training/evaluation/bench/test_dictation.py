"""What is counted while words come and go on the page."""

from __future__ import annotations

import pytest

from engine.types import Hypothesis, Sentence, Update, Word
from training.evaluation.bench.dictation import _Page, _Shown


def said(text: str) -> tuple[Word, ...]:
    return tuple(Word(it, at, at + 1.0) for at, it in enumerate(text.split()))


def test_words_that_are_replaced_or_taken_back_are_counted_and_settled_ones_are_not():
    shown = _Shown()
    shown.show(Hypothesis(said("we chip"), is_final=False), 2.0)
    shown.show(Hypothesis(said("we ship it"), is_final=False), 3.5)
    assert (shown.written, shown.changed) == (4, 1)
    shown.show(Hypothesis(said("we"), is_final=True, ends_segment=False), 3.5)
    shown.show(Hypothesis(said("ship it"), is_final=False), 3.5)
    assert (shown.written, shown.changed) == (4, 1)
    shown.show(Hypothesis(said("ship now"), is_final=True), 4.0)
    assert (shown.written, shown.changed) == (5, 2)
    assert [word.text for word in shown.settled] == ["we", "ship", "now"]
    assert [*shown.waits_s()] == pytest.approx([1.0, 2.5, 2.0])


def test_the_page_shows_its_last_finished_words_and_the_tail_in_italics():
    page = _Page()
    finished = Sentence(("We", "ship", "it", "on", "Friday."), said("we ship it on friday"))
    assert page.show([Update((), "we ship")])
    assert not page.show([Update((), "we ship")])
    assert page.text == "*we ship*"
    assert page.show([Update((), "we ship it"), Update((finished,), "do you")])
    assert page.text == "… ship it on Friday. *do you*"
    assert page.show([Update((), "")])
    assert page.text == "… ship it on Friday."
