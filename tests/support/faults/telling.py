"""The real application with a canary in its text, unexpected errors, and an unexpected end.

`python -m tests.support.faults.telling FOLDER END`: one sentence is dictated and another typed;
then a slot of the window, the engine's thread and the history's each fail with the text as their
reason, and the process ends: "closed", or "aborted" by native code.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

import app.main
from app.application import Fermata
from app.commands.cli import _set_up_logging
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from engine.audio.sound_log import SoundLog
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
TYPED = "zyxwvut kanarienvogel"


class Teller:
    """Waits for the words and makes everything fail with them."""

    def __init__(self, fermata: Fermata, sounds: list[PlayedSound], end: str) -> None:
        self._fermata, self._sounds, self._end = fermata, sounds, end
        self._steps = iter((self._dictate, self._stop, self._fail, self._come_to_an_end))
        self._is_time = lambda: True
        self.told = ""  # the error of the next microphone
        self._timer = QTimer(fermata, interval=200)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        if self._is_time():
            next(self._steps)()

    def _dictate(self) -> None:
        self._fermata.controller.start()
        QTest.keyClicks(self._fermata.page.view, TYPED)
        self._is_time = lambda: bool(self._sounds) and self._sounds[0].is_played.is_set()

    def _stop(self) -> None:
        self._fermata.controller.stop()
        self._is_time = lambda: self._has_stopped() and bool(self._fermata.store.sessions())

    def _has_stopped(self) -> bool:
        return self._fermata.controller.state is State.STOPPED

    def _fail(self) -> None:
        text = self.told = self._fermata.page.view.model.text

        def fail(*_: object) -> None:
            raise ValueError(text)

        self._fermata.controller.start()
        self._fermata.history._run(fail, lambda _: None)
        threading.Thread(target=fail).start()
        self._is_time = lambda: not self._fermata.worker.is_running
        raise LookupError(text)

    def _come_to_an_end(self) -> None:
        self._timer.stop()
        if self._end == "aborted":
            os.abort()
        self._fermata.window.close()


def main(end: str) -> None:
    """Run the application, as `fermata --verbose` does."""
    _set_up_logging(verbose=True)
    sounds: list[PlayedSound] = []
    tellers: list[Teller] = []

    def listen(_device: str, log: SoundLog) -> PlayedSound:
        if tellers[0].told:
            raise ValueError(tellers[0].told)
        sounds.append(PlayedSound([DATA / "speech" / name for name in NAMES]))
        return sounds[-1].into(log)

    class Told(Fermata):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)
            tellers.append(Teller(self, sounds, end))

    app.main.Fermata = Told
    app.main.run(["fermata"], IpcRequest(IpcCommand.SHOW), listen)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "preferences.json").write_text(
        '{"models": {"recogniser": "vosk", "speech_model": "vosk-model-tiny-en"},'
        ' "commands": {"mode": "off"}, "dictation": {"writes_numbers": false},'
        ' "general": {"first_run_is_done": true}}'
    )
    main(sys.argv[2])
