"""Follows the voice down the page, until the person scrolls up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QScrollBar

_ROOM_LINES = 2


class AutoScroll(QObject):
    """Keeps a stretch of the page in view while it follows.

    Signals:
        following_changed(bool): whether the page goes with the voice.
    """

    following_changed = Signal(bool)

    def __init__(self, bar: QScrollBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self._voice_y = 0.0
        self._is_following = True
        self._is_own = False
        self._is_allowed = True
        bar.valueChanged.connect(self._moved)

    @property
    def is_following(self) -> bool:
        """Whether the page goes with the voice."""
        return self._is_following

    def follow(self) -> None:
        """Go to the voice and with it."""
        self._set_following(following=True)
        self._go()

    @contextmanager
    def by_ourselves(self) -> Iterator[None]:
        """Scroll without taking it for the person's doing."""
        before, self._is_own = self._is_own, True
        try:
            yield
        finally:
            self._is_own = before

    def voice_at(self, bottom_y: float, line_height: float) -> None:
        """Say where the newest word ends on the page, in pixels from the text's top."""
        self._voice_y = bottom_y + _ROOM_LINES * line_height
        if self._is_following and self._is_allowed:
            self._go()

    def set_allowed(self, *, is_allowed: bool) -> None:
        """Let it follow by itself, or only where `follow` is called."""
        self._is_allowed = is_allowed

    def _go(self) -> None:
        wanted = round(self._voice_y) - self._bar.pageStep()
        if wanted > self._bar.value() or self._is_above():
            with self.by_ourselves():
                self._bar.setValue(wanted)

    def _is_above(self) -> bool:
        """Whether the voice is above what is seen."""
        return self._voice_y < self._bar.value()

    def _moved(self, value: int) -> None:
        """Someone scrolled: follow if the voice is in view."""
        if self._is_own:
            return
        is_in_view = value <= self._voice_y <= value + self._bar.pageStep() + 1
        is_at_end = value == self._bar.maximum()
        self._set_following(following=is_in_view or is_at_end)

    def _set_following(self, *, following: bool) -> None:
        if following != self._is_following:
            self._is_following = following
            self.following_changed.emit(following)
