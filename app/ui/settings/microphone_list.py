"""Which microphones there are, now and whenever one comes or goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.tasks import Lane, TaskRunner
from engine.audio.devices import microphones, microphones_now
from engine.errors import AudioDeviceError

_DEVICES = Path("/dev/snd")  # Linux puts a file here for each
_LANE = Lane("microphones")
_SETTLING_MS = 1_000  # a device comes as several files, and nobody may read them at first


class MicrophoneList(QObject):
    """Lists microphones; every method returns at once.

    Signals:
        listed(object): the names of the microphones, a tuple, and nothing where there are none.
    """

    listed = Signal(object)

    def __init__(
        self, tasks: TaskRunner, devices: Path = _DEVICES, parent: QObject | None = None
    ) -> None:
        """Begin without having looked.

        Args:
            tasks: where it is looked.
            devices: a folder that changes when a microphone comes or goes; it need not exist.
            parent: who owns it.
        """
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self._tasks = tasks
        self._look = microphones  # PortAudio's own first look is fresh
        self._is_looking = False
        self._is_wanted_again = False
        self._settling = QTimer(self, singleShot=True, interval=_SETTLING_MS)
        self._settling.timeout.connect(self.refresh)
        self._watcher = QFileSystemWatcher(self)
        if devices.is_dir():
            self._watcher.addPath(str(devices))
        self._watcher.directoryChanged.connect(self._settling.start)

    def refresh(self) -> None:
        """Ask which microphones there are; `listed` answers."""
        self._is_wanted_again = self._is_looking
        if not self._is_looking:
            self._is_looking = True
            self._tasks.run(_LANE, self._names, self._show)

    def _names(self) -> tuple[str, ...]:
        look, self._look = self._look, microphones_now
        try:
            return tuple(dict.fromkeys(item.name for item in look()))
        except (AudioDeviceError, OSError):
            return self.names

    def _show(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.listed.emit(names)
        self._is_looking = False
        if self._is_wanted_again:
            self.refresh()
