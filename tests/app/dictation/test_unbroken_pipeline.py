"""A recogniser that is started again, without a process: what is tried, and how often."""

from __future__ import annotations

from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from app.dictation import unbroken_pipeline
from engine.errors import ModelFormatError, RecogniserError
from tests.support.fake_dictation import DEAD, Process, hear, sentences, unbroken

SAYS = {3: "one", 12: "two"}


def test_one_that_dies_while_it_loads_is_loaded_again():
    started = iter([ModelFormatError("model", "it was killed"), Process(SAYS)])
    pipeline, sound = unbroken(Process(is_dead=True), lambda: next(started))
    said = hear(pipeline, sound, range(20))
    assert said + sentences(pipeline.flush()) == ["one two"]


def test_a_model_that_cannot_be_loaded_any_more_ends_it():
    pipeline, sound = unbroken(Process(is_dead=True), lambda: ModelFormatError("model", "gone"))
    with pytest.raises(ModelFormatError):
        hear(pipeline, sound, range(20))


class Hanging(Process):
    """Hangs at a sound; half a minute later that is found."""

    def __init__(self, clock, at):
        super().__init__(SAYS)
        self._clock, self._at = clock, at

    def push(self, chunk):
        if round(chunk.start_s * 10) == self._at:
            self._clock[0] += 30.0
            raise DEAD
        yield from super().push(chunk)


@pytest.fixture
def clock(monkeypatch):
    now_s = [0.0]
    slowly = SimpleNamespace(monotonic=lambda: now_s[0])
    monkeypatch.setattr(unbroken_pipeline, "time", slowly)
    return now_s


def test_one_that_always_hangs_at_the_same_sound_is_given_up(clock):
    made = []

    def start():
        assert len(made) < 10, "it is started for ever"
        made.append(Hanging(clock, at=8))
        return made[-1]

    pipeline, sound = unbroken(start(), start)
    with pytest.raises(RecogniserError):
        hear(pipeline, sound, range(20))
    assert len(made) == 4
    assert sentences(pipeline.commit()) == ["one"]


def test_one_that_hangs_again_and_again_and_gets_on_is_started_again(clock):
    places = iter([8, 16, 24, 99])
    says = dict.fromkeys(range(1, 30, 2), "so")
    made = []

    def start():
        made.append(Hanging(clock, at=next(places)))
        made[-1].says = says
        return made[-1]

    pipeline, sound = unbroken(start(), start)
    hear(pipeline, sound, range(30))
    [said] = sentences(pipeline.flush())
    assert len(made) == 4
    assert said.split() == ["so"] * 15


def test_a_break_waits_for_the_sound_before_it_that_nobody_has_had_time_for():
    has_time = [True]
    says = {3: "one", 12: "two", 25: "three"}
    pipeline, sound = unbroken(Process(says), has_time=lambda: has_time[0])
    said = hear(pipeline, sound, range(5))
    has_time[0] = False
    said += hear(pipeline, sound, range(5, 20))
    pipeline.break_at(2.0)
    said += hear(pipeline, sound, range(20, 30))
    has_time[0] = True
    assert said + sentences(pipeline.flush()) == ["one two", "three"]


def test_what_will_be_heard_again_is_behind():
    process = Process({3: "one"})
    pipeline, sound = unbroken(process, Process)
    hear(pipeline, sound, range(10))
    pipeline._start = Future
    process.is_dead = True
    list(pipeline.take())
    assert pipeline.is_restarting
    assert pipeline.behind_s == pytest.approx(0.6)
