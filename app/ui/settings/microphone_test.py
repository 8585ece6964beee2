"""Listens to a microphone without recognising anything: to see that it works."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from PySide6.QtCore import QObject, Signal

from app.dictation.recording import LiveSource
from app.dictation.silence_detector import level_dbfs
from app.tasks import Lane, TaskRunner
from app.ui.language.sentences import explain
from engine.audio.microphone import Microphone
from engine.errors import FermataError

_LANE = Lane("microphone-test")
OpenMicrophone = Callable[[str], LiveSource]


def open_microphone(device: str) -> LiveSource:
    """Open the microphone of this name, "" for the system's."""
    return Microphone(device or None)


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
        open_source: OpenMicrophone = open_microphone,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._open_source = tasks, open_source
        self._stop = Event()

    def start(self, device: str) -> None:
        """Listen to a microphone; to another one, where one is open."""
        self.stop()
        stop = self._stop = Event()
        self._tasks.run(_LANE, lambda: self._listen(device, stop), self.stopped.emit)

    def stop(self) -> None:
        """Release the microphone; `stopped` tells when it is done."""
        self._stop.set()

    def _listen(self, device: str, stop: Event) -> str:
        try:
            with self._open_source(device) as source:
                is_first = True
                for chunk in source:
                    if stop.is_set():
                        break
                    if is_first:
                        is_first = False
                        self._tasks.call(self.started.emit, device)
                    self._tasks.call(self.level_changed.emit, level_dbfs(chunk))
        except FermataError as error:
            return "" if stop.is_set() else explain(error)
        return ""
