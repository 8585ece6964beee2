"""What a session tells, with recognisers and microphones that are not there."""

from __future__ import annotations

from threading import Timer

import pytest

from app.dictation.events import ModelChoice, Notice, Noticed, State, StateChanged
from app.dictation.live_session import LiveSession
from app.dictation.recording import Recording
from app.dictation.session_sound import SessionSound
from tests.app.dictation.pretended import Loader, Microphone, Process


@pytest.fixture
def session_of(tmp_path):
    """Makes sessions, which are stopped soon, whatever happens."""
    made = []

    def make(loader, microphone=Microphone):
        sound = SessionSound(tmp_path)
        recording = Recording(lambda _: microphone())
        timer = Timer(10.0, recording.stop)
        timer.start()
        made.append((sound, timer))
        return LiveSession(recording, loader, ModelChoice(), sound)

    yield make
    for sound, timer in made:
        timer.cancel()
        sound.close()


def test_a_recogniser_that_comes_back_in_a_pause_is_told(session_of):
    loader = Loader(Process(is_dead=True))
    live = session_of(loader)
    told = []
    for event in live:
        told.append(event)
        if event == Noticed(Notice.RESTARTING):
            live.recording.pause()
        if event == StateChanged(State.PAUSED):
            loader.deliver(Process())
        if event == Noticed(Notice.NONE) and StateChanged(State.PAUSED) in told:
            live.recording.stop()
    assert told.index(Noticed(Notice.RESTARTING)) < told.index(StateChanged(State.PAUSED))
    behind = told[told.index(StateChanged(State.PAUSED)) :]
    assert behind.index(Noticed(Notice.NONE)) < behind.index(StateChanged(State.DRAINING))


def test_one_that_comes_back_when_all_is_said_is_told_too(session_of):
    loader = Loader(Process(is_dead=True))
    live = session_of(loader)
    notices = []
    for event in live:
        if isinstance(event, Noticed):
            notices.append(event.notice)
        if event == Noticed(Notice.RESTARTING):
            live.recording.stop()
            loader.deliver(Process())
    assert notices[-2:] == [Notice.RESTARTING, Notice.NONE]
