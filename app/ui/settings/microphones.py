"""Lists microphones, also when one is connected or disconnected, and tests one."""

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

_DEVICES = Path("/dev/snd")  # Linux has files here for each
_LIST_LANE = Lane("microphones")
_SETTLING_MS = 1_000  # a device appears as several files, which are unreadable at first


class MicrophoneList(QObject):
    """Lists microphones; every method returns at once.

    Signals:
        listed(object): Names of the microphones, a tuple, empty if there are none.
    """

    listed = Signal(object)

    def __init__(self, tasks: TaskRunner, devices: Path = _DEVICES) -> None:
        """Args: devices: A folder that changes when a microphone comes or goes, if it exists."""
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
    """Measures the level of a microphone; every method returns at once.

    Signals:
        started(str): Name of the microphone now being measured.
        level_changed(float): Ten times a second, in dB below full scale.
        stopped(str): The reason in a sentence; empty after `stop`.
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
        """Start measuring a microphone, instead of any other one."""
        self.stop()
        stop = self._stop = Event()
        self._tasks.run(_TEST_LANE, lambda: self._listen(device, stop), self.stopped.emit)

    def stop(self) -> None:
        """Release the microphone; `stopped` follows when that is done."""
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
