from __future__ import annotations

import gc
import threading
import time
from typing import ClassVar

from PySide6.QtCore import QObject, QTimer

from app.ui.garbage_collector import GarbageCollector, held_back


class Circle(QObject):
    """Owns itself, and a timer that must be stopped on its own thread."""

    freed: ClassVar[list[int]] = []

    def __init__(self):
        super().__init__()
        self.itself = self
        self.timer = QTimer(self, interval=1)
        self.timer.start()

    def __del__(self):
        self.freed.append(threading.get_ident())


def make_objects():
    """Make enough of them on another thread for Python to collect there."""
    end_s = time.monotonic() + 0.3
    while time.monotonic() < end_s:
        _ = [[] for _ in range(5_000)]


def test_cycles_are_only_freed_on_the_window_s_thread(qtbot, monkeypatch):
    monkeypatch.setattr(gc, "freeze", lambda: None)  # by an earlier test's result, still opening
    gc.enable()
    garbage = GarbageCollector()
    Circle.freed.clear()
    for _ in range(20):
        Circle()
    other = threading.Thread(target=make_objects)
    other.start()
    other.join()
    assert Circle.freed == [], "not on the other thread"
    with held_back():
        garbage.collect()
    assert Circle.freed == [], "not while it is held back"
    kept = []

    def is_freed():  # deletions offset new objects
        kept.extend([] for _ in range(1_000))  # soon so many that Python would look for cycles
        return len(Circle.freed) > 0

    qtbot.waitUntil(is_freed, timeout=60_000)
    assert Circle.freed == [threading.get_ident()] * 20
    garbage.stop()
    assert gc.isenabled()
    gc.disable()
