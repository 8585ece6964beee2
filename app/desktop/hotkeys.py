"""Global shortcuts, with whatever mechanism this desktop has for them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QKeySequenceEdit

from app.desktop.desktop_kind import DesktopKind
from app.desktop.key_listener import PynputKeyListener
from app.desktop.problems import Problem
from app.desktop.x11_input_watch import Touch
from app.desktop.x11_key_listener import X11KeyListener
from app.dictation.events import State
from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner


class PushToTalk:
    """Starts a session when the key is pressed, and stops only that one on release.

    No session can start while the last one is finishing; then it starts afterwards, if the key is
    still held.
    """

    def __init__(self, start: Callable[[], None], stop: Callable[[], None]) -> None:
        self._start, self._stop = start, stop
        self._state = State.STOPPED
        self._is_held = False
        self._is_ours = False

    def press(self) -> None:
        self._is_held = True
        self._begin()

    def release(self) -> None:
        self._is_held = False
        if self._is_ours:
            self._is_ours = False
            self._stop()

    def forget(self) -> None:
        """Start nothing until the key is pressed again."""
        self._is_held = self._is_ours = False

    def follow(self, state: State) -> None:
        was_draining = self._state is State.DRAINING
        self._state = state
        if state is State.STOPPED:
            self._is_ours = False
            if was_draining and self._is_held:
                self._begin()

    def _begin(self) -> None:
        if self._state is State.STOPPED:
            self._is_ours = True
            self._start()


TOGGLE = "toggle"
PUSH_TO_TALK = "push_to_talk"
DISCARD = "discard"
_KEYS = {name: f"general.{name}_keys" for name in (TOGGLE, PUSH_TO_TALK, DISCARD)}
_REPEAT_MS = 60  # a repeating key goes up and down in quick succession


class KeyListener(Protocol):
    """Listens to keys: on X11, on Wayland, elsewhere."""

    started: Any
    ended: Any
    failed: Any

    def listen(self, keys: Mapping[str, str]) -> None: ...

    def close(self) -> None: ...


class Hotkeys(QObject):
    """Follows the preferences; a held key is one press, however it repeats.

    Signals:
        pressed(str): TOGGLE, PUSH_TO_TALK or DISCARD was pressed.
        released(str): It was released.
        problem_changed(object): The `Problem` because of which some keys do not work.
        touched(int): Another key, a click or another window came after `watch` of this number.
    """

    pressed = Signal(str)
    released = Signal(str)
    problem_changed = Signal(object)
    touched = Signal(int)

    def __init__(
        self,
        kind: DesktopKind,
        preferences: LivePreferences,
        tasks: TaskRunner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.problem = Problem.NONE
        self._preferences = preferences
        self._listener = _key_listener(kind, tasks, self)
        self._going_up = {name: self._release_timer(name) for name in _KEYS}
        if self._listener is not None:
            self._listener.started.connect(self._begin)
            self._listener.ended.connect(self._end)
            self._listener.failed.connect(self._take_problem)
        if isinstance(self._listener, X11KeyListener):
            self._listener.touched.connect(self._take_touch)

    def start(self) -> None:
        self._preferences.changed.connect(self._follow)
        self._listen()

    def close(self) -> None:
        if self._listener is not None:
            self._listener.close()

    @property
    def can_watch(self) -> bool:
        return isinstance(self._listener, X11KeyListener)

    def watch(self, number: int) -> None:
        """Tell by `touched` when somebody does anything, if it can be known."""
        if isinstance(self._listener, X11KeyListener):
            self._listener.watch(number)

    def _take_touch(self, number: int, touch: Touch) -> None:
        is_ours = QApplication.topLevelAt(QCursor.pos()) is not None
        if touch is Touch.CLICK and is_ours:  # the pill's buttons leave the focus where it is
            self.watch(number)
        else:
            self.touched.emit(number)

    def _follow(self, key: str) -> None:
        if key in _KEYS.values():
            self._listen()

    def _listen(self) -> None:
        if self._listener is None:
            self._take_problem(Problem.NO_SCREEN)
            return
        wanted = {name: str(self._preferences.get(key)) for name, key in _KEYS.items()}
        self._listener.listen({name: keys for name, keys in wanted.items() if keys})

    def _begin(self, name: str) -> None:
        timer = self._going_up[name]
        if timer.isActive():
            timer.stop()
        elif not isinstance(QApplication.focusWidget(), QKeySequenceEdit):  # choosing keys
            self.pressed.emit(name)

    def _end(self, name: str) -> None:
        self._going_up[name].start()

    def _release_timer(self, name: str) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=_REPEAT_MS)
        timer.timeout.connect(lambda: self.released.emit(name))
        return timer

    def _take_problem(self, problem: Problem) -> None:
        self.problem = problem
        self.problem_changed.emit(problem)


def _key_listener(kind: DesktopKind, tasks: TaskRunner, parent: QObject) -> KeyListener | None:
    if kind is DesktopKind.OPEN and sys.platform == "linux":
        return X11KeyListener(parent)
    if kind is DesktopKind.OPEN:
        return PynputKeyListener(tasks, parent)
    if kind is DesktopKind.WAYLAND:
        from app.desktop.portal_hotkeys import PortalHotkeys

        return PortalHotkeys(parent)
    return None
