"""The application as users start it, dictating, in a process that is told to end or to sleep.

`python -m tests.support.faults.leaving REPORT WAY`: what the session receives is in the report
before the next of it comes, and so is when everything is kept. `stop`, `close` and `log out`
leave in mid-speech; `type` then types, while a recogniser hangs. Otherwise it waits for what
others do.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from app import main as application
from app.application import Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from engine.network import backend_process
from engine.paths import default_paths
from tests.support.faults.dictating import Report, ReportedSound
from tests.support.processes import recognisers

WANTED = """{"general": {"first_run_is_done": true},
"models": {"recogniser": "vosk", "speech_model": "vosk-model-tiny-en"},
"commands": {"mode": "off"}, "dictation": {"writes_numbers": false}}"""
_DELAY_MS = 300


class Left(Fermata):
    """Fermata, and a person or a desktop that ends a dictation."""

    report: Report
    way: str

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.worker.state_changed.connect(self._follow)
        self.history_writer.kept.connect(lambda: self.report.write("kept"))

    def _follow(self, state: State) -> None:
        if state is State.LISTENING:
            QTimer.singleShot(_DELAY_MS, self._leave)

    def _leave(self) -> None:
        if self.way == "stop":
            self.controller.stop()
        elif self.way == "close":
            self.window.close()
        elif self.way == "type":
            for child in (children := recognisers()):
                os.kill(child, signal.SIGSTOP)
                self.report.write("stopped", child)
            if not children:
                QTimer.singleShot(_DELAY_MS, self._leave)
                return
            QTest.keyClicks(self.page.view, "typed ")
            self.report.write("typed")
        elif self.way == "log out":
            self.leaving.drain()  # what Qt's commitDataRequest calls when a desktop sends it
            self.report.write("drained")


def main(report: Report, way: str) -> int:
    backend_process.ANSWER_TIMEOUT_S = 1.0  # a stranger's network
    data = default_paths().data
    data.mkdir(parents=True, exist_ok=True)
    (data / "preferences.json").write_text(WANTED)
    Left.report, Left.way = report, way
    application.Fermata = Left
    return application.run(
        ["fermata"],
        IpcRequest(IpcCommand.START),
        lambda _, log: ReportedSound(report).into(log),
    )


if __name__ == "__main__":
    sys.exit(main(Report(Path(sys.argv[1])), sys.argv[2]))
