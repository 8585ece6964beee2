"""Pressing keys in the application in front."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.desktop.desktop_kind import DesktopKind
from app.desktop.problems import Problem
from engine.errors import PortalError

_log = logging.getLogger(__name__)


class KeystrokeBackend(Protocol):
    """Presses keys: `PynputKeystrokes` or `PortalKeystrokes`; made and used on one thread."""

    def paste(self, keys: str) -> None:
        """Press keys together, "Ctrl+V"."""
        ...

    def can_write(self, text: str) -> bool:
        """Tell whether a text can be typed sign by sign."""
        ...

    def write(self, text: str) -> None:
        """Type a text."""
        ...

    def close(self) -> None:
        """Give the keyboard back."""
        ...


class Keystrokes(QObject):
    """Presses keys on a thread of its own; every method returns at once.

    Signals (emitted on that thread, so queued where they are received):
        pressed(): what was asked for is done.
        unwritable(str): a text that was to be typed and cannot be, on this keyboard.
        failed(object, str): the `Problem` for which it is not; the text that was to be typed.
    """

    pressed = Signal()
    unwritable = Signal(str)
    failed = Signal(object, str)

    def __init__(self, kind: DesktopKind, token: Path, parent: QObject | None = None) -> None:
        """Press nothing yet.

        Args:
            kind: the desktop's.
            token: the file of a portal's permission, so that it asks only once.
            parent: who owns it.
        """
        super().__init__(parent)
        self._is_over = Event()
        self._make = _maker(kind, token, self._is_over)
        self._thread = ThreadPoolExecutor(1, "keystrokes")
        self._fingers: KeystrokeBackend | None = None

    def paste(self, keys: str) -> None:
        """Press keys together."""
        self._thread.submit(self._try, lambda fingers: fingers.paste(keys), "")

    def write(self, text: str) -> None:
        """Type a text."""
        self._thread.submit(self._try, lambda fingers: self._write(fingers, text), text)

    def prepare(self) -> None:
        """Get hold of the keyboard; on Wayland the desktop may ask the person."""
        self._thread.submit(self._try, lambda _: None, "")

    def close(self) -> None:
        """Press what is asked for already, then give the keyboard back."""
        self._is_over.set()
        self._thread.submit(self._let_go)
        self._thread.shutdown(wait=True)

    def _write(self, fingers: KeystrokeBackend, text: str) -> None:
        if fingers.can_write(text):
            fingers.write(text)
        else:
            self.unwritable.emit(text)

    def _try(self, act: Callable[[KeystrokeBackend], None], text: str) -> None:
        problem = self._problem_of(act)
        if problem is Problem.NONE:
            self.pressed.emit()
        else:
            self._let_go()
            self.failed.emit(problem, text)

    def _problem_of(self, act: Callable[[KeystrokeBackend], None]) -> Problem:
        try:
            if self._fingers is None:
                self._fingers = self._make()
            act(self._fingers)
        except ImportError:
            _log.info("pynput does not work here", exc_info=True)
            return Problem.NO_LIBRARY
        except PortalError as error:
            _log.info("no keys can be pressed: %s", error)
            return Problem.REFUSED if error.reason == "refused" else Problem.NO_PRESSING
        return Problem.NONE

    def _let_go(self) -> None:
        if self._fingers is not None:
            self._fingers.close()
            self._fingers = None


def _maker(kind: DesktopKind, token: Path, is_over: Event) -> Callable[[], KeystrokeBackend]:
    def portal() -> KeystrokeBackend:
        from app.desktop.portal_keystrokes import PortalKeystrokes

        return PortalKeystrokes(token, is_over)

    def pynput() -> KeystrokeBackend:
        from app.desktop.pynput_keystrokes import PynputKeystrokes

        return PynputKeystrokes()

    return portal if kind is DesktopKind.WAYLAND else pynput
