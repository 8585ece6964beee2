from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from engine import session
from engine.errors import RecogniserError
from engine.types import Break, Hypothesis
from tests.support.fake_network import punctuator, segment_punctuator, words_of


class Pairs:
    """Yields items in pairs; holds an odd one back until the flush."""

    def __init__(self) -> None:
        self._held: list = []

    def push(self, item) -> Iterator:
        self._held.append(item)
        if len(self._held) == 2:
            yield tuple(self._held)
            self._held = []

    def flush(self) -> Iterator:
        yield from [tuple(self._held)] if self._held else []
        self._held = []


class Twice:
    """Yields each item twice, and an end."""

    def push(self, item) -> Iterator:
        yield item
        yield item

    def flush(self) -> Iterator:
        yield "end"


def test_results_go_through_all_later_stages_which_are_flushed_in_order():
    assert list(session.run([1, 2], [])) == [1, 2]
    assert list(session.run([1, 2, 3], [Pairs(), Twice()])) == [(1, 2), (1, 2), (3,), (3,), "end"]
    assert list(session.run([1], [Twice(), Pairs()])) == [(1, 1), ("end",)]
    assert list(session.run([], [Twice(), Twice(), Pairs()])) == [("end", "end"), ("end",)]


def test_values_arrive_while_the_source_is_open_and_closing_the_run_closes_it():
    read = []

    def source():
        try:
            for item in range(10):
                read.append(item)
                yield item
        finally:
            read.append("closed")

    run = session.run(source(), [Pairs()])
    assert next(run) == (0, 1)
    assert read == [0, 1]
    run.close()
    assert read == [0, 1, "closed"]


def test_what_was_heard_comes_before_a_sources_error():
    def source():
        yield from (1, 2, 3)
        raise OSError("unplugged")

    run = session.run(source(), [Pairs(), Twice()])
    assert list(islice(run, 5)) == [(1, 2), (1, 2), (3,), (3,), "end"]
    with pytest.raises(OSError, match="unplugged"):
        next(run)


def test_stages_after_a_failing_one_are_flushed():
    class Failing(Twice):
        def push(self, item):
            yield item
            raise RecogniserError("pretended", "dead")

    run = session.run([1, 2], [Failing(), Pairs()])
    assert next(run) == (1,)
    with pytest.raises(RecogniserError):
        next(run)


@pytest.mark.parametrize("make", [punctuator, segment_punctuator])
def test_an_interruption_ends_the_text(make):
    dictation = session.Session(make())
    first = Hypothesis(words_of("a b"), is_final=True, ends_segment=False)
    [*_, update] = dictation.push([first, Break.TEXT_ENDS])
    assert [len(sentence.words) for sentence in update.sentences] == [2]
