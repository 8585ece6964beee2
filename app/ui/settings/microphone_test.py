"""Listens to a microphone without recognising anything: to see that it works."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from PySide6.QtCore import QObject, Signal

from app.dictation.recording import LiveSource
from app.dictation.silence_detector import level_dbfs
from app.ui.language.sentences import explain
from engine.audio.microphone import Microphone
from engine.errors import FermataError

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
        self, open_source: OpenMicrophone = open_microphone, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._open_source = open_source
        self._stop = Event()
        self._listening: Thread | None = None

    @property
    def is_running(self) -> bool:
        """True while a microphone is open."""
        return self._listening is not None and self._listening.is_alive()

    def start(self, device: str) -> None:
        """Listen to a microphone; to another one, where one is open."""
        self.stop()
        self._stop = Event()
        self._listening = Thread(
            target=self._listen, args=(device, self._stop), name="microphone-test"
        )
        self._listening.start()

    def stop(self) -> None:
        """Let go of the microphone; `stopped` tells when it is done."""
        self._stop.set()

    def close(self) -> None:
        """Let go of it and wait for that."""
        self.stop()
        if self._listening is not None:
            self._listening.join()

    def _listen(self, device: str, stop: Event) -> None:
        reason = ""
        try:
            with self._open_source(device) as source:
                is_first = True
                for chunk in source:
                    if stop.is_set():
                        break
                    if is_first:
                        is_first = False
                        self.started.emit(device)
                    self.level_changed.emit(level_dbfs(chunk))
        except FermataError as error:
            reason = "" if stop.is_set() else explain(error)
        self.stopped.emit(reason)
