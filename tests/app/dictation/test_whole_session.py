from __future__ import annotations

import pytest

from app.dictation.whole_session import run_whole
from engine.errors import AudioDeviceError


class Lagging:
    """A stage that yields each item one push later."""

    def __init__(self):
        self._held = []

    def push(self, item):
        yield from self._held
        self._held = [item]

    def flush(self):
        yield from self._held


def unplugged():
    yield 1
    yield 2
    raise AudioDeviceError("", "the microphone went away")


def test_what_was_heard_comes_before_the_error():
    session = run_whole(unplugged(), [Lagging(), Lagging()])
    assert [next(session), next(session)] == [1, 2]
    with pytest.raises(AudioDeviceError):
        next(session)


def test_a_whole_session_is_flushed_once():
    assert list(run_whole([1, 2, 3], [Lagging()])) == [1, 2, 3]
