"""One process with a window: the application is made, runs, and is ended."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.application import Fermata, OpenMicrophone
from app.desktop.ipc import IpcRequest
from app.desktop.ipc_address import meeting_place
from app.desktop.single_instance import SingleInstance, ask
from app.desktop.termination_signals import TerminationSignals
from app.dictation.recording import LiveSource
from app.preferences.preferences_file import default_preferences_path
from app.privacy import leave_no_words
from engine.paths import default_paths


def _microphone(device: str) -> LiveSource:
    from engine.audio.microphone import open_microphone

    return open_microphone(device, queue_s=120.0)


def run(argv: list[str], asked: IpcRequest, open_microphone: OpenMicrophone = _microphone) -> int:
    """Show the window until it is closed; return the exit status.

    Raises:
        InstanceError: another instance runs and does not answer.
    """
    leave_no_words()
    application = QApplication(argv)
    application.setApplicationName("fermata")
    application.setApplicationDisplayName("Fermata")
    application.setDesktopFileName("fermata")
    application.setQuitOnLastWindowClosed(False)  # it may live in the tray
    paths = default_paths()
    place = meeting_place(paths.data)
    instance = SingleInstance(place)
    while not instance.claim():
        if ask(place, asked):
            return 0
    fermata = Fermata(application, paths, default_preferences_path(), open_microphone)
    instance.was_asked.connect(fermata.desktop.fulfil)
    fermata.window.closing.connect(lambda: application.exit(0))
    signals = TerminationSignals()
    signals.received.connect(lambda: application.exit(0))
    fermata.show(asked.wish)
    status = application.exec()
    instance.hang_up()
    fermata.close()
    signals.close()
    instance.close()  # only now: two would write one history
    return status
