"""The process with the window: creates the application, runs it, closes it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.application import Fermata
from app.desktop.ipc import IpcCommand, IpcRequest, ipc_address
from app.desktop.single_instance import SingleInstance, send_request
from app.desktop.termination_signals import TerminationSignals
from app.dictation.capture import Microphones
from app.dictation.engine_worker import OpenMicrophone
from app.preferences.preferences_file import default_preferences_path
from app.privacy import leave_no_words
from engine.paths import default_paths

LOST, ELSEWHERE = 74, 75  # EX_IOERR, EX_TEMPFAIL


class Application(QApplication):
    """Receives files as macOS sends them: as events, even to a running application.

    Signals:
        requested(object): An `IpcRequest` with one file.
    """

    requested = Signal(object)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.requested.emit(IpcRequest(IpcCommand.SHOW, files=(Path(event.file()),)))
            return True
        return super().event(event)


def run(argv: list[str], request: IpcRequest, open_microphone: OpenMicrophone | None = None) -> int:
    """Show the window until it is closed; return the exit status.

    If the history could not be written, that is `ELSEWHERE` if the next start offers the rest, else
    `LOST`.

    Raises:
        InstanceError: Another instance is running and does not answer.
    """
    leave_no_words()
    application = Application(argv)
    application.setApplicationName("fermata")
    application.setApplicationDisplayName("Fermata")
    application.setDesktopFileName("fermata")
    application.setQuitOnLastWindowClosed(False)  # it may stay in the tray
    paths = default_paths()
    place = ipc_address(paths.data)
    instance = SingleInstance(place, paths.data)
    while not instance.claim():
        if send_request(place, paths.data, request):
            return 0
    microphones = Microphones()
    opens = open_microphone or microphones.open
    fermata = Fermata(application, paths, default_preferences_path(), opens)
    if open_microphone is None:
        fermata.worker.preparing.connect(microphones.prepare)
    for source in (application, instance):
        source.requested.connect(fermata.desktop.execute)
    fermata.window.closing.connect(lambda: application.exit(0))
    signals = TerminationSignals()
    signals.received.connect(lambda: application.exit(0))
    fermata.show(request)
    status = application.exec()
    instance.stop_listening()
    fermata.close()
    microphones.close()
    signals.close()
    instance.close()  # only now: two instances would write the same history
    if fermata.history_writer.has_lost:
        return LOST
    return ELSEWHERE if fermata.history_writer.is_elsewhere else status
