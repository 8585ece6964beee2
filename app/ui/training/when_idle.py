"""Automatic training while nobody dictates."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.desktop.mains_power import is_on_mains
from app.dictation.events import State
from app.preferences.live_preferences import LivePreferences
from app.ui.training.controller import TrainingController
from app.ui.training.values import TrainingRequest

_KEY = "training.when_idle_min"


class TrainingWhenIdle(QObject):
    """Checks now and then, while nobody dictates, whether to train; off by default.

    What it started stops as soon as somebody dictates; what the user started does not.
    """

    def __init__(
        self,
        preferences: LivePreferences,
        controller: TrainingController,
        on_mains: Callable[[], bool | None] = is_on_mains,
    ) -> None:
        super().__init__()
        self._preferences, self._controller, self._on_mains = preferences, controller, on_mains
        self._is_idle, self._is_ours, self._has_failed = True, False, False
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._look)
        preferences.changed.connect(self._follow_preference)
        controller.due.connect(self._begin)
        controller.ended.connect(self._end)
        controller.cancelled.connect(self._end)
        controller.failed.connect(self._fail)
        self._wait()

    def follow(self, state: State) -> None:
        """Follow the state of the dictation."""
        self._is_idle = state is State.STOPPED
        if not self._is_idle and self._is_ours:
            self._controller.cancel()
        self._wait()

    def _follow_preference(self, key: str) -> None:
        if key == _KEY:
            self._has_failed = False
            self._wait()

    def _wait(self) -> None:
        minutes = int(self._preferences.get(_KEY))  # 0 means never
        if minutes and self._is_idle:
            self.timer.start(minutes * 60_000)
        else:
            self.timer.stop()

    def _look(self) -> None:
        if not (self._controller.is_running or self._has_failed or self._on_mains() is False):
            self._controller.find_due()

    def _begin(self, request: TrainingRequest) -> None:
        if self._is_idle and self.timer.isActive() and not self._controller.is_running:
            self._is_ours = True
            self._controller.start(request)

    def _end(self) -> None:
        self._is_ours = False

    def _fail(self) -> None:
        self._has_failed = self._has_failed or self._is_ours  # it is not tried over and over
        self._is_ours = False
