from __future__ import annotations

from contextlib import closing

import pytest

from app.dictation.capture import CapturedMicrophone
from app.dictation.events import Gap, MicrophoneLost, State, StateChanged
from app.dictation.recording import Recorded, Recording
from engine.audio.sound_log import SoundLog
from engine.errors import AudioDeviceError
from engine.types import AudioChunk
from tests.support.fake_dictation import Microphone

resource = pytest.importorskip("resource")


@pytest.fixture
def log():
    with closing(SoundLog()) as made:
        yield made


def test_a_microphone_lost_during_a_pause_leaves_a_gap(log):
    sources = iter([Microphone(chunks=3), Microphone()])
    recording = Recording(lambda _name: next(sources).into(log), log)
    story = []
    for item in recording:
        if not isinstance(item, Recorded) or item.duration_s > 1.0:
            story.append(type(item) if not isinstance(item, StateChanged) else item.state)
        if isinstance(item, MicrophoneLost):
            recording.pause()
        if item == StateChanged(State.PAUSED):
            recording.resume()
        if item == StateChanged(State.LISTENING) and State.PAUSED in story:
            recording.stop()
    assert story.count(Gap) == 1
    assert story[story.index(Gap) : story.index(State.PAUSED)] == [Gap, Recorded]
    assert story.index(MicrophoneLost) < story.index(Gap)


class SlowToClose(Microphone):
    """Has half a second left when stopped."""

    def __iter__(self):
        yield from super().__iter__()
        for _ in range(5):
            yield self.recorded()


def test_a_pause_that_ends_before_the_microphone_closes_is_a_real_pause(log):
    sources = iter([SlowToClose(), Microphone()])
    recording = Recording(lambda _name: next(sources).into(log), log)
    states, chunks = [], 0
    for item in recording:
        if isinstance(item, StateChanged) and item.state not in states[-1:]:
            states.append(item.state)
        chunks += isinstance(item, Recorded)
        if chunks == 2:
            recording.pause()
        if chunks == 4:
            recording.resume()
        if states.count(State.STARTING) == 2 and states[-1] is State.LISTENING:
            recording.stop()
    starting, listening = State.STARTING, State.LISTENING
    assert states == [starting, listening, State.PAUSED, starting, listening]


class Heard(Microphone):
    """Has chunks that were heard at these times, then goes away."""

    def __init__(self, *times_s):
        super().__init__()
        self._times_s = times_s

    def __iter__(self):
        before_s = self._times_s[0] - 0.1
        for at_s in self._times_s:
            yield self.recorded(heard_s=at_s, missing_s=at_s - before_s - 0.1)
            before_s = at_s
        raise AudioDeviceError(self.name, "gone")


def test_gaps_are_as_long_as_the_stream_s_clock_says(log):
    slept, no_room, last = (
        Heard(5.1, 5.2, 605.3),
        AudioDeviceError("", "not enough room"),
        Heard(700.1),
    )
    sources = [slept, no_room, last]

    def opened(_name):
        if isinstance(source := sources.pop(0), Exception):
            raise source
        return source.into(log)

    recording = Recording(opened, log)
    gaps = []
    for item in recording:
        if isinstance(item, Gap):
            gaps.append(item)
        if not sources:
            recording.stop()
    [asleep, away] = gaps
    assert (asleep.at_s, asleep.lost_s) == pytest.approx((0.2, 600.0))
    assert (away.at_s, away.lost_s) == pytest.approx((0.3 + 1.5, 700.0 - 605.3))


def test_a_recorder_that_dies_while_first_opening_is_replaced(log):
    died = AudioDeviceError("", "the microphone was disconnected", went_away=True)
    sources = iter([died, Microphone()])

    def opened(_name):
        if isinstance(source := next(sources), Exception):
            raise source
        return source.into(log)

    recording = Recording(opened, log)
    story = []
    for item in recording:
        story.append(type(item))
        if item == StateChanged(State.LISTENING):
            recording.stop()
    assert story.index(MicrophoneLost) < story.index(Gap)


def test_without_a_process_there_is_no_microphone_and_the_log_goes_on(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with closing(SoundLog(tmp_path)) as log:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
        try:
            with pytest.raises(AudioDeviceError, match="Too many open files"):
                CapturedMicrophone("", log)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        log.write(AudioChunk(bytes(3_200), 0.0))
        assert log.is_on_disk
