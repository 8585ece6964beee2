"""Global shortcuts on Windows and macOS: pynput."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.desktop.chords import ChordWatch, understood
from app.desktop.problems import Problem
from app.tasks import Lane, TaskRunner

_log = logging.getLogger(__name__)
_LANE = Lane("key-listener", drains=True)  # importing pynput is slow
_TIMEOUT_S = 5.0
_SIDES = ("_l", "_r")


class PynputKeyListener(QObject):
    """Compares every key with a few chords; keys are not stored, logged or blocked.

    Signals (emitted on pynput's thread, so queued for receivers):
        begun(str): Name of a chord that was pressed; again and again if keys repeat.
        ended(str): Name of a chord that was released.
        failed(object): The `Problem` that prevents listening, `NONE` if there is none.
    """

    started = Signal(str)
    ended = Signal(str)
    failed = Signal(object)

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._listener: Any = None
        self._watch = ChordWatch({})

    def listen(self, keys: Mapping[str, str]) -> None:
        chosen = dict(keys)
        self._tasks.run(_LANE, lambda: self._listen(chosen), self.failed.emit)

    def close(self) -> None:
        self._tasks.run(_LANE, self._stop)

    def _listen(self, keys: dict[str, str]) -> Problem:
        chords, problem = understood(keys)
        self._watch = ChordWatch(chords)
        if not chords:
            self._stop()
        elif self._listener is None:
            problem = self._start() or problem
        return problem

    def _start(self) -> Problem | None:
        try:
            from pynput import keyboard
        except ImportError:
            _log.info("pynput does not work here", exc_info=True)
            return Problem.NO_LIBRARY
        listener: Any = keyboard.Listener(
            on_press=lambda key: self._tell(
                self.started, self._watch.press(name_of(listener, key))
            ),
            on_release=lambda key: self._tell(
                self.ended, self._watch.release(name_of(listener, key))
            ),
        )
        listener.start()
        self._listener = listener
        return _problem_of(listener)

    def _stop(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.stop()
            self._listener = None

    @staticmethod
    def _tell(signal: Any, names: list[str]) -> None:  # noqa: ANN401  a bound signal has no type
        for name in names:
            signal.emit(name)


def _problem_of(listener: Any) -> Problem | None:  # noqa: ANN401  pynput has no types
    waiting = Thread(target=listener.wait, daemon=True)  # it waits for ever if the listener fails
    waiting.start()
    waiting.join(_TIMEOUT_S)
    if not listener.is_alive():
        return Problem.NO_LIBRARY
    is_trusted = sys.platform != "darwin" or getattr(listener, "IS_TRUSTED", True)
    return None if is_trusted else Problem.NOT_ALLOWED


def name_of(listener: Any, key: Any) -> str:  # noqa: ANN401  pynput has no types
    """Return the name of a key as used in chords, left and right alike."""
    if key is None:
        return ""
    name = str(getattr(key, "name", ""))
    if name:
        return name[:-2] if name.endswith(_SIDES) else name
    plain = listener.canonical(key)
    return str(getattr(plain, "char", None) or "")
