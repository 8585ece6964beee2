"""Hearing a log without a process: where recognisers start, and how often they are retried."""

from __future__ import annotations

from concurrent.futures import Future
from types import SimpleNamespace

import pytest

from engine.errors import ModelFormatError, RecogniserError
from engine.recognisers import listener
from engine.recognisers.listener import Listener
from engine.types import Hypothesis, Word
from tests.support.fake_dictation import DEAD, Dictation, Process, ready, sentences

SAYS = {3: "one", 12: "two"}


@pytest.fixture
def dictate():
    """Starts dictations, and closes their logs."""
    begun = []

    def dictate(*arguments):
        begun.append(Dictation(*arguments))
        return begun[-1]

    yield dictate
    for one in begun:
        one.close()


def test_a_recogniser_that_dies_while_loading_is_reloaded(dictate):
    started = iter([ModelFormatError("model", "it was killed"), Process(SAYS)])
    dictation = dictate(Process(is_dead=True), lambda: next(started))
    said = dictation.hear(range(20))
    assert said + dictation.flush() == ["one two"]


def test_a_recogniser_killed_before_hearing_anything_is_reloaded(dictate):
    dictation = dictate(DEAD, lambda: Process(SAYS))
    said = dictation.hear(range(20))
    assert said + dictation.flush() == ["one two"]


def test_a_model_that_no_longer_loads_ends_it(dictate):
    dictation = dictate(Process(is_dead=True), lambda: ModelFormatError("model", "gone"))
    with pytest.raises(ModelFormatError):
        dictation.hear(range(20))


class Hanging(Process):
    """Hangs at a sound, which is noticed half a minute later."""

    def __init__(self, clock, at):
        super().__init__(SAYS)
        self._clock, self._at = clock, at

    def hear(self, tenth):
        if tenth == self._at:
            self._clock[0] += 30.0
            raise DEAD
        yield from super().hear(tenth)


@pytest.fixture
def clock(monkeypatch):
    now_s = [0.0]
    slowly = SimpleNamespace(monotonic=lambda: now_s[0])
    monkeypatch.setattr(listener, "time", slowly)
    return now_s


def test_a_recogniser_that_keeps_hanging_at_the_same_sound_is_given_up(dictate, clock):
    made = []

    def start():
        assert len(made) < 10, "it is started for ever"
        made.append(Hanging(clock, at=8))
        return made[-1]

    dictation = dictate(start(), start)
    with pytest.raises(RecogniserError):
        dictation.hear(range(20))
    assert len(made) == 4
    assert sentences(dictation.session.flush()) == ["one"]


def test_a_recogniser_that_hangs_but_makes_progress_is_restarted(dictate, clock):
    places = iter([8, 16, 24, 99])
    says = dict.fromkeys(range(1, 30, 2), "so")
    made = []

    def start():
        made.append(Hanging(clock, at=next(places)))
        made[-1].says = says
        return made[-1]

    dictation = dictate(start(), start)
    dictation.hear(range(30))
    [said] = dictation.flush()
    assert len(made) == 4
    assert said.split() == ["so"] * 15


def test_an_interruption_waits_for_the_sound_before_it(dictate):
    says = {3: "one", 12: "two", 25: "three"}
    dictation = dictate(Process(says))
    said = dictation.hear(range(5))
    dictation.write(range(5, 20))
    dictation.listener.interrupt(2.0)
    dictation.write(range(20, 30))
    assert said + dictation.flush() == ["one two", "three"]


def test_sound_to_be_heard_again_counts_as_behind(dictate):
    process = Process({3: "one"})
    dictation = dictate(process, Future)
    dictation.hear(range(10))
    process.is_dead = True
    list(dictation.listener.poll())
    assert dictation.listener.current is None
    assert dictation.listener.behind_s == pytest.approx(0.6)


def test_a_log_is_heard_from_any_place(dictate):
    dictation = dictate(Process())
    dictation.write(range(20))
    later = Process(SAYS)
    heard = list(Listener(dictation.sound, ready(later), from_s=0.5).flush())
    assert [hypothesis.time_s for hypothesis in heard] == [pytest.approx(1.3)]
    assert later.heard == [*range(5, 20)]


class Growing(Process):
    """Shows one more word of its text every tenth of a second; they settle."""

    def hear(self, tenth):
        time_s = (tenth + 1) / 10
        texts = ["one", "two", "three", "four", "five"][: tenth + 1]
        words = tuple(Word(text) for text in texts)
        yield Hypothesis(words, is_final=False, ends_segment=False, time_s=time_s)


def test_a_replacement_does_not_repeat_settled_words(dictate):
    dictation = dictate(Growing(late_s=9.0))
    dictation.hear(range(8))
    second = Process({2: "one too three", 7: "four five"})
    assert dictation.replace(second) == ["one two three four"]
    assert dictation.flush() == ["five"]
    assert second.heard == [*range(8)]


def test_interruptions_not_reached_yet_are_left_to_the_replacement(dictate):
    dictation = dictate(Process(late_s=9.0))
    dictation.hear(range(8))
    dictation.listener.interrupt(0.5)
    dictation.replace(Process({3: "one", 7: "two"}))
    assert dictation.hear([8]) + dictation.flush() == ["one", "two"]


def test_a_replacement_does_not_hear_finished_sound_again(
    dictate,
):
    dictation, second = dictate(Process(SAYS)), Process()
    dictation.hear(range(14))
    assert dictation.replace(second) == ["one two"]
    dictation.hear([14])
    assert second.heard == [14]


def test_while_catching_up_partials_are_shown_every_two_seconds(dictate):
    dictation = dictate(Growing())
    dictation.write(range(80))
    shown = [hypothesis.time_s for hypothesis in dictation.listener.flush()]
    assert shown == pytest.approx([2.0, 4.0, 6.0, 8.0])
