from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QKeySequenceEdit

from app.desktop.desktop_kind import DesktopKind
from app.desktop.hotkeys import PUSH_TO_TALK, TOGGLE, Hotkeys
from app.desktop.problems import Problem
from app.desktop.tray import TrayIcon
from app.dictation.events import State
from app.ui.appearance.icons import Icons
from engine.paths import default_paths


@pytest.fixture
def tray(qapp):
    tray = TrayIcon(Icons(default_paths().assets / "icons"))
    yield tray
    tray.close()


def picture(tray):
    return tray.icon.icon().pixmap(QSize(22, 22)).toImage()


def without_colour(image):
    return image.convertToFormat(image.Format.Format_Alpha8)


def test_each_state_has_its_own_icon_and_text(tray):
    seen, said = [], set()
    for state in (State.STOPPED, State.STARTING, State.LISTENING, State.PAUSED):
        tray.show_state(state)
        assert all(picture(tray) != other for other in seen)
        seen.append(picture(tray))
        said.add(tray.icon.toolTip())
    assert len(said) == 4
    assert without_colour(seen[0]) != without_colour(seen[2])


def test_the_menu_offers_what_can_be_done(qtbot, tray):
    labels = [action.text() for action in tray.menu.actions() if action.text()]
    assert labels == ["Record", "Show the window", "Quit"]
    tray.show_state(State.LISTENING)
    assert tray.record.text() == "Stop recording"
    tray.show_state(State.DRAINING)
    assert not tray.record.isEnabled()
    for action, signal in zip(
        [it for it in tray.menu.actions() if it.text()],
        (tray.record_wanted, tray.show_wanted, tray.quit_wanted),
        strict=True,
    ):
        action.setEnabled(True)
        with qtbot.waitSignal(signal):
            action.trigger()


def test_a_repeating_key_is_one_press_and_none_while_keys_are_being_chosen(
    qtbot, preferences, tasks
):
    hotkeys = Hotkeys(DesktopKind.NONE, preferences, tasks)
    told = []
    hotkeys.pressed.connect(lambda name: told.append(("down", name)))
    hotkeys.released.connect(lambda name: told.append(("up", name)))
    for _ in range(5):  # as X11 reports a held key
        hotkeys._begin(PUSH_TO_TALK)
        hotkeys._end(PUSH_TO_TALK)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [("down", PUSH_TO_TALK), ("up", PUSH_TO_TALK)]
    hotkeys._begin(TOGGLE)
    assert told[2:] == [("down", TOGGLE)]
    edit = QKeySequenceEdit()  # keys are being chosen
    qtbot.addWidget(edit)
    edit.show()
    edit.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is edit)
    hotkeys._begin(TOGGLE)
    assert len(told) == 3


def test_a_missing_screen_is_reported(qtbot, preferences, tasks):
    hotkeys = Hotkeys(DesktopKind.NONE, preferences, tasks)
    with qtbot.waitSignal(hotkeys.problem_changed) as told:
        hotkeys.start()
    assert told.args == [Problem.NO_SCREEN]
    hotkeys.close()
