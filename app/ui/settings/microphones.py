"""Which microphones there are, now and whenever one comes or goes, and whether one is heard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.dictation.capture import CapturedMicrophone
from app.dictation.recording import LiveSource
from app.tasks import Lane, TaskRunner
from app.ui.language.messages import explain
from engine.audio.devices import microphones, microphones_now
from engine.errors import AudioDeviceError, FermataError

_DEVICES = Path("/dev/snd")  # Linux puts a file here for each
_LIST_LANE = Lane("microphones")
_SETTLING_MS = 1_000  # a device comes as several files, and nobody may read them at first


class MicrophoneList(QObject):
    """Lists microphones; every method returns at once.

    Signals:
        listed(object): the names of the microphones, a tuple, and nothing where there are none.
    """

    listed = Signal(object)

    def __init__(self, tasks: TaskRunner, devices: Path = _DEVICES) -> None:
        """Args: devices: a folder that changes when a microphone comes or goes, or is none."""
        super().__init__()
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
        self._is_wanted_again = self._is_looking
        if not self._is_looking:
            self._is_looking = True
            self._tasks.run(_LIST_LANE, self._names, self._show)

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


_TEST_LANE = Lane("microphone-test")


class MicrophoneTest(QObject):
    """Measures one microphone; every method returns at once.

    Signals:
        started(str): the name of the microphone that is heard now.
        level_changed(float): ten times a second, in dB below full scale.
        stopped(str): why, in a sentence; empty where it was asked to.
    """

    started = Signal(str)
    level_changed = Signal(float)
    stopped = Signal(str)

    def __init__(
        self,
        tasks: TaskRunner,
        open_source: Callable[[str], LiveSource] = CapturedMicrophone,
    ) -> None:
        super().__init__()
        self._tasks, self._open_source = tasks, open_source
        self._stop = Event()

    def start(self, device: str) -> None:
        """Listen to a microphone; to another one, where one is open."""
        self.stop()
        stop = self._stop = Event()
        self._tasks.run(_TEST_LANE, lambda: self._listen(device, stop), self.stopped.emit)

    def stop(self) -> None:
        """Release the microphone; `stopped` tells when it is done."""
        self._stop.set()

    def _listen(self, device: str, stop: Event) -> str:
        try:
            with self._open_source(device) as source:
                is_first = True
                for recorded in source:
                    if stop.is_set():
                        break
                    if is_first:
                        is_first = False
                        self._tasks.call(self.started.emit, device)
                    self._tasks.call(self.level_changed.emit, recorded.level_dbfs)
        except FermataError as error:
            return "" if stop.is_set() else explain(error)
        return ""
