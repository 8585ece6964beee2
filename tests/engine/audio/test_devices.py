from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.virtual_microphone import virtual_microphone

ROOT = Path(__file__).resolve().parents[3]

# Does one thing a line of its standard input, and says what came of it. A process of its own,
# since the devices are those of its environment.
PROGRAM = """
import json, sys
from engine.audio.devices import microphones
from engine.audio.microphone import Microphone
from engine.audio.devices import microphones_now
from engine.errors import AudioDeviceError

held = {}

def heard(name):
    held[name] = held.get(name) or iter(held[f"open {name}"])
    return len(next(held[name]).samples)

def opened(name):
    held[f"open {name}"] = Microphone(name or None)
    return held[f"open {name}"].info.name

def closed(name):
    held.pop(name, None)
    return held.pop(f"open {name}").close()

def names(found):
    return sorted(item.name for item in found if item.name in {"default", "headset"})

DEEDS = {
    "now": lambda _: names(microphones_now()),
    "known": lambda _: names(microphones()),
    "open": opened, "hear": heard, "close": closed,
}
if __name__ == "__main__":
    for line in sys.stdin:
        deed, _, rest = line.rstrip("\\n").partition(" ")
        try:
            print(json.dumps(DEEDS[deed](rest)), flush=True)
        except AudioDeviceError as error:
            print(json.dumps(str(error.reason)), flush=True)
"""


@pytest.fixture
def microphone(tmp_path):
    with virtual_microphone(tmp_path, is_plugged_in=False) as made:
        yield made


@pytest.fixture
def program(microphone, tmp_path):
    """Asks a process that was started before any microphone was there."""
    path = tmp_path / "program.py"  # the process that looks for devices imports it again
    path.write_text(PROGRAM)
    process = subprocess.Popen(
        [sys.executable, "-W", "error", str(path)],
        env=microphone.environment | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # PortAudio's and ALSA's own remarks
        text=True,
    )

    def ask(deed):
        process.stdin.write(f"{deed}\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.communicate(timeout=120)
    assert process.returncode == 0


def test_one_that_is_plugged_in_later_is_listed_and_opened(microphone, program):
    assert program("known") == []
    assert program("open ") == "no microphone was found"
    microphone.start()
    assert program("known") == []
    assert program("now") == ["default"]
    assert program("open ") == "default"
    assert program("known") == ["default"]
    microphone.plug_in("headset")
    assert program("now") == ["default", "headset"]
    assert program("open headset") == "no microphone of this name or number"
    assert all(program("hear ") > 0 for _ in range(30)), "the first one records on"
    program("close ")
    assert program("open headset") == "headset"
    assert program("hear headset") > 0
    microphone.unplug_others()
    assert program("now") == ["default"]
