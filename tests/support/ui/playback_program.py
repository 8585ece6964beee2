"""A dictation with the virtual microphone that is then played back, and what must happen.

`python -m tests.support.ui.playback_program FOLDER`, in the microphone's environment: PortAudio
reads its settings once per process.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dictation.capture import CapturedMicrophone
from app.dictation.events import State
from tests.support.recognisers.speech import CLIPS, FOX
from tests.support.shared_data import DATA
from tests.support.ui.dictation_page import Room, words_of

Key, Modifier = Qt.Key, Qt.KeyboardModifier
OTHER = next(name for name, text in CLIPS.items() if text == "this is a test")
_RECORD = ("parec", "--device=vmic.monitor", "--raw", "--latency-msec=200")
_SAMPLES = ("--format=s16le", "--rate=16000", "--channels=1")


class Patience:
    """Waits without pytest."""

    @staticmethod
    def waitUntil(is_so, timeout: int = 60_000) -> None:  # noqa: N802  pytest-qt's name
        deadline_s = time.monotonic() + timeout / 1000
        while not is_so():
            assert time.monotonic() < deadline_s
            QTest.qWait(5)


class Scene:
    """What a person does, and what happens."""

    def __init__(self, folder: Path) -> None:
        self.room = Room(Patience(), folder, CapturedMicrophone)
        self.view, self.bar = self.room.view, self.room.page.bar
        self._begin()
        self.room.player.ended.connect(self._count_end)
        self.room.player.position_changed.connect(self._note_position)
        self.failed: list[Exception] = []
        self.room.player.failed.connect(self.failed.append)

    def play(self) -> None:
        """Every act."""
        QTest.keyClick(self.view, Key.Key_F5)
        self.room.until_state(State.LISTENING)
        self.speak(FOX)
        assert self.room.said == words_of(FOX)
        self.f8_plays_about_a_second_around_the_word()
        self.a_click_plays_from_the_word_and_shows_what_is_spoken()
        self.f9_plays_from_the_caret_and_stops()
        self.the_player_leads_to_another_place_and_back_and_stops_at_the_word()
        self.while_it_plays_the_microphone_is_closed()
        assert not self.failed

    def speak(self, name: str) -> None:
        """Speak into the microphone until it is on the page."""
        path = DATA / "speech" / name
        with subprocess.Popen(["paplay", "--device=vmic", "--latency-msec=200", path]) as player:
            self.room.until(lambda: player.poll() is not None)
        assert player.returncode == 0
        QTest.keyClick(self.view, Key.Key_F5)
        self.room.until_state(State.STOPPED)

    def f8_plays_about_a_second_around_the_word(self) -> None:
        """Listen to the speakers meanwhile."""
        self.room.page.low_confidence.below = 1.01
        word = self.view.model.words.at(3)
        self.view.select(word.start, word.start)
        with subprocess.Popen([*_RECORD, *_SAMPLES], stdout=subprocess.PIPE) as recorder:
            QTest.qWait(500)
            self._play(lambda: QTest.keyClick(self.view, Key.Key_F8))
            QTest.qWait(300)
            recorder.terminate()
            sound = recorder.stdout.read()
        assert (
            np.abs(np.frombuffer(sound[: len(sound) // 2 * 2], "<i2").astype(float)).max() > 1_000
        )
        spoken, first_s, last_s = word.spoken.word, min(self._positions), max(self._positions)
        assert spoken.start_s - 0.5 <= first_s <= spoken.start_s
        assert spoken.end_s - 0.1 <= last_s <= spoken.end_s + 0.5
        assert 0.4 <= last_s - first_s <= 2.0
        assert "fox" in self._shown
        assert self.room.page.low_confidence.popup.isVisible()
        self.room.page.low_confidence.popup.close_card()

    def a_click_plays_from_the_word_and_shows_what_is_spoken(self) -> None:
        words = [self.view.model.words.at(index) for index in range(len(self.room.said))]

        def clicks() -> None:
            self._click(words[5].start + 1, Modifier.ControlModifier)
            self.room.until(lambda: len(self._shown) > 1)
            assert self.bar.play.isChecked()
            assert len(self._marked()) == 1
            self._click(words[1].start + 1, Modifier.NoModifier)  # goes back while it plays

        self._play(clicks)
        assert self._shown[0] == "over"
        assert "quick" in self._shown[1:]
        assert self._shown[-1].startswith("dog")
        assert self._marked() == []
        assert not self.bar.play.isChecked()

    def f9_plays_from_the_caret_and_stops(self) -> None:
        self.view.select(0, 0)

        def keys() -> None:
            QTest.keyClick(self.view, Key.Key_F9)
            self.room.until(lambda: bool(self._shown))
            QTest.keyClick(self.view, Key.Key_F9)

        self._play(keys)
        assert self._shown[0].lower() == "the"
        assert len(self._shown) < 6

    def the_player_leads_to_another_place_and_back_and_stops_at_the_word(self) -> None:
        bar = self.room.page.player
        words = [self.view.model.words.at(index) for index in range(len(self.room.said))]
        assert not bar.isHidden()
        assert bar.slider.maximum() == round(10 * words[-1].spoken.word.end_s)
        bar.speed.activated.emit(bar.speed.findData(0.75))
        self.view.select(0, 0)

        def lead() -> None:
            QTest.keyClick(self.view, Key.Key_F9)
            self.room.until(lambda: bool(self._shown))
            bar.slider.setValue(round(10 * words[5].spoken.word.start_s) + 1)
            self.room.until(lambda: "over" in self._shown)
            assert bar.slider.value() >= 10 * words[5].spoken.word.start_s - 1
            self._shown.clear()
            QTest.keyClick(self.view, Key.Key_F9, Modifier.ShiftModifier)
            self.room.until(lambda: "quick" in self._shown)
            QTest.keyClick(self.view, Key.Key_F9)

        self._play(lead)
        assert self.view.model.words.around(self.view.caret()).start <= words[3].start
        assert self.view.caret() > 0
        bar.slider.setValue(bar.slider.maximum())
        assert self.view.caret() == words[-1].start, "without playing, it goes there"
        bar.speed.activated.emit(bar.speed.findData(1.0))

    def while_it_plays_the_microphone_is_closed(self) -> None:
        """Playback comes from the first recording, while the second one is made."""
        room = self.room
        self.view.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClick(self.view, Key.Key_F5)
        room.until_state(State.LISTENING)
        room.states.clear()
        self.view.select(0, 0)
        self._play(lambda: QTest.keyClick(self.view, Key.Key_F8))
        room.page.low_confidence.popup.close_card()
        room.until(lambda: room.controller.state is State.LISTENING and len(room.states) > 1)
        assert room.states == [State.PAUSED, State.STARTING, State.LISTENING], room.states
        assert self._shown[0].lower() == "the"
        self.speak(OTHER)
        assert room.said == words_of(FOX, OTHER)

    def _play(self, do) -> None:
        """Do something, and wait until nothing is playing."""
        self._begin()
        do()
        self.room.until(lambda: self._ended > 0)

    def _click(self, place: int, modifiers: Qt.KeyboardModifier) -> None:
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(place)
        point = self.view.cursorRect(cursor).center() + QPoint(1, 0)
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, modifiers, point)

    def _marked(self) -> list[str]:
        marks = self.view.extraSelections()
        how = self.view.palette().highlight()
        return [it.cursor.selectedText() for it in marks if it.format.background() == how]

    def _begin(self) -> None:
        self._ended, self._shown, self._positions = 0, [], []

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


if __name__ == "__main__":
    main()
