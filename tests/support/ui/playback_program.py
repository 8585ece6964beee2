"""A dictation through the virtual microphone that is then listened to: prints what was observed.

`python -m tests.support.ui.playback_program FOLDER`, in the microphone's environment: PortAudio
reads its settings once a process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dictation.events import State
from engine.audio.microphone import Microphone
from tests.support.recognisers.speech import CLIPS, FOX
from tests.support.shared_data import DATA
from tests.support.ui.dictation_page import Room

Key, Modifier = Qt.Key, Qt.KeyboardModifier
OTHER = next(name for name, text in CLIPS.items() if text == "this is a test")
_RECORD = ("parec", "--device=vmic.monitor", "--raw", "--latency-msec=200")
_SAMPLES = ("--format=s16le", "--rate=16000", "--channels=1")


class RetryPolicy:
    """Waits without pytest."""

    @staticmethod
    def waitUntil(is_so, timeout: int = 60_000) -> None:  # noqa: N802  pytest-qt's name
        deadline_s = time.monotonic() + timeout / 1000
        while not is_so():
            if time.monotonic() > deadline_s:
                raise TimeoutError
            QTest.qWait(5)


class Scene:
    """What a person does, and what comes of it."""

    def __init__(self, folder: Path) -> None:
        opened = lambda device: Microphone(device or None, queue_s=120.0)  # noqa: E731
        self.room = Room(RetryPolicy(), folder, opened)
        self.seen: dict[str, object] = {}
        self._ended = 0
        self._shown: list[str] = []
        self._positions: list[float] = []
        self.room.player.ended.connect(self._count_end)
        self.room.player.position_changed.connect(self._note_position)
        self.room.player.failed.connect(lambda error: self.seen.setdefault("failed", repr(error)))

    def play(self) -> None:
        """Every act."""
        self.dictate(FOX)
        self.seen["said"] = self.room.said
        self.doubtful_word()
        self.from_a_word()
        self.by_key()
        self.amid_a_session()

    def dictate(self, name: str) -> None:
        """Speak into the microphone until it is on the page."""
        room = self.room
        QTest.keyClick(room.view, Key.Key_F5)
        room.until_state(State.LISTENING)
        self.speak(name)
        QTest.keyClick(room.view, Key.Key_F5)
        room.until_state(State.STOPPED)

    def speak(self, name: str) -> None:
        path = DATA / "speech" / name
        player = subprocess.Popen(["paplay", "--device=vmic", "--latency-msec=200", str(path)])
        self.room.until(lambda: player.poll() is not None)
        assert player.returncode == 0

    def doubtful_word(self) -> None:
        """F8 on the fourth word: the speakers are listened to meanwhile."""
        room = self.room
        room.page.doubts.below = 1.01
        word = room.view.model.words.at(3)
        room.view.select(word.start - 1, word.start - 1)
        with subprocess.Popen([*_RECORD, *_SAMPLES], stdout=subprocess.PIPE) as recorder:
            QTest.qWait(500)
            self._begin()
            QTest.keyClick(room.view, Key.Key_F8)
            self._until_end()
            QTest.qWait(300)
            recorder.terminate()
            sound = recorder.stdout.read()
        samples = np.frombuffer(sound[: len(sound) // 2 * 2], "<i2").astype(float)
        self.seen["f8_loudest"] = float(np.abs(samples).max())
        self.seen["f8_word"] = [word.spoken.word.start_s, word.spoken.word.end_s]
        self.seen["f8_positions"] = [min(self._positions), max(self._positions)]
        self.seen["f8_shown"] = self._shown
        self.seen["f8_popup"] = room.page.doubts.popup.isVisible()
        room.page.doubts.popup.close_card()

    def from_a_word(self) -> None:
        """Ctrl+click, and a click on another word while it plays."""
        room = self.room
        words = [room.view.model.words.at(index) for index in range(len(room.said))]
        self._begin()
        self._click(words[5].start + 1, Modifier.ControlModifier)
        room.until(lambda: len(self._shown) > 1)
        self.seen["is_checked"] = room.page.bar.play.isChecked()
        self.seen["marked"] = self._marked()
        self._click(words[1].start + 1, Modifier.NoModifier)
        self._until_end()
        self.seen["clicked_shown"] = self._shown
        self.seen["marked_after"] = self._marked()
        self.seen["is_checked_after"] = room.page.bar.play.isChecked()

    def by_key(self) -> None:
        """F9 plays from the caret and falls silent again."""
        room = self.room
        room.view.select(0, 0)
        self._begin()
        QTest.keyClick(room.view, Key.Key_F9)
        room.until(lambda: bool(self._shown))
        QTest.keyClick(room.view, Key.Key_F9)
        self._until_end()
        self.seen["f9_shown"] = self._shown

    def amid_a_session(self) -> None:
        """F8 while it listens: the microphone must not hear it, and the first recording is kept."""
        room = self.room
        room.view.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClick(room.view, Key.Key_F5)
        room.until_state(State.LISTENING)
        room.states.clear()
        room.view.select(0, 0)
        self._begin()
        QTest.keyClick(room.view, Key.Key_F8)
        self._until_end()
        room.page.doubts.popup.close_card()
        room.until(lambda: room.controller.state is State.LISTENING and len(room.states) > 1)
        self.seen["states_of_f8"] = [state.value for state in room.states]
        self.seen["amid_shown"] = self._shown
        self.speak(OTHER)
        QTest.keyClick(room.view, Key.Key_F5)
        room.until_state(State.STOPPED)
        self.seen["said_in_the_end"] = room.said

    def _click(self, place: int, modifiers: Qt.KeyboardModifier) -> None:
        view = self.room.view
        cursor = QTextCursor(view.document())
        cursor.setPosition(place)
        point = view.cursorRect(cursor).center() + QPoint(1, 0)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifiers, point)

    def _marked(self) -> list[str]:
        marks = self.room.view.extraSelections()
        how = self.room.view.palette().highlight()
        return [it.cursor.selectedText() for it in marks if it.format.background() == how]

    def _begin(self) -> None:
        self._ended, self._shown, self._positions = 0, [], []

    def _until_end(self) -> None:
        self.room.until(lambda: self._ended > 0)

    def _count_end(self) -> None:
        self._ended += 1

    def _note_position(self, time_s: float) -> None:
        self._positions.append(time_s)
        for word in self._marked():
            if word not in self._shown[-1:]:
                self._shown.append(word)


def main() -> None:
    """Play the scene."""
    QApplication([])
    scene = Scene(Path(sys.argv[1]))
    try:
        scene.play()
    finally:
        scene.room.close()
    print(json.dumps(scene.seen))


if __name__ == "__main__":
    main()
