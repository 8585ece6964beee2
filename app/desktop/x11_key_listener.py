"""Global shortcuts on X11: grabbed key combinations."""

from __future__ import annotations

import logging
import os
import select
from collections.abc import Mapping
from queue import SimpleQueue
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.desktop.chords import understood
from app.desktop.problems import Problem
from app.desktop.x11_input_watch import X11InputWatch
from app.desktop.x11_keyboard import X11Keyboard
from engine.errors import PortalError

_log = logging.getLogger(__name__)
_LOOK_S = 0.02  # while a chord is held
_MODIFIERS = 0xFF  # mask of the modifiers; mouse buttons and layout are in higher bits


class X11KeyListener(QObject):
    """Grabs a few chords; of other keys it learns only that one was pressed, if asked.

    The application in front does not receive a grabbed chord. One that another program has grabbed
    is unavailable.

    Signals (emitted on its own thread, so queued for receivers):
        begun(str): Name of a chord that was pressed; again and again if keys repeat.
        ended(str): Name of a chord that was released.
        failed(object): The `Problem` that prevents listening, `NONE` if there is none.
        touched(int, object): The first `Touch` since `watch` was called with this number.
    """

    started = Signal(str)
    ended = Signal(str)
    failed = Signal(object)
    touched = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: SimpleQueue[dict[str, str] | int | None] = SimpleQueue()
        self._thread: Thread | None = None

    def listen(self, keys: Mapping[str, str]) -> None:
        if self._thread is None and not keys:
            self.failed.emit(Problem.NONE)
            return
        self._want(dict(keys))

    def watch(self, number: int) -> None:
        """Tell of the first key, click or other window from now on, by `touched`."""
        self._want(number)

    def _want(self, wanted: dict[str, str] | int) -> None:
        if self._thread is None:
            self._reads, self._wakes = os.pipe()
            self._thread = Thread(target=self._run, name="x11-keys", daemon=True)
            self._thread.start()
        self._wanted.put(wanted)
        os.write(self._wakes, b"\0")

    def close(self) -> None:
        if self._thread is not None:
            self._wanted.put(None)
            os.write(self._wakes, b"\0")
            self._thread.join()
            os.close(self._wakes)
            os.close(self._reads)
            self._thread = None

    def _run(self) -> None:
        from Xlib.error import ConnectionClosedError

        try:
            keyboard = X11Keyboard()
        except PortalError as error:
            _log.info("no keys can be listened to: %s", error)
            self.failed.emit(Problem.NO_LIBRARY)
            return
        try:
            self._listen(keyboard)
        except (ConnectionClosedError, OSError):
            _log.info("the screen is gone; no keys are listened to")
        finally:
            keyboard.close()

    def _listen(self, keyboard: X11Keyboard) -> None:
        chords, keys, display = GrabbedChords(keyboard), dict[str, str](), keyboard.display
        watch, number = X11InputWatch(keyboard), 0
        while True:
            events = watch.events()
            if touch := watch.found(events):
                self.touched.emit(number, touch)
            for event in events:
                if keyboard.follow_layout(event):
                    self.failed.emit(chords.take(keys))
                if name := chords.started_by(event):
                    self.started.emit(name)
            for name in chords.ended():
                self.ended.emit(name)
            patience_s = _LOOK_S if chords.are_held else None
            ready, _, _ = select.select([display.fileno(), self._reads], [], [], patience_s)
            if self._reads in ready:
                os.read(self._reads, 1)
                wanted = self._wanted.get()
                if wanted is None:
                    return
                if isinstance(wanted, int):
                    number = wanted
                    watch.begin()
                else:
                    keys = wanted
                    self.failed.emit(chords.take(keys))


class GrabbedChords:
    """The grabbed chords, and those of them that are held.

    While a grabbed key is held, X11 sends every key to the grabber, including those pressed to
    paste. So the keyboard is released at once, and the key polled until it is up; meanwhile it does
    not repeat.
    """

    def __init__(self, keyboard: X11Keyboard) -> None:
        self._keyboard = keyboard
        self._chords: dict[tuple[int, int], str] = {}
        self._held: dict[str, tuple[int, int]] = {}
        self._locks: frozenset[int] = frozenset()

    @property
    def are_held(self) -> bool:
        return bool(self._held)

    def take(self, keys: Mapping[str, str]) -> Problem:
        """Grab these chords and no others; return why some cannot be grabbed."""
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

        root, display = self._keyboard.root, self._keyboard.display
        self._locks = frozenset(self._keyboard.locks())
        chords, problem = understood(keys)
        places = {name: self._keyboard.chord(chord) for name, chord in chords.items()}
        root.ungrab_key(X.AnyKey, X.AnyModifier)  # no round trips until they are grabbed again
        self._chords.clear()
        for name, place in places.items():
            if place is None:
                problem = Problem.UNKNOWN_KEYS
                continue
            code, mask = place
            refused, how = CatchError(BadAccess), X.GrabModeAsync
            for locks in self._locks:
                root.grab_key(code, mask | locks, 0, how, how, onerror=refused)
            display.sync()
            if refused.get_error():
                problem = Problem.KEYS_TAKEN
            self._chords[place] = name
        return problem

    def started_by(self, event: Any) -> str:  # noqa: ANN401  python-xlib has no types
        """Return the name of the chord that an event begins, else ""."""
        from Xlib import X

        if event.type != X.KeyPress:
            return ""
        display = self._keyboard.display
        display.ungrab_keyboard(X.CurrentTime)
        place = event.detail, event.state & _MODIFIERS & ~max(self._locks, default=0)
        name = self._chords.get(place, "")
        if name and name not in self._held:
            display.change_keyboard_control(key=event.detail, auto_repeat_mode=X.AutoRepeatModeOff)
            self._held[name] = place
        display.flush()
        return name

    def ended(self) -> list[str]:
        """Return the names of the chords no longer held."""
        if not self._held:
            return []
        from Xlib import X

        display = self._keyboard.display
        down, state = display.query_keymap(), self._keyboard.root.query_pointer().mask
        released = [
            name
            for name, (code, mask) in self._held.items()
            if not down[code // 8] >> code % 8 & 1 or state & mask != mask
        ]
        for name in released:
            code, _ = self._held.pop(name)
            display.change_keyboard_control(key=code, auto_repeat_mode=X.AutoRepeatModeOn)
        return released
