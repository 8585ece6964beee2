"""What Qt tells screen readers, seen where Qt passes it to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import PySide6
import shiboken6
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

from tests.support.shared_data import need_library

_INSTALL = "_ZN11QAccessible20installUpdateHandlerEPFvP16QAccessibleEventE"
_TEXT_CHANGES = {
    QAccessible.Event.TextInserted,
    QAccessible.Event.TextRemoved,
    QAccessible.Event.TextUpdated,
}


@dataclass
class ScreenReader:
    """What it was told.

    Attributes:
        announced: texts to be said.
        urgent: those of them that must not wait.
        changes: how often a text was reported as changed.
    """

    announced: list[str] = field(default_factory=list)
    urgent: list[str] = field(default_factory=list)
    changes: int = 0

    def take(self, address: int) -> None:
        kind = shiboken6.wrapInstance(address, QAccessibleEvent).type()
        if kind == QAccessible.Event.Announcement:
            event = shiboken6.wrapInstance(address, QAccessibleAnnouncementEvent)
            self.announced.append(event.message())
            if event.politeness() == QAccessible.AnnouncementPoliteness.Assertive:
                self.urgent.append(event.message())
        self.changes += kind in _TEXT_CHANGES


@contextmanager
def screen_reader() -> Iterator[ScreenReader]:
    """Take a screen reader's place; PySide does not offer it, so C++ is asked."""
    libraries = [*Path(PySide6.__file__).parent.glob("Qt/lib/libQt6Gui.so.6")]
    if not libraries:
        need_library("Qt6Gui")
    install = getattr(ctypes.CDLL(str(libraries[0])), _INSTALL)
    install.restype, install.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    reader = ScreenReader()
    handler = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(reader.take)
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    before = install(ctypes.cast(handler, ctypes.c_void_p))
    try:
        yield reader
    finally:
        install(before)
        QAccessible.setActive(was_active)
