"""The real application in a process to be killed: speech from files, while somebody types.

`python -m tests.support.faults.dictating FOLDER REPORT`: what the session receives, and what is
typed, is in the report before the next of it comes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from engine.paths import Paths, default_paths
from tests.support.played_sound import PlayedSound
from tests.support.processes import program_command
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA, REPOSITORY

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:4] * 3
SPEED = 20.0
PAUSE_S = 0.8
_TYPING_MS = 120


class Report:
    """Lines that the system has at once, whatever happens to this process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())


class ReportedSound(PlayedSound):
    """Reports how much was read from it."""

    def __init__(self, report: Report) -> None:
        paths = [DATA / "speech" / name for name in NAMES]
        super().__init__(paths, pause_s=PAUSE_S, speed=SPEED, silence_speed=1.0)
        self._report = report

    def __iter__(self):
        for number, recorded in enumerate(super().__iter__()):
            if number:  # whoever asks for the next has processed the last
                self._report.write("sound", round(number / 10, 1))
            yield recorded


class Typist:
    """Types digits at the beginning of the text, without pausing."""

    def __init__(self, fermata: Fermata, report: Report) -> None:
        self._view, self._report = fermata.page.view, report
        self._typed = 0
        self._timer = QTimer(fermata, interval=_TYPING_MS)
        self._timer.timeout.connect(self._type)
        fermata.worker.state_changed.connect(self._begin)

    def _begin(self, state: State) -> None:
        if state is State.LISTENING:
            self._timer.start()

    def _type(self) -> None:
        caret = self._view.textCursor()
        caret.movePosition(QTextCursor.MoveOperation.Start)
        caret.movePosition(
            QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.MoveAnchor, self._typed
        )
        self._view.setTextCursor(caret)
        QTest.keyClicks(self._view, str(self._typed % 10))
        self._typed += 1
        self._report.write("typed", self._typed, time.monotonic())


def report_syncs(report: Report) -> None:
    """Report how much sound the disk confirmed."""
    really = os.fsync

    def sync(file: int) -> None:
        size = os.fstat(file).st_size
        really(file)
        part = Path(f"/proc/self/fd/{file}").readlink()
        if part.suffix == ".int16":
            report.write("synced", part.stem, size)

    os.fsync = sync


def main(folder: Path, report: Report) -> None:
    """Dictate until killed."""
    report_syncs(report)
    application = QApplication(["fermata"])
    paths = Paths(default_paths().assets, folder, (DATA,))
    preferences = folder / "preferences.json"
    fermata = Fermata(
        application, paths, preferences, lambda _, log: ReportedSound(report).into(log)
    )
    wanted = {"models.recogniser": "vosk", "models.speech_model": "vosk-model-tiny-en"}
    wanted |= {"commands.mode": "off", "dictation.writes_numbers": False}  # words are counted
    for key, value in (wanted | {"general.first_run_is_done": True}).items():
        fermata.preferences.set(key, value)
    fermata.window.show_over(None)
    fermata.show(IpcRequest(IpcCommand.SHOW))
    typist = Typist(fermata, report)
    QTimer.singleShot(200, fermata.controller.start)
    application.exec()
    del typist


class DictatingProcess:
    """The application in its own process, already listening; killed at the end."""

    def __init__(self, data: Path, report: Path) -> None:
        self._report = report
        report.touch()
        self.process = subprocess.Popen(
            program_command("faults.dictating", data, report),
            cwd=REPOSITORY,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        )

    def __enter__(self) -> Self:
        deadline_s = time.monotonic() + 120
        while not self.reported("sound"):
            assert self.process.poll() is None
            assert time.monotonic() < deadline_s, "the application does not begin to listen"
            time.sleep(0.02)
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()

    def reported(self, kind: str) -> list[list[str]]:
        """Return its reports of one kind."""
        lines = [line.split() for line in self._report.read_text().splitlines()]
        return [line[1:] for line in lines if line[:1] == [kind]]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Report(Path(sys.argv[2])))
