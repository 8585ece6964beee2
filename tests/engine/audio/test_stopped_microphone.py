"""A microphone that is stopped while its taker is busy, with a PortAudio that only pretends."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from engine.audio.microphone import Microphone


class PortAudioError(Exception):
    """As sounddevice's."""


class RawInputStream:
    """Delivers half a second at once; knows one rate."""

    active, closed = True, False

    def __init__(self, *, samplerate, blocksize, callback, **_):
        if samplerate != 48_000:
            raise PortAudioError("Invalid sample rate")
        self._deliver = lambda: callback(
            bytes(2 * blocksize), blocksize, None, SimpleNamespace(input_overflow=False)
        )

    def start(self):
        for _ in range(5):
            self._deliver()

    def close(self, ignore_errors=True):
        self.closed, self.active = True, False


@pytest.fixture
def _microphone_of_48_khz(monkeypatch):
    fake = ModuleType("sounddevice")
    fake.PortAudioError, fake.RawInputStream = PortAudioError, RawInputStream
    fake._initialized, fake._initialize, fake._terminate = True, lambda: None, lambda: None
    device = {"name": "usb", "max_input_channels": 1, "default_samplerate": 48_000.0}
    fake.query_devices = lambda: [device]
    fake.default = SimpleNamespace(device=[0, 0])
    monkeypatch.setitem(sys.modules, "sounddevice", fake)


@pytest.mark.usefixtures("_microphone_of_48_khz")
def test_one_that_refuses_16_khz_yields_everything_when_it_is_stopped_amid_chunks():
    heard = b""
    with Microphone() as microphone:
        for chunk in microphone:
            microphone.stop()  # as a person does while the engine thread is busy with a chunk
            heard += chunk.samples
    assert len(heard) == 5 * 3_200
