"""Runs Python's garbage collector only on the window's thread."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1_000
_held_back: list[object] = []


class GarbageCollector(QObject):
    """Collects on the thread it was created on, instead of whichever thread creates objects.

    A widget or timer freed on another thread leaves its Qt timer behind, which then calls into
    freed memory.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due, as Python would do itself."""
        if _held_back:
            return
        due = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(number for number, is_due in enumerate(due) if is_due))

    def stop(self) -> None:
        self._timer.stop()
        if self._was_enabled:
            gc.enable()


@contextmanager
def held_back() -> Iterator[None]:
    """Suspend collection, on all threads, while a block creates a million objects."""
    token = object()
    _held_back.append(token)
    try:
        yield
    finally:
        _held_back.remove(token)
