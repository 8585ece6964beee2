from __future__ import annotations

from app.dictation.events import Gap, MicrophoneLost, State, StateChanged
from app.dictation.recording import Recording
from engine.types import AudioChunk
from tests.support.fake_dictation import Microphone


def test_a_microphone_that_is_away_when_a_person_pauses_leaves_its_gap():
    sources = iter([Microphone(chunks=3), Microphone()])
    recording = Recording(lambda _name: next(sources))
    story = []
    for item in recording:
        if not isinstance(item, AudioChunk) or item.duration_s > 1.0:
            story.append(type(item) if not isinstance(item, StateChanged) else item.state)
        if isinstance(item, MicrophoneLost):
            recording.pause()
        if item == StateChanged(State.PAUSED):
            recording.resume()
        if item == StateChanged(State.LISTENING) and State.PAUSED in story:
            recording.stop()
    assert story.count(Gap) == 1
    assert story[story.index(Gap) : story.index(State.PAUSED)] == [Gap, AudioChunk]
    assert story.index(MicrophoneLost) < story.index(Gap)
