"""Counting words that come and go on the page."""

from __future__ import annotations

import pytest

from engine.types import Hypothesis, Word
from training.evaluation.bench.dictation import _Shown


def said(text: str) -> tuple[Word, ...]:
    return tuple(Word(it, at, at + 1.0) for at, it in enumerate(text.split()))


def test_only_unsettled_words_that_are_replaced_or_taken_back_count():
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
