"""Dictation for as long as a key is held down."""

from __future__ import annotations

from collections.abc import Callable

from app.dictation.events import State


class PushToTalk:
    """Starts a session at the press and stops just that one at the release.

    While the last session still hands over its words, none can begin: then it begins as soon as
    that is done, if the key is still held.
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
