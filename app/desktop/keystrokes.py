"""Pressing keys in the application in front."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.desktop.desktop_kind import DesktopKind
from app.desktop.problems import Problem
from app.tasks import Lane, TaskRunner
from engine.errors import PortalError

_log = logging.getLogger(__name__)
_LANE = Lane("keystrokes", drains=True)


class KeystrokeBackend(Protocol):
    """Presses keys: `PynputKeystrokes` or `PortalKeystrokes`; made and used on one thread."""

    def paste(self, keys: str) -> None: ...

    def can_write(self, text: str) -> bool: ...

    def write(self, text: str) -> None: ...

    def close(self) -> None: ...


class Keystrokes(QObject):
    """Presses keys in the background; every method returns at once.

    Signals:
        pressed(): what was to be done is done.
        unwritable(str): a text that was to be typed and cannot be, on this keyboard.
        failed(object, str): the `Problem` for which it is not; the text that was to be typed.
    """

    pressed = Signal()
    unwritable = Signal(str)
    failed = Signal(object, str)

    def __init__(
        self, kind: DesktopKind, token: Path, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        """Press nothing yet; a portal's permission is kept in the file `token`."""
        super().__init__(parent)
        self._is_over = Event()
        self._make = _maker(kind, token, self._is_over)
        self._tasks = tasks
        self._backend: KeystrokeBackend | None = None

    def paste(self, keys: str) -> None:
        self._run(lambda backend: backend.paste(keys), "")

    def write(self, text: str) -> None:
        self._run(lambda backend: self._write(backend, text), text)

    def prepare(self) -> None:
        """Get hold of the keyboard; on Wayland the desktop may ask the person."""
        self._run(lambda _: None, "")

    def close(self) -> None:
        """Press what waits already, then give the keyboard back."""
        self._is_over.set()
        self._tasks.run(_LANE, self._release)

    def _write(self, backend: KeystrokeBackend, text: str) -> None:
        if backend.can_write(text):
            backend.write(text)
        else:
            self._tasks.call(self.unwritable.emit, text)

    def _run(self, act: Callable[[KeystrokeBackend], None], text: str) -> None:
        def done(problem: Problem) -> None:
            if problem is Problem.NONE:
                self.pressed.emit()
            else:
                self.failed.emit(problem, text)

        self._tasks.run(_LANE, lambda: self._problem_of(act), done)

    def _problem_of(self, act: Callable[[KeystrokeBackend], None]) -> Problem:
        try:
            if self._backend is None:
                self._backend = self._make()
            act(self._backend)
        except ImportError:
            _log.info("pynput does not work here", exc_info=True)
            problem = Problem.NO_LIBRARY
        except PortalError as error:
            _log.info("no keys can be pressed: %s", error)
            problem = Problem.REFUSED if error.reason == "refused" else Problem.NO_PRESSING
        else:
            return Problem.NONE
        self._release()
        return problem

    def _release(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None


def _maker(kind: DesktopKind, token: Path, is_over: Event) -> Callable[[], KeystrokeBackend]:
    def portal() -> KeystrokeBackend:
        from app.desktop.portal_keystrokes import PortalKeystrokes

        return PortalKeystrokes(token, is_over)

    def pynput() -> KeystrokeBackend:
        from app.desktop.pynput_keystrokes import PynputKeystrokes

        return PynputKeystrokes()

    return portal if kind is DesktopKind.WAYLAND else pynput
