"""Preferences that notify when they change."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.preferences.preferences import Preferences, settings, value_of, with_value
from app.preferences.preferences_file import PreferencesFile
from app.tasks import Lane, TaskRunner

_SAVE_DELAY_MS = 400
_LANE = Lane("preferences", drains=True)


class LivePreferences(QObject):
    """The window's preferences; saved shortly after the last change.

    Signals:
        changed(str): Key of the value that changed.
        not_saved(object): The OSError because of which the file could not be written.
    """

    changed = Signal(str)
    not_saved = Signal(object)

    def __init__(self, path: Path, tasks: TaskRunner) -> None:
        super().__init__()
        self._file, self._tasks = PreferencesFile(path), tasks
        self._value = self._file.load()
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_DELAY_MS)
        self._timer.timeout.connect(self._save)

    @property
    def value(self) -> Preferences:
        return self._value

    def get(self, key: str) -> bool | float | str:
        return value_of(self._value, key)

    def set(self, key: str, value: object) -> None:
        changed = with_value(self._value, key, value)
        if changed == self._value:
            return
        self._value = changed
        self._timer.start()
        self.changed.emit(key)

    def reset(self, section: str = "") -> None:
        for item in settings():
            if not section or item.key.startswith(f"{section}."):
                self.set(item.key, item.default)

    def close(self) -> None:
        """Save pending changes; closing the task runner waits for that."""
        if self._timer.isActive():
            self._timer.stop()
            self._save()

    def _save(self) -> None:
        save = partial(self._file.save, self._value)
        self._tasks.run(_LANE, save, on_error=self.not_saved.emit)
