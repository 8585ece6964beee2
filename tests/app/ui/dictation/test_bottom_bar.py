"""Everything live, with a real engine behind it."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionComboBox, QToolTip

from app.dictation.events import State
from app.ui.appearance.icons import Icons
from app.ui.dictation.bottom_bar import BottomBar
from engine.errors import AudioDeviceError
from engine.paths import default_paths
from tests.support.played_sound import PlayedSound
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window
from tests.support.ui.dictation_page import NAMES, dictation_room, words_of

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
LONG_NAME = "Monitor of Built-in Audio Analogue Stereo (Intel HDA PCH, front left and right)"


@pytest.fixture
def room(qtbot, tmp_path):
    with dictation_room(qtbot, tmp_path) as room:
        yield room


@pytest.fixture
def bar(qtbot):
    bar = BottomBar(Icons(default_paths().assets / "icons"))
    qtbot.addWidget(bar)
    bar.resize(760, bar.sizeHint().height())
    bar.show()
    return bar


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_keys_record_pause_and_stop(room):
    first, second, live = room.speech(NAMES[0], speed=4.0), room.speech(NAMES[1]), room.live
    assert (live.record.text(), live.state.text()) == ("Record", "Stopped")
    QTest.keyClick(room.view, Key.Key_F5)
    room.until_state(State.LISTENING)
    assert (live.record.text(), live.state.text()) == ("Stop", "Listening")
    room.until(lambda: live.level.level_db > -40)
    room.until(lambda: live.elapsed.text() == "0:01")
    room.until(first.is_played.is_set)
    QTest.keyClick(room.view, Key.Key_F5, Shift)
    room.until_state(State.PAUSED)
    assert (live.state.text(), live.pause.text()) == ("Paused", "Resume")
    assert live.record.text() == "Stop"
    QTest.qWait(300)  # what was recorded before it closed still counts
    elapsed = live.elapsed.text()
    QTest.qWait(300)
    assert live.elapsed.text() == elapsed
    QTest.keyClick(room.view, Key.Key_F5, Shift)
    room.until(second.is_played.is_set)
    QTest.keyClick(room.view, Key.Key_F5)
    room.until_state(State.STOPPED)
    assert room.said == words_of(*NAMES[:2])
    assert live.level.level_db <= -60
    assert room.states[-3:] == [State.LISTENING, State.DRAINING, State.STOPPED]


class SlowToWake(PlayedSound):
    """A wireless microphone: open, and silent until it is connected."""

    is_awake = False

    def __iter__(self):
        while not self.is_awake:
            QTest.qSleep(20)
        yield from super().__iter__()


def test_it_listens_only_once_samples_arrive_and_can_be_stopped_at_once(room):
    microphone = SlowToWake([DATA / "speech" / NAMES[0]])
    room.microphones.next.append(microphone)
    click(room.live.record)
    room.until_state(State.STARTING)
    QTest.qWait(400)
    assert room.controller.state is State.STARTING
    assert (room.live.record.text(), room.live.state.text()) == ("Starting…", "Starting")
    microphone.is_awake = True
    room.until_state(State.LISTENING)
    click(room.live.record)
    room.until_state(State.STOPPED)
    room.speech(NAMES[0])
    room.live.record.click()
    assert room.live.state.text() == "Stopped", "the engine's states come by the event loop"
    room.live.record.click()
    room.until(lambda: not room.worker.is_running)
    room.until_state(State.STOPPED)


def test_late_recognition_is_reported_quietly(room):
    source = room.speech(*NAMES, speed=1000.0, silence_speed=1.0, pause_s=1.0)
    click(room.live.record)
    room.until(lambda: re.search(r"is \d+ s behind", room.live.notice.label.text()))
    room.until(source.is_played.is_set)
    room.until(lambda: not room.live.notice.isVisible())
    assert room.controller.state is State.LISTENING


def test_another_microphone_can_take_over_during_a_session(room):
    first, second = room.speech(NAMES[0]), room.speech(NAMES[1])
    room.live.show_microphones(["Headset", LONG_NAME], "")
    click(room.live.record)
    room.until(first.is_played.is_set)
    QTest.keyClick(room.live.microphone, Key.Key_Down)
    room.until(second.is_played.is_set)
    click(room.live.record)
    room.until_state(State.STOPPED)
    assert room.microphones.devices == ["", "Headset"]
    assert room.preferences.value.microphone.device == "Headset"
    assert room.said == words_of(*NAMES[:2])


def test_a_missing_microphone_is_reported_and_the_button_offers_to_try_again(room):
    room.microphones.next.append(AudioDeviceError("", "no microphone was found"))
    click(room.live.record)
    room.until(lambda: State.STOPPED in room.states)
    assert State.LISTENING not in room.states
    assert "no microphone was found" in room.live.notice.label.text()
    assert room.live.notice.offer.text() == "Choose a microphone"
    assert room.live.record.text() == "Record"
    assert room.live.record.isEnabled()


def test_the_time_is_shown_like_a_clock(bar):
    for elapsed_s, shown in ((0, "0:00"), (61.9, "1:01"), (36_061, "10:01:01")):
        bar.show_elapsed(elapsed_s)
        assert bar.elapsed.text() == shown


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the offscreen platform
def test_a_long_name_can_be_read_in_full(bar, qtbot):
    bar.show_microphones(["Headset", LONG_NAME], LONG_NAME)
    picker = bar.microphone
    assert picker.width() < picker.fontMetrics().horizontalAdvance(LONG_NAME)  # it is cut off here
    place = picker.rect().center()
    QApplication.sendEvent(
        picker, QHelpEvent(QHelpEvent.Type.ToolTip, place, picker.mapToGlobal(place))
    )
    assert QToolTip.text() == f"Microphone: {LONG_NAME}"
    assert picker.accessibleDescription() == LONG_NAME
    picker.showPopup()
    qtbot.waitUntil(picker.view().isVisible)
    view = picker.view()
    assert view.viewport().width() >= view.sizeHintForColumn(0)
    row = view.visualRect(picker.model().index(2, 0))
    assert view.indexAt(QPoint(5, row.center().y())).data(Qt.ItemDataRole.ToolTipRole) == LONG_NAME
    picker.hidePopup()
    QToolTip.hideText()


def test_at_800_by_600_nothing_is_cut_off(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.window.resize(800, 600)
        bar = fermata.page.live
        fermata.until(lambda: bar.language.count() > 0)
        bar.show_microphones(["Headset"], "")
        bar.show_elapsed(36_061)
        for state in State:
            bar.show_state(state)
            QApplication.processEvents()
            for picker in (bar.microphone, bar.language):
                words = picker.fontMetrics().horizontalAdvance(picker.currentText())
                assert room_of(picker) >= words, picker.currentText()
            for part in (bar.state, bar.elapsed, bar.record):
                assert part.width() >= part.sizeHint().width(), part.text()
        assert fermata.window.width() == 800
        bar.show_state(State.STOPPED)


def room_of(picker):
    option = QStyleOptionComboBox()
    picker.initStyleOption(option)
    kind, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    return picker.style().subControlRect(kind, option, field, picker).width()


def test_red_is_only_for_recording(bar):
    for state in State:
        bar.show_state(state)
        bar.show_level(-1.0)  # too loud
        parts = (bar.mark, bar.pause, bar.discard, bar.level, bar.state)
        reds = [part for part in parts if is_red(part.grab().toImage())]
        assert reds == ([bar.mark] if state is State.LISTENING else [])


def is_red(image):
    colours = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return any(it.red() > 150 and it.green() < 90 and it.blue() < 90 for it in colours)


def test_the_picker_changes_nothing_by_itself(bar, qtbot):
    with qtbot.assertNotEmitted(bar.microphone_chosen):
        bar.show_microphones(["Headset"], "Desk")  # a missing one stays chosen
        assert bar.microphone.currentText() == "Desk"
        bar.show_microphones(["Headset", "Desk"], "Desk")
        assert bar.microphone.count() == 3
    with qtbot.waitSignal(bar.microphone_chosen) as chosen:
        QTest.keyClick(bar.microphone, Key.Key_Up)
    assert chosen.args == ["Headset"]
