"""Pressing keys in the application in front."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from app.desktop.desktop_kind import DesktopKind
from app.desktop.problems import Problem
from app.tasks import Lane, TaskRunner
from engine.errors import PortalError

_log = logging.getLogger(__name__)
_LANE = Lane("keystrokes", drains=True)
_LATIN_1_END = 0x100
_UNICODE = 0x0100_0000
_KEYSYMS = {
    "\n": 0xFF0D,
    "\t": 0xFF09,
    "Ctrl": 0xFFE3,
    "Shift": 0xFFE1,
    "Alt": 0xFFE9,
    "Meta": 0xFFEB,
    "Ins": 0xFF63,
    "Return": 0xFF0D,
}
_MODIFIERS = {"Ctrl": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "cmd"}
_NAMED = {"Ins": "insert", "Return": "enter"}


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


class PynputKeystrokes:
    """A keyboard of our own."""

    def __init__(self) -> None:
        """Get hold of it.

        Raises:
            ImportError: pynput is missing or cannot reach the keyboard of this system.
        """
        from pynput import keyboard

        self._keys = keyboard
        self._controller = keyboard.Controller()

    def paste(self, keys: str) -> None:
        """Press keys together, "Ctrl+V"; on macOS Ctrl is the Command key."""
        *modifiers, key = keys.split("+")
        with ExitStack() as held:
            for word in modifiers:
                held.enter_context(self._controller.pressed(self._modifier(word)))
            self._controller.tap(self._key(key))

    def can_write(self, text: str) -> bool:
        """Whether every sign is on the keyboard.

        On X11, pynput would lay the others on free keys, and applications that read them later
        than it lays the next ones there get wrong signs.
        """
        if sys.platform != "linux":
            return True
        self._controller = self._keys.Controller()  # knows the keyboard as it is now
        return all(keysym(sign) in self._controller.keyboard_mapping for sign in set(text))

    def write(self, text: str) -> None:
        self._controller.type(text)

    def close(self) -> None:
        """Give it back; pynput's own connection ends with the object."""

    def _modifier(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        is_command = sys.platform == "darwin" and word == "Ctrl"
        return self._keys.Key["cmd" if is_command else _MODIFIERS[word]]

    def _key(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        if word in _NAMED:
            return self._keys.Key[_NAMED[word]]
        if sys.platform == "linux":  # by its key: applications may ignore what is only sent to them
            return self._keys.KeyCode.from_vk(ord(word.lower()))
        return self._keys.KeyCode.from_char(word.lower())


def _maker(kind: DesktopKind, token: Path, is_over: Event) -> Callable[[], KeystrokeBackend]:
    def portal() -> KeystrokeBackend:
        from app.desktop.portal_keystrokes import PortalKeystrokes

        return PortalKeystrokes(token, is_over)

    def pynput() -> KeystrokeBackend:

        return PynputKeystrokes()

    return portal if kind is DesktopKind.WAYLAND else pynput


def keysym(name: str) -> int:
    """Return the number of a sign, or of a key by Qt's name; those of Latin 1 are its own."""
    if name in _KEYSYMS:
        return _KEYSYMS[name]
    code = ord(name)
    return code if code < _LATIN_1_END else _UNICODE + code
