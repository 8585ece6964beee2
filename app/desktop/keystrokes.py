"""Pressing keys in the application in front."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from app.desktop.desktop_kind import DesktopKind
from app.desktop.problems import Problem
from app.desktop.screen_lock import is_locked
from app.desktop.x11_keyboard import X11Keyboard
from app.tasks import Lane, TaskRunner
from engine.errors import PortalError

_log = logging.getLogger(__name__)
_LANE = Lane("keystrokes", drains=True)
_MODIFIERS = {"Ctrl": "ctrl", "Alt": "alt", "Shift": "shift", "Meta": "cmd"}
_NAMED = {"Ins": "insert", "Return": "enter", "backspace": "backspace"}
# What each input method of XMODIFIERS is asked, and the answers while keys write what they say.
_INPUT_METHODS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ibus": (("ibus", "engine"), ("xkb:",)),
    "fcitx": (("fcitx5-remote",), ("0", "1")),
}
_INPUT_METHOD_TIMEOUT_S = 1.0


class KeystrokeBackend(Protocol):
    """Presses keys: on X11, on Wayland, elsewhere; created and used on one thread."""

    def has_target(self) -> bool: ...

    def paste(self, keys: str) -> None: ...

    def can_write(self, text: str) -> bool: ...

    def write(self, text: str) -> None: ...

    def close(self) -> None: ...


class Keystrokes(QObject):
    """Presses keys in the background; every method returns at once.

    Signals:
        pressed(): The keys have been pressed.
        unwritable(str): Text that cannot be typed on this keyboard.
        failed(object, str): The `Problem`, and the text that was to be typed.
    """

    pressed = Signal()
    unwritable = Signal(str)
    failed = Signal(object, str)

    def __init__(
        self, kind: DesktopKind, token: Path, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        """Press nothing yet; a portal's permission is stored in the file `token`."""
        super().__init__(parent)
        self.began_s = 0.0
        self._is_over = Event()
        self._make = _maker(kind, token, self._is_over)
        self._tasks = tasks
        self._backend: KeystrokeBackend | None = None

    def paste(self, keys: str) -> None:
        self._run(lambda backend: backend.paste(keys), "")

    def write(self, text: str) -> None:
        self._run(lambda backend: self._write(backend, text), text)

    def erase(self, count: int) -> None:
        """Press Backspace so many times."""

        def erase(backend: KeystrokeBackend) -> None:
            for _ in range(count):
                backend.paste("backspace")

        self._run(erase, "")

    def prepare(self) -> None:
        """Get access to the keyboard; on Wayland the desktop may ask the user."""
        self._run(lambda _: None, "")

    def close(self) -> None:
        """Press what is waiting, then release the keyboard."""
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
            if is_locked():
                return Problem.LOCKED
            if self._backend is None:
                self._backend = self._make()
            if not self._backend.has_target():
                return Problem.NO_WINDOW
            self.began_s = time.monotonic()
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
    """A virtual keyboard, on Windows and macOS."""

    def __init__(self) -> None:
        """Get access to the keyboard.

        Raises:
            ImportError: Pynput is missing or cannot access the keyboard of this system.
        """
        from pynput import keyboard

        self._keys = keyboard
        self._controller = keyboard.Controller()

    def has_target(self) -> bool:
        return True  # these systems always have an application in front

    def paste(self, keys: str) -> None:
        """Press keys together, such as "Ctrl+V"; on macOS Ctrl is the Command key."""
        *modifiers, key = keys.split("+")
        with ExitStack() as held:
            for word in modifiers:
                held.enter_context(self._controller.pressed(self._modifier(word)))
            self._controller.tap(self._key(key))

    def can_write(self, text: str) -> bool:  # noqa: ARG002  other backends cannot write everything
        return True

    def write(self, text: str) -> None:
        self._controller.type(text)

    def close(self) -> None:
        """Do nothing: pynput's connection ends with the object."""

    def _modifier(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        is_command = sys.platform == "darwin" and word == "Ctrl"
        return self._keys.Key["cmd" if is_command else _MODIFIERS[word]]

    def _key(self, word: str) -> Any:  # noqa: ANN401  pynput has no types
        if word in _NAMED:
            return self._keys.Key[_NAMED[word]]
        return self._keys.KeyCode.from_char(word.lower())


class X11Keystrokes:
    """Presses keys as if on the keyboard of an X11 screen."""

    def __init__(self) -> None:
        """Connect to the screen.

        Raises:
            PortalError: There is no such screen, or it does not allow pressing keys.
        """
        self._keyboard = X11Keyboard()

    def has_target(self) -> bool:
        """Whether a window has the focus, as far as the window manager tells."""
        return self._keyboard.active_window() != [0]

    def paste(self, keys: str) -> None:
        """Press keys together, such as "Ctrl+V"; Shift+Insert if the layout lacks Latin letters."""
        self._keyboard.refresh()
        *modifiers, key = keys.split("+")
        code = self._keyboard.code(key if len(key) > 1 else key.lower())
        if not code:
            modifiers, code = ["Shift"], self._keyboard.code("Ins")
        self._keyboard.press(*map(self._keyboard.code, modifiers), code)

    def can_write(self, text: str) -> bool:
        """Whether the keyboard has every character, and no input method would change them."""
        self._keyboard.refresh()
        return all(map(self._keyboard.stroke, set(text))) and not _is_input_method_on()

    def write(self, text: str) -> None:
        self._keyboard.type(text)

    def close(self) -> None:
        self._keyboard.close()


def _is_input_method_on() -> bool:
    """Whether IBus or Fcitx 5 turns keys into something else, such as pinyin into Chinese."""
    used = os.environ.get("XMODIFIERS", "")
    for name, (command, usual) in _INPUT_METHODS.items():
        if name in used:  # else asking Fcitx would start it
            try:
                answer = subprocess.run(  # noqa: S603
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    timeout=_INPUT_METHOD_TIMEOUT_S,
                    encoding="utf-8",
                    errors="replace",
                    check=True,
                ).stdout
            except (OSError, subprocess.CalledProcessError):  # it is not running
                return False
            except subprocess.TimeoutExpired:  # a busy one may be on
                return True
            return not answer.startswith(usual)
    return False


def _maker(kind: DesktopKind, token: Path, is_over: Event) -> Callable[[], KeystrokeBackend]:
    def portal() -> KeystrokeBackend:
        from app.desktop.portal_keystrokes import PortalKeystrokes

        return PortalKeystrokes(token, is_over)

    if kind is DesktopKind.WAYLAND:
        return portal
    return X11Keystrokes if sys.platform == "linux" else PynputKeystrokes
