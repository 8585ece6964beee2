from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.virtual_microphone import virtual_microphone

ROOT = Path(__file__).resolve().parents[3]

# In a child process, since devices belong to its environment; its input says when another one
# was plugged in.
PROGRAM = """
from engine.audio.devices import microphones, microphones_now
from engine.audio.microphone import Microphone
from engine.errors import AudioDeviceError

def names(found):
    return sorted({item.name for item in found} & {"default", "headset"})

def opened(name=None):
    try:
        with Microphone(name) as microphone:
            return microphone.info.name, len(next(iter(microphone)).samples) > 0
    except AudioDeviceError as error:
        return str(error.reason)

if __name__ == "__main__":
    print(names(microphones()), opened(), flush=True)
    input()
    print(names(microphones()), names(microphones_now()), opened(), names(microphones()))
    with Microphone() as microphone:
        print(microphone.info.name, flush=True)
        input()
        print(names(microphones_now()), opened("headset"), len(next(iter(microphone)).samples) > 0)
    print(opened("headset"))
"""


def test_a_microphone_plugged_in_later_is_listed_and_opened(tmp_path):
    path = tmp_path / "program.py"  # the process that lists devices imports it again
    path.write_text(PROGRAM)
    with virtual_microphone(tmp_path, is_plugged_in=False) as microphone:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", str(path)],
            env=microphone.environment | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # messages of PortAudio and ALSA
            text=True,
        )
        assert process.stdout.readline() == "[] no microphone was found\n"
        microphone.start()
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "[] ['default'] ('default', True) ['default']\n"
        assert process.stdout.readline() == "default\n"
        microphone.plug_in("headset")
        out, _ = process.communicate("\n", timeout=120)
    refused = "['default', 'headset'] no microphone has this name or number True"
    assert out == f"{refused}\n('headset', True)\n"
