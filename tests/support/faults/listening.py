"""A dictation with the system's microphones, which may go away; it reports in JSON lines.

`python -m tests.support.faults.listening DATA_FOLDER DEVICE next|wait`: a line of input says for
how many seconds its Python is frozen, an empty one ends it.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt

from app.dictation.capture import Microphones
from app.dictation.engine_worker import EngineWorker
from app.dictation.events import ModelChoice, State
from app.dictation.loader import ModelLoader
from engine.audio.sound_log import left_log
from engine.audio.stream_clock import clock_s
from engine.paths import Paths, default_paths
from engine.settings import RecogniserSettings
from tests.support.processes import children_of, program_command, recorder_of
from tests.support.recognisers.speech import VOSK_MODEL
from tests.support.shared_data import REPOSITORY


class ListeningProcess:
    """A process that dictates, and its reports."""

    def __init__(self, microphone, folder, device, how):
        self._folder = folder
        self._process = subprocess.Popen(
            program_command("faults.listening", folder, device, how),
            cwd=REPOSITORY,
            env=microphone.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # messages of PortAudio and ALSA
            text=True,
        )
        self.told = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self.told.append((clock_s(), *json.loads(line)))

    def all(self, kind):
        return [value for _, told, value in self.told if told == kind]

    @property
    def log(self):
        """All samples in its log."""
        [log] = (self._folder / "sound").iterdir()
        return b"".join(left_log(log).blocks())

    @property
    def recorder(self):
        """The process that has the microphone."""
        return recorder_of(self._process.pid)

    @property
    def words(self):
        return [word for some in self.all("words") for word in some]

    @property
    def story(self):
        """Its reports, without updates that commit nothing."""
        return "\n".join(f"{at_s:.1f} {kind} {value}" for at_s, kind, value in self.told if value)

    def until(self, is_so, timeout_s=150):
        deadline_s = clock_s() + timeout_s
        while not is_so():
            assert clock_s() < deadline_s, self.story
            assert self._process.poll() is None, self.story
            time.sleep(0.05)

    def until_ready(self):
        self.until(lambda: "listening" in self.all("state"))
        self.until(lambda: self.all("notice")[-1] != "loading")  # models are loaded

    def hold(self, seconds):
        """Freeze its Python for so long."""
        self._tell(seconds)
        self.until(lambda: self.all("holds"))

    def _tell(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def signal(self, number):
        self._process.send_signal(number)

    def signal_all(self, number):
        """Signal it and its children."""
        for pid in (self._process.pid, *children_of(self._process.pid)):
            os.kill(pid, number)

    def kill(self):
        self._process.kill()
        self._process.wait()

    def stop(self):
        self._tell("")
        self._reader.join(150)
        assert self._process.wait(60) == 0

    def close(self):
        self.kill()
        self._reader.join()
        self._process.stdin.close()
        self._process.stdout.close()


def tell(kind: str, value: object) -> None:
    sys.stdout.write(json.dumps([kind, value]) + "\n")
    sys.stdout.flush()


def main(data: Path, device: str, *, goes_on: bool) -> None:
    application = QCoreApplication(["fermata"])
    loader = ModelLoader(Paths(default_paths().assets, data, ()))
    microphones = Microphones()
    worker = EngineWorker(loader, microphones.open, sound_folder=data / "sound")
    worker.preparing.connect(microphones.prepare)
    worker.choose_models(ModelChoice(RecogniserSettings("vosk", str(VOSK_MODEL))))
    worker.choose_microphone(device)
    worker.continues_when_lost = goes_on
    for signal, kind, value in (
        (worker.updated, "words", words_of),
        (worker.state_changed, "state", lambda state: state.value),
        (worker.noticed, "notice", lambda notice: notice.value),
        (worker.gap_found, "gap", lambda gap: [gap.at_s, gap.lost_s]),
        (worker.failed, "failed", str),
        (worker.sound_lost, "lost", int),
    ):
        signal.connect(
            lambda it, kind=kind, value=value: tell(kind, value(it)),
            Qt.ConnectionType.DirectConnection,
        )
    worker.state_changed.connect(
        lambda state: application.quit() if state is State.STOPPED else None,
        Qt.ConnectionType.QueuedConnection,
    )
    threading.Thread(target=obey, args=(worker,), daemon=True).start()
    worker.start(worker.new_sound(for_next_start=True))
    application.exec()
    worker.close()


def words_of(update: object) -> list[list[object]]:
    return [[w.text, w.start_s, w.end_s] for one in update.sentences for w in one.words]


def obey(worker: EngineWorker) -> None:
    while seconds := sys.stdin.readline().strip():
        tell("holds", seconds)
        ctypes.PyDLL(None).usleep(round(float(seconds) * 1e6))  # does not release the GIL
        tell("held", clock_s())
    worker.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], goes_on=sys.argv[3] == "next")
