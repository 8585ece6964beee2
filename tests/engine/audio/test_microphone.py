from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.sounds import TONE_HZ, pitch_hz, tone, write_wav
from tests.support.virtual_microphone import virtual_microphone

ROOT = Path(__file__).resolve().parents[3]

# PortAudio and ALSA read their settings once, so each recording runs in its own process.
# It reports when it records, then what it captured, then how it ended.
RECORD = """
import json, signal, sys, time
from engine.audio.devices import microphones
from engine.audio.microphone import Microphone

options = json.loads(sys.argv[1])
how = options.pop("stop")
refused_hz = options.pop("refuses_hz", None)
if refused_hz:  # the one thing that a virtual device cannot be made to do
    import sounddevice
    opened = sounddevice.RawInputStream
    def refusing(*, samplerate, **others):
        if samplerate == refused_hz:
            raise sounddevice.PortAudioError("Invalid sample rate", -9997)
        return opened(samplerate=samplerate, **others)
    sounddevice.RawInputStream = refusing
samples = b""
with Microphone(**options) as microphone:
    if how == "signal":
        signal.signal(signal.SIGINT, lambda *_: microphone.stop())
    print(json.dumps([item.name for item in microphones() if item.is_default]), flush=True)
    if how == "asleep":
        while microphone.overflows < 5:
            time.sleep(0.05)
        microphone.stop()
    for chunk in microphone:
        samples += chunk.samples
sys.stdout.write(json.dumps({"overflows": microphone.overflows, "samples": samples.hex()}))
"""


class Recording:
    """A process that records."""

    def __init__(self, environment, **options) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", RECORD, json.dumps(options)],
            env=environment | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # messages of PortAudio and ALSA
            text=True,
        )
        self.default_names = json.loads(self._process.stdout.readline())

    def stop(self):
        self._process.send_signal(2)
        return self.result()

    def result(self):
        out, _ = self._process.communicate(timeout=120)
        assert self._process.returncode == 0
        result = json.loads(out)
        result["samples"] = np.frombuffer(bytes.fromhex(result["samples"]), "<i2")
        return result


@pytest.fixture(scope="module")
def microphone(tmp_path_factory):
    with virtual_microphone(tmp_path_factory.mktemp("microphone")) as made:
        yield made


@pytest.mark.parametrize("refused_hz", [None, 16_000])
def test_stop_before_reading_yields_what_was_captured(microphone, refused_hz):
    options = {"device": "DEFAULT", "refuses_hz": refused_hz, "queue_s": 1.0}
    recording = Recording(microphone.environment, stop="asleep", **options)
    assert recording.default_names == ["default"]
    assert len(recording.result()["samples"]) >= 15_990


def test_a_full_queue_is_counted_and_does_not_block(microphone):
    result = Recording(microphone.environment, stop="asleep", queue_s=0.5).result()
    assert result["overflows"] >= 5
    assert len(result["samples"]) == 8_000


FAILURE = """
from engine.audio.microphone import Microphone
from engine.errors import AudioDeviceError
try:
    Microphone()
except AudioDeviceError as error:
    print(error.reason)
"""


def test_without_portaudio_the_error_names_the_package(tmp_path):
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    paths = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", FAILURE],
        env=os.environ | {"PYTHONPATH": paths},
        check=True,
        capture_output=True,
        text=True,
    )
    assert "libportaudio2" in done.stdout


def test_a_microphone_that_refuses_16_khz_is_resampled(microphone, tmp_path):
    one_second = pytest.approx(16_000, abs=800)
    for _ in range(3):  # on a busy machine the player itself may leave gaps
        recording = Recording(microphone.environment, stop="signal", refuses_hz=16_000)
        microphone.play(write_wav(tmp_path / "a.wav", [tone(1.0, 16_000), np.zeros(4_000, "<i2")]))
        samples = recording.stop()["samples"].astype(float)
        heard = np.flatnonzero(np.abs(samples) > 1_000)
        if heard[-1] - heard[0] == one_second:
            break
    assert heard[-1] - heard[0] == one_second
    middle = (heard[0] + heard[-1]) // 2
    assert pitch_hz(samples[middle - 4_000 : middle + 4_000]) == pytest.approx(TONE_HZ, abs=3)
