"""The real application, dictated to for hours as fast as it keeps up; it reports on itself.

`python -m tests.support.faults.long_dictation FOLDER REPORT HOURS CYCLES`: a JSON line per minute
of sound, or per quarter of the dictation if that is shorter, one when the dictation has ended, and
one after each of the short recordings that follow.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.application import Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from engine.audio.sound_file import SoundFile
from engine.audio.sound_log import SoundLog
from engine.paths import Paths, default_paths
from tests.support.played_sound import CHUNK_BYTES, recorded
from tests.support.processes import children_of
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)
PAUSE_S = 0.8
REPORT_S = 60.0
SHORT_S = 1.0
_MOST_BEHIND_S = 2.0
_MOST_WAITING = 4
_TURN_S = 0.002
_LOADING_TURN_S = 0.1


def rounds(length_s: float) -> Iterator[bytes]:
    """All recordings, each followed by a pause, over and over until the time is up."""
    silence = bytes(round(PAUSE_S * 32_000))
    one_round = b"".join(_samples(name) + silence for name in NAMES)
    one_round = one_round.ljust(-(-len(one_round) // CHUNK_BYTES) * CHUNK_BYTES, b"\0")
    for _ in range(max(1, round(length_s * 32_000 / len(one_round)))):
        for start in range(0, len(one_round), CHUNK_BYTES):
            yield one_round[start : start + CHUNK_BYTES]


def _samples(name: str) -> bytes:
    with SoundFile(DATA / "speech" / name) as sound:
        return b"".join(chunk.samples for chunk in sound)


class HurriedSound:
    """A `LiveSource` that waits only for its listeners."""

    name, overflows = "hurried", 0

    def __init__(self, log: SoundLog, length_s: float, may_go_on: Callable[[], bool]) -> None:
        self._log, self._length_s, self._may_go_on = log, length_s, may_go_on
        self._stopped = Event()
        self.is_played = Event()
        self.played_s = 0.0

    def __iter__(self):
        for samples in itertools.chain(rounds(self._length_s), [None]):
            while not self._stopped.is_set() and (samples is None or not self._may_go_on()):
                if samples is None:
                    self.is_played.set()
                time.sleep(_TURN_S)
            if self._stopped.is_set():
                return
            yield recorded(self._log, samples)
            self.played_s += 0.1

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def stop(self):
        self._stopped.set()

    def close(self):
        self._stopped.set()


class LongDictation(QObject):
    """Dictates once for long and then often for short, and quits."""

    def __init__(self, folder: Path, report: Path, hours: float, cycles: int) -> None:
        super().__init__()
        self._report = report.open("w", buffering=1)
        self._lengths_s = [hours * 3600] + [SHORT_S] * cycles
        self._sound: HurriedSound | None = None
        self._sent = self._applied = 0
        self._engine_id = 0
        self._engine_cpu_s = 0.0
        paths = Paths(default_paths().assets, folder, (DATA,))
        self.fermata = Fermata(
            QApplication.instance(), paths, folder / "preferences.json", self._open
        )
        self._wish()
        worker = self.fermata.worker
        worker.updated.connect(self._count_sent, Qt.ConnectionType.DirectConnection)
        worker.updated.connect(self._count_applied)
        worker.state_changed.connect(self._follow_state)
        self._look = QTimer(self, interval=20)
        self._look.timeout.connect(self._look_on)
        self._next_report_s = self._report_s = min(REPORT_S, hours * 900)
        QTimer.singleShot(200, self._begin)

    def _wish(self) -> None:
        wanted = {"models.recogniser": "vosk", "models.speech_model": "vosk-model-tiny-en"}
        wanted |= {"commands.mode": "off", "dictation.writes_numbers": False}  # words are counted
        for key, value in (wanted | {"general.first_run_is_done": True}).items():
            self.fermata.preferences.set(key, value)
        self.fermata.window.show_over(None)
        self.fermata.window.resize(1000, 680)
        self.fermata.show(IpcRequest(IpcCommand.SHOW))

    def _open(self, _device: str, log: SoundLog) -> HurriedSound:
        self._sound = HurriedSound(log, self._lengths_s.pop(0), self._keeps_up)
        return self._sound

    def _begin(self) -> None:
        self.fermata.controller.start()
        self._look.start()

    def _keeps_up(self) -> bool:
        """Return whether all keep up; called on the engine thread."""
        self._engine_cpu_s = time.thread_time()
        listener = self.fermata.worker._session._listener
        if listener.current is None:  # models are taken when something is heard
            time.sleep(_LOADING_TURN_S)
            return True
        listener.current._exchange()  # otherwise answers are only taken while recording
        return (
            listener.behind_s < _MOST_BEHIND_S
            and self._sent - self._applied < _MOST_WAITING
            and self._unwritten() < _MOST_WAITING
        )

    def _unwritten(self) -> int:
        writer = self.fermata.history_writer._queue
        return writer._due

    def _count_sent(self, _update: object) -> None:
        self._sent += 1

    def _count_applied(self, _update: object) -> None:
        self._applied += 1

    def _look_on(self) -> None:
        sound = self._sound
        if sound is None:
            return
        if sound.played_s >= self._next_report_s:
            self._next_report_s += self._report_s
            self._write("minute")
        if sound.is_played.is_set():
            self._look.stop()
            self.fermata.controller.stop()

    def _follow_state(self, state: State) -> None:
        if state is State.STOPPED:
            self._sound = None
            QTimer.singleShot(0, self._ended)

    def _ended(self) -> None:
        """Wait until everything is written and the next recogniser is there."""
        spare = self.fermata.worker._loader._spare
        is_ready = spare is not None and spare[1].done() and not self.fermata.worker.is_running
        if not is_ready or self._unwritten():
            QTimer.singleShot(20, self._ended)
            return
        self.fermata.garbage.collect()
        self._write("ended")
        if self._lengths_s:
            self._next_report_s = float("inf")
            self._begin()
        else:
            self._finish()

    def _finish(self) -> None:
        view = self.fermata.page.view
        words = view.model.words
        number = self.fermata.store.sessions()[0].number
        kept = self.fermata.store.session(number)
        end = {
            "kind": "words",
            "said": [words.at(index).spoken.word.text for index in range(len(words))],
            "kept": [word.text for one in kept.sentences for word in one.words],
            "is_same": kept.text == view.model.text,
        }
        self._report.write(json.dumps(end) + "\n")
        self.fermata.close()
        QApplication.quit()

    def _write(self, kind: str) -> None:
        pids = children_of()
        history = next(iter(self.fermata.history_writer._queue._thread._threads), current_thread())
        line = {
            "kind": kind,
            "heard_s": self._sound.played_s if self._sound else 0.0,
            "at_s": time.monotonic(),
            "updates": self._applied,
            "words": len(self.fermata.page.view.model.words),
            "own_mb": resident_mb(os.getpid()),
            "children_mb": [resident_mb(pid) for pid in pids],
            "files": count("/proc/self/fd"),
            "threads": count("/proc/self/task"),
            "window_cpu_s": time.thread_time(),
            "engine_cpu_s": self._engine_cpu_s,
            "history_cpu_s": thread_cpu_s(history.native_id),
        }
        self._report.write(json.dumps(line) + "\n")


def count(folder: str) -> int:
    return sum(1 for _ in Path(folder).iterdir())


def resident_mb(pid: int) -> float:
    """Return the memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def thread_cpu_s(number: int | None, pid: int | str = "self") -> float:
    return int(Path(f"/proc/{pid}/task/{number}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    application = QApplication(["fermata"])
    dictation = LongDictation(
        Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    )
    sys.exit(application.exec())
