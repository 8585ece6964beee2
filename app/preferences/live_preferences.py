"""Preferences that tell when they change."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, QTimer, Signal

from app.preferences.preferences import Preferences, setting, settings, value_of, with_value
from app.preferences.preferences_file import PreferencesFile

_SAVE_DELAY_MS = 400


class LivePreferences(QObject):
    """The one holder of the preferences in the window; saves a moment after the last change.

    Signals:
        changed(str): the key of a value that is another one now.
        not_saved(object): the OSError for which the file could not be written.
    """

    changed = Signal(str)
    not_saved = Signal(object)

    def __init__(self, file: PreferencesFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self._value = file.load()
        self._writer = ThreadPoolExecutor(1, "preferences")
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_DELAY_MS)
        self._timer.timeout.connect(self._save)

    @property
    def value(self) -> Preferences:
        """Everything as it is now."""
        return self._value

    @property
    def problems(self) -> tuple[Exception, ...]:
        """What could not be read when the file was loaded."""
        return self._file.problems

    def get(self, key: str) -> bool | float | str:
        """Return one value."""
        return value_of(self._value, key)

    def set(self, key: str, value: object) -> None:
        """Change one value at once.

        Raises:
            SettingsError: there is no such setting, or it cannot have this value.
        """
        changed = with_value(self._value, key, value)
        if changed == self._value:
            return
        self._value = changed
        self._timer.start()
        self.changed.emit(key)

    def reset(self, section: str = "") -> None:
        """Set every value of a section, or of all, to its default."""
        for item in settings():
            if not section or item.key.startswith(f"{section}."):
                self.set(item.key, setting(item.key).default)

    def close(self) -> None:
        """Save what is not saved yet, and wait until it is."""
        if self._timer.isActive():
            self._timer.stop()
            self._save()
        self._writer.shutdown(wait=True)

    def _save(self) -> None:
        self._writer.submit(self._file.save, self._value).add_done_callback(self._saved)

    def _saved(self, done: Future[None]) -> None:
        """On the writer's thread: signals cross to the window's own."""
        error = done.exception()
        if error is not None:
            self.not_saved.emit(error)
