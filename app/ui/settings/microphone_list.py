"""Which microphones there are, now and whenever one comes or goes."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from engine.audio.devices import microphones, microphones_now
from engine.errors import AudioDeviceError

_DEVICES = Path("/dev/snd")  # Linux puts a file here for each
_SETTLING_MS = 1_000  # a device comes as several files, and nobody may read them at first


class MicrophoneList(QObject):
    """Lists microphones; every method returns at once.

    Signals:
        listed(object): the names of the microphones, a tuple, and nothing where there are none.
    """

    listed = Signal(object)
    _looked = Signal(object)

    def __init__(self, devices: Path = _DEVICES, parent: QObject | None = None) -> None:
        """Begin without having looked.

        Args:
            devices: a folder that changes when a microphone comes or goes; it need not exist.
            parent: who owns it.
        """
        super().__init__(parent)
        self.names: tuple[str, ...] = ()
        self._thread: Thread | None = None
        self._is_looking = False
        self._is_wanted_again = False
        self._is_closed = False
        self._looked.connect(self._show)
        self._settling = QTimer(self, singleShot=True, interval=_SETTLING_MS)
        self._settling.timeout.connect(self.refresh)
        self._watcher = QFileSystemWatcher(self)
        if devices.is_dir():
            self._watcher.addPath(str(devices))
        self._watcher.directoryChanged.connect(self._settling.start)

    def refresh(self) -> None:
        """Ask which microphones there are; `listed` answers."""
        self._is_wanted_again = self._is_looking
        if self._is_looking or self._is_closed:
            return
        self._is_looking = True
        self._thread = Thread(target=self._look, args=(self._thread,), name="microphones")
        self._thread.start()

    def close(self) -> None:
        """Look no more, and wait for it."""
        self._is_closed = True
        self._settling.stop()
        if self._thread is not None:
            self._thread.join()

    def _look(self, before: Thread | None) -> None:
        look = microphones_now if before else microphones  # PortAudio's own first look is fresh
        try:
            names = tuple(dict.fromkeys(item.name for item in look()))
        except (AudioDeviceError, OSError):
            names = self.names
        self._looked.emit(names)

    def _show(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.listed.emit(names)
        self._is_looking = False
        if self._is_wanted_again:
            self.refresh()
