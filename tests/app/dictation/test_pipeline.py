from __future__ import annotations

import pytest

from app.dictation.checkpoint import Checkpoint
from engine.types import AudioChunk, Hypothesis, Word
from tests.support.fake_dictation import Process, pipeline_of, sentences


class Growing(Process):
    """Shows one more word of its text with every tenth of a second; they settle."""

    def push(self, chunk):
        time_s = chunk.start_s + 0.1
        texts = ["one", "two", "three", "four", "five"][: round(time_s * 10)]
        words = tuple(Word(text) for text in texts)
        yield Hypothesis(words, is_final=False, ends_segment=False, time_s=time_s)


def heard_by(pipeline, tenths=range(8)):
    return [u for n in tenths for u in pipeline.push(AudioChunk(bytes(3_200), n / 10))]


@pytest.mark.parametrize("grows", [True, False])
def test_what_settled_in_one_pipeline_is_left_out_by_the_one_that_follows(grows):
    first = pipeline_of(Growing(), grows=True)
    heard_by(first)
    assert sentences(first.commit()) == ["one two three four"]
    second = pipeline_of(Process({2: "one too three", 7: "four five"}), grows=grows)
    second.follow(first)
    assert second.coverage.heard == Checkpoint()
    heard_by(second)
    assert sentences(second.commit()) == ["five"]
    assert second.coverage.heard.words == 5


def test_breaks_that_were_not_come_to_are_left_to_the_one_that_follows():
    first = pipeline_of(Process())
    first.break_at(0.5)
    second = pipeline_of(Process({3: "one", 7: "two"}))
    second.follow(first)
    said = sentences(heard_by(second))
    assert [*said, *sentences(second.commit())] == ["one", "two"]
