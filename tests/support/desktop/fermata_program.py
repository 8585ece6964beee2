"""The real `fermata`; its microphone is a recording, or with “-” a real one: `… SOUND [COMMAND]`.

It reports what an observer sees: the session's states, whether the window is shown, active, and
kept when closed, and where the pill floats. Lines of standard input set preferences,
“general.theme "dark"”, choose from the tray's menu, “choose Quit”, finish sentences,
“finish Hello there.”, wait until they are inserted and the clipboard is restored, “settle”, and
report whether the field in front can be read, “look”. “next” goes on in the first run; “scratch”
and “undo” are spoken commands.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QEvent, QTimer

from app import main
from app.application import Fermata
from app.desktop import caret_text, clipboard
from app.desktop.ipc import IpcCommand, IpcRequest
from app.document.document import Committed
from engine.audio.sound_log import SoundLog
from engine.spoken_commands.actions import Action
from engine.types import VoiceCommand
from tests.support.desktop.standard_input import StandardInput, say
from tests.support.played_sound import PlayedSound

_COMMANDS = {
    "scratch": VoiceCommand(Action.SCRATCH, words=(0, 999)),
    "undo": VoiceCommand(Action.UNDO),
}
_WINDOW = {
    QEvent.Type.Show: {"shown": True},
    QEvent.Type.Hide: {"shown": False},
    QEvent.Type.WindowActivate: {"active": True},
    QEvent.Type.WindowDeactivate: {"active": False},
}


class Observed(Fermata):
    """Reports what it does."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.worker.state_changed.connect(lambda state: say(state=state.value))
        self.document.observe(Committed, lambda event: say(committed=event.text))
        self.desktop.keys_problem_changed.connect(lambda problem: say(keys=problem.value))
        self.desktop.words_problem_changed.connect(lambda problem: say(words=problem.value))
        self.desktop.hotkeys.touched.connect(lambda _number: say(touched=True))
        self.window.installEventFilter(self)
        self.signs.floating.installEventFilter(self)
        self._is_kept = False
        self._look = QTimer(self, interval=20)
        self._look.timeout.connect(self._look_at_tray)
        self._look.start()
        self._input = StandardInput()
        self._input.came.connect(self._do)

    def _look_at_tray(self) -> None:
        """A panel takes a while to show an icon; without one, closing the window would quit."""
        if self.desktop.keeps_window != self._is_kept:
            self._is_kept = not self._is_kept
            say(kept_when_closed=self._is_kept)

    def show(self, request: IpcRequest) -> None:
        super().show(request)
        self._input.start()
        say(begun=True)

    def eventFilter(self, watched, event) -> bool:  # noqa: N802  Qt's name
        if watched is self.signs.floating:
            self._look_at_pill(event)
            return False
        if event.type() == QEvent.Type.Close:
            say(closed_by="a person" if event.spontaneous() else "itself")
        if event.type() in _WINDOW:
            say(**_WINDOW[event.type()])
        return super().eventFilter(watched, event)

    def _look_at_pill(self, event) -> None:
        pill = self.signs.floating
        if event.type() == QEvent.Type.Hide:
            say(pill=False)
        elif event.type() in {QEvent.Type.Paint, QEvent.Type.Move} and is_exposed(pill):
            say(pill_says=pill.count.text())
            places = {"text": pill.state, "stop": pill.stop}
            centres = {name: it.mapToGlobal(it.rect().center()) for name, it in places.items()}
            say(pill={name: centre.toTuple() for name, centre in centres.items()})

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "settle":
            if self.desktop.words.is_busy:
                QTimer.singleShot(20, lambda: self._do(line))
            else:  # the thread that watches for keys needs a moment to begin
                QTimer.singleShot(200, lambda: say(done=line))
            return
        if word == "finish":
            self.desktop.words.take(rest)
        elif word in _COMMANDS:
            self.document.do(_COMMANDS[word])
        elif word == "look":
            began_s = time.monotonic()
            caret = self.desktop.words._caret.read()
            took_ms = 1000 * (time.monotonic() - began_s)
            say(reads=caret is not None and caret.context is not None, took_ms=took_ms)
        elif word == "next":
            self.window.over.next.click()
        elif word == "choose":
            next(it for it in self.desktop.tray.menu.actions() if it.text() == rest).trigger()
        else:
            self.preferences.set(word, json.loads(rest))
        say(done=line)


def is_exposed(widget) -> bool:
    """Return whether the widget can be seen; before, its position is not yet the one it gets."""
    window = widget.windowHandle()
    return window is not None and window.isExposed()


def played(recording: Path, log: SoundLog) -> PlayedSound:
    """Return a microphone that reports the end of the recording."""
    sound = PlayedSound([recording], speed=4.0).into(log)

    def tell() -> None:
        sound.is_played.wait()
        say(played=True)

    Thread(target=tell, daemon=True).start()
    return sound


if __name__ == "__main__":
    main.Fermata = Observed
    clipboard._LONGEST_S = 30.0  # a busy machine is not a slow application
    caret_text.LONGEST_READING_S = 2.0
    command = IpcCommand(sys.argv[2] if sys.argv[2:] else "show")
    open_microphone = None
    if sys.argv[1] != "-":
        open_microphone = lambda _, log: played(Path(sys.argv[1]), log)  # noqa: E731
    sys.exit(main.run(["fermata"], IpcRequest(command), open_microphone))
