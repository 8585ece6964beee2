from __future__ import annotations

import sys

import pytest

from app.desktop import keystrokes
from app.desktop.desktop_kind import DesktopKind
from app.desktop.keystrokes import Keystrokes
from app.desktop.problems import Problem
from app.desktop.screen_lock import is_locked
from app.tasks import TaskRunner
from tests.support.desktop.programs import logind

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="logind, and D-Bus")


def test_logind_tells_whether_the_screen_is_locked(monkeypatch):
    with logind() as (environment, service):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", environment["DBUS_SYSTEM_BUS_ADDRESS"])
        for word in ("unlock", "lock", "unlock"):
            service.stdin.write(f"{word}\n")
            service.stdin.flush()
            assert service.stdout.readline() == f"{word}\n"
            assert is_locked() is (word == "lock")


def test_without_logind_no_screen_is_locked(monkeypatch, tmp_path):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    assert not is_locked()


def test_nothing_is_typed_into_a_locked_screen(monkeypatch, qtbot, tmp_path):
    monkeypatch.setattr(keystrokes, "is_locked", lambda: True)
    tasks = TaskRunner()
    pressing = Keystrokes(DesktopKind.OPEN, tmp_path / "token", tasks)
    with qtbot.waitSignal(pressing.failed) as told:
        pressing.write("What was said.")
    assert told.args == [Problem.LOCKED, "What was said."]
    tasks.close()
