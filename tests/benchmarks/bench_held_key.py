"""Is the first word there when somebody speaks as soon as the key is down?

`pytest -s tests/benchmarks/bench_held_key.py`, on a machine that does nothing else: the real
`fermata` with a virtual microphone, its key held fifty times. Speech begins so long after the key
as `FERMATA_SPEAKS_AFTER_MS` says, 250 by itself.
"""

from __future__ import annotations

import os
import subprocess
import time
import wave

from tests.app.desktop.conftest import SPEECH, write_preferences
from tests.support.desktop.programs import Screen
from tests.support.shared_data import DATA
from tests.support.virtual_microphone import virtual_microphone

SAID = "the quick brown fox jumps over the lazy dog"
TRIES = int(os.environ.get("FERMATA_TRIES", "50"))
AFTER_S = int(os.environ.get("FERMATA_SPEAKS_AFTER_MS", "250")) / 1000
ONSET_S, RATE_HZ = 0.52, 16_000  # of the recording's first word
PLAYER = ("pacat", "--playback", "--device=vmic", "--latency-msec=20", "--raw")


def test_the_first_word_after_a_key_is_recorded(tmp_path):
    folder = tmp_path / "sound"
    folder.mkdir()
    with virtual_microphone(folder) as microphone:
        screen = Screen(tmp_path)
        screen.environment |= {
            name: microphone.environment[name] for name in ("HOME", "PULSE_RUNTIME_PATH")
        }
        try:
            _measure(screen, tmp_path / "data")
        finally:
            screen.stop()


def _measure(screen, data):
    data.mkdir()
    general = {"push_to_talk_keys": "F12", "plays_cues": "never"}
    write_preferences(data, {"general": general})
    own = {"FERMATA_DATA": str(data), "VOSK_MODEL_PATH": str(DATA)}
    fermata = screen.run("desktop.fermata_program", "-", **own)
    fermata.until(lambda it: it.newest("keys") == "" and it.newest("active"))
    time.sleep(5)  # models are loaded
    with wave.open(str(SPEECH)) as sound:
        samples = sound.readframes(sound.getnframes())[round(ONSET_S * RATE_HZ) * 2 :]
    form = ("--format=s16le", f"--rate={RATE_HZ}", "--channels=1")
    heard_ms, firsts, alls = [], 0, 0
    with subprocess.Popen(
        [*PLAYER, *form], env=screen.environment, stdin=subprocess.PIPE
    ) as player:
        for _ in range(TRIES):
            fermata.said.clear()
            down_s = time.monotonic()
            screen.xdotool("keydown", "F12")
            time.sleep(max(0.0, down_s + AFTER_S - time.monotonic()))
            player.stdin.write(samples)
            player.stdin.flush()
            fermata.until(lambda it: it.newest("state") == "listening")
            heard_ms.append(1000 * (fermata.said[-1]["at_s"] - down_s) - 100)
            time.sleep(len(samples) / 2 / RATE_HZ + 0.5)
            screen.xdotool("keyup", "F12")
            fermata.until(lambda it: it.newest("state") == "stopped")
            words = (fermata.newest("committed") or "").lower().rstrip(".").split()
            firsts += words[:1] == ["the"] and words[1:2] == ["quick"]
            alls += words == SAID.split()
        player.stdin.close()
    heard_ms.sort()
    print(f"\nrecords {heard_ms[TRIES // 2]:.0f} ms after the key, at most {heard_ms[-1]:.0f};")
    print(f"speech {1000 * AFTER_S:.0f} ms after it: first word {firsts}, all {alls} of {TRIES}")
