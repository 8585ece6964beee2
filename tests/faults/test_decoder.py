"""A decoder that crashes in mid-file: the window lives, says so, and goes on with the next file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.files.job import JobState
from tests.app.conftest import VOSK_MODEL
from tests.app.files.conftest import FOX, Following, work_settings
from tests.app.files.test_queue import worker_pids
from tests.support.processes import children_of, is_running
from tests.support.shared_data import REPOSITORY
from tests.support.sounds import write_wav

FOX_TEXT = "The quick brown fox jumps over the lazy dog.\n"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the worker in /proc")
DEATHS = [signal.SIGSEGV, signal.SIGKILL]


@pytest.fixture
def long_recording(tmp_path):
    import numpy as np

    from engine.audio.sound_file import SoundFile

    with SoundFile(FOX) as sound:
        said = np.frombuffer(b"".join(chunk.samples for chunk in sound), "<i2")
    return write_wav(tmp_path / "long.wav", [said] * 200)


def test_a_crashed_decoder_takes_nothing_down_with_it(tmp_path, long_recording):
    before = set(worker_pids())
    following = Following(work_settings(tmp_path))
    try:
        for death in DEATHS:
            (job,) = following.queue.add([long_recording])
            wait_for(lambda job=job: progress_of(following, job))
            [worker] = set(worker_pids()) - before
            recogniser = children_of(worker)
            os.kill(worker, death)
            said = str(following.wait_for(job.number, JobState.FAILED).problem)
            assert f"the process that read it ended (exit code -{int(death)})" in said
            wait_for(lambda pids=recogniser: not any(map(is_running, pids)))
        assert following.outcome(FOX).state is JobState.DONE
    finally:
        following.queue.close()
    assert set(worker_pids()) <= before, "no process stays behind"


def progress_of(following, job):
    """Return whether a good part of a recording was decoded."""
    return any(j.number == job.number and (j.progress or 0) > 0.02 for j in following.changes)


def wait_for(is_so, timeout_s=60.0):
    deadline_s = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline_s
        time.sleep(0.02)


_WINDOW = """
import sys, threading
from pathlib import Path
from app.files.queue import FileQueue
from tests.app.conftest import VOSK_MODEL
from tests.app.files.conftest import FOX, work_settings
if __name__ == "__main__":
    over = threading.Event()
    states = []
    def listen(job):
        states.append(job.state.value)
        if job.state.is_over:
            over.set()
    queue = FileQueue(work_settings(Path(sys.argv[1])), listen, lambda *_: None)
    queue.add([FOX])
    over.wait(100)
    queue.close()
    loaded = {"soundfile", "soxr", "docx", "lxml", "vosk", "onnxruntime"} & set(sys.modules)
    print(states[-1], sorted(loaded))
"""


def test_the_window_s_process_never_loads_a_decoder(tmp_path):
    script = tmp_path / "window.py"
    script.write_text(_WINDOW)
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
        timeout=150,
    )
    assert done.stdout.split("\n")[0] == "done []"


def test_a_crashed_decoder_costs_the_command_the_rest_of_one_recording(long_recording):
    command = [sys.executable, "-m", "app", "transcribe", long_recording, FOX]
    with subprocess.Popen(
        [*command, "--speech-model", VOSK_MODEL],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as fermata:
        said = fermata.stdout.read(len(FOX_TEXT) - 1)
        os.kill(reader_of(long_recording, children_of(fermata.pid)), signal.SIGSEGV)
        rest, told = fermata.communicate(timeout=150)
    assert said == FOX_TEXT.rstrip()
    assert rest.endswith(f"\n\n{FOX_TEXT}"), "the next recording"
    assert "the process that read it ended (exit code -11)" in told
    assert fermata.returncode == 2


def reader_of(path, pids):
    """Return the process that has a file open."""
    [pid] = [pid for pid in pids if path in opened_by(pid)]
    return pid


def opened_by(pid):
    return {file.readlink() for file in Path(f"/proc/{pid}/fd").iterdir()}
