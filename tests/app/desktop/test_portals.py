"""Wayland's portals, over a real bus, from a service as strict as the real ones."""

from __future__ import annotations

import os

import pytest
from PySide6.QtGui import QGuiApplication

from app.desktop.desktop_kind import DesktopKind
from app.desktop.keystrokes import Keystrokes
from app.desktop.other_applications import OtherApplications
from app.desktop.portal_hotkeys import PortalHotkeys, trigger
from app.desktop.problems import Problem
from tests.support.desktop.programs import Program, session_bus
from tests.support.shared_data import PYTHON_PATH

KEYS = {"toggle": "Ctrl+Alt+D", "push_to_talk": "F9"}


@pytest.fixture
def bus(monkeypatch):
    """A private session bus."""
    with session_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield


@pytest.fixture
def start_portals(bus):
    """Starts a desktop's portals."""
    started = []

    def start(*mood):
        environment = os.environ | {"PYTHONPATH": PYTHON_PATH, "PYTHONUNBUFFERED": "1"}
        program = Program("desktop.portal_program", *mood, environment=environment)
        started.append(program)
        program.until(lambda it: it.newest("begun"))
        return program

    yield start
    for program in started:
        program.stop()


@pytest.fixture
def hotkeys(qapp):
    hotkeys = PortalHotkeys()
    yield hotkeys
    hotkeys.close()


@pytest.fixture
def keystrokes(tmp_path, tasks):
    keystrokes = Keystrokes(DesktopKind.WAYLAND, tmp_path / "data" / "token", tasks)
    yield keystrokes
    keystrokes.close()


@pytest.fixture
def others(keystrokes, preferences):
    preferences.set("dictation.other_applications", "clipboard")
    clipboard = QGuiApplication.clipboard()
    others = OtherApplications(DesktopKind.WAYLAND, keystrokes, clipboard, preferences)
    yield others
    others.close()
    clipboard.clear()


def calls(portals, name):
    return [it["body"] for it in portals.said if it.get("call") == name]


def awaited(portals, name, count=1):
    """Return the calls; the portals report them separately from their answers."""
    portals.until(lambda it: len(calls(it, name)) >= count)
    return calls(portals, name)


def typed(portals):
    """Return what the pressed and released keys write."""
    pressed = calls(portals, "RemoteDesktop.NotifyKeyboardKeysym")
    assert [it[3] for it in pressed] == [1, 0] * (len(pressed) // 2)
    codes = [symbol for _, _, symbol, state in pressed if state == 1]
    return "".join(chr(code - 0x1000000 if code >= 0x1000000 else code) for code in codes)


def test_keys_are_requested_and_heard(qtbot, start_portals, hotkeys):
    portals = start_portals()
    with qtbot.waitSignal(hotkeys.failed) as told:
        hotkeys.listen(KEYS)
    assert told.args == [Problem.NONE]
    ((_, shortcuts, _, _),) = awaited(portals, "GlobalShortcuts.BindShortcuts")
    asked = {name: options["preferred_trigger"][1] for name, options in shortcuts}
    assert asked == {"toggle": "CTRL+ALT+d", "push_to_talk": "F9"}
    for signal, command in ((hotkeys.started, "down"), (hotkeys.ended, "up")):
        with qtbot.waitSignal(signal) as told:
            portals.tell(f"{command} push_to_talk")
        assert told.args == ["push_to_talk"]


def test_new_keys_replace_the_old_ones(qtbot, start_portals, hotkeys):
    portals = start_portals()
    for keys in (KEYS, {"toggle": "Meta+Space"}):
        with qtbot.waitSignal(hotkeys.failed) as told:
            hotkeys.listen(keys)
        assert told.args == [Problem.NONE]
    shortcuts = awaited(portals, "GlobalShortcuts.BindShortcuts", 2)[-1][1]
    assert [name for name, _ in shortcuts] == ["toggle"]
    with qtbot.waitSignal(hotkeys.started) as told:
        portals.tell("down toggle")
    assert told.args == ["toggle"]


@pytest.mark.parametrize("lacks", ["leave", "portals", "bus"])
def test_why_keys_are_unavailable_is_reported(qtbot, monkeypatch, start_portals, hotkeys, lacks):
    if lacks == "leave":
        start_portals("refuse")
    elif lacks == "bus":
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    with qtbot.waitSignal(hotkeys.failed) as told:
        hotkeys.listen(KEYS)
    assert told.args == [Problem.REFUSED if lacks == "leave" else Problem.NO_KEYS_PORTAL]


def test_an_unanswered_question_does_not_delay_the_end(qtbot, start_portals, hotkeys):
    portals = start_portals("silent")
    hotkeys.listen(KEYS)
    qtbot.waitUntil(lambda: calls(portals, "GlobalShortcuts.BindShortcuts") != [])
    hotkeys.close()  # a hang here fails by the time limit


def test_words_are_typed_by_the_desktop(qtbot, start_portals, others, tmp_path):
    portals = start_portals()
    others.begin_session()
    others.take("Zoë said “你好”.")
    others.take("Good.")
    qtbot.waitUntil(lambda: typed(portals) == "Zoë said “你好”. Good. ")
    ((_, options),) = calls(portals, "RemoteDesktop.SelectDevices")
    assert "restore_token" not in options
    assert (tmp_path / "data" / "token").read_text() == "let in before"


def test_a_permission_is_reused(qtbot, start_portals, keystrokes, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "token").write_text("let in before")
    portals = start_portals()
    with qtbot.waitSignal(keystrokes.pressed):
        keystrokes.write("a")
    ((_, options),) = awaited(portals, "RemoteDesktop.SelectDevices")
    assert options["restore_token"] == ["s", "let in before"]


@pytest.mark.parametrize("problem", [Problem.REFUSED, Problem.NO_PRESSING])
def test_without_permission_words_gather_in_the_clipboard(qtbot, start_portals, others, problem):
    portals = start_portals("refuse")
    if problem is Problem.NO_PRESSING:
        portals.stop()
    with qtbot.waitSignal(others.problem_changed) as told:
        others.take("One.")
    assert told.args == [problem]
    others.take("Two.")
    held = QGuiApplication.clipboard().mimeData()
    assert held.text() == "One. Two. "
    assert held.data("x-kde-passwordManagerHint") == b"secret"


def test_keys_are_named_as_in_the_specification():
    assert trigger("Meta+Shift+F9") == "LOGO+SHIFT+F9"
    assert trigger("Ctrl+PgUp") == "CTRL+Page_Up"
    assert trigger("Ctrl+A") == "CTRL+a"
