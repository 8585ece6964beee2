"""The whole application as `fermata` builds it, with recorded speech as its microphone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import reduce
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.application import DICTATION, FILES, HISTORY, SETTINGS, Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from app.files.job import JobState
from app.preferences.preferences import Preferences, with_value
from app.preferences.preferences_file import PreferencesFile
from engine.audio.sound_log import SoundLog
from engine.paths import Paths, default_paths
from tests.support.played_sound import PlayedSound
from tests.support.shared_data import DATA

WAIT_MS = 60_000
SHOWN = IpcRequest(IpcCommand.SHOW)


class Composed(Fermata):
    """The application, and the person in front of it."""

    def __init__(
        self,
        qtbot,
        folder: Path,
        *,
        is_first_run=False,
        speech_models: Path = DATA,
        request=SHOWN,
        **preferences: object,
    ) -> None:
        self.spoken: list[list[Path]] = []
        self.microphones: list[PlayedSound] = []
        self.speed = 20.0  # of playback
        self._qtbot = qtbot
        folder.mkdir(parents=True, exist_ok=True)
        paths = Paths(default_paths().assets, folder, (speech_models,))
        file = folder / "preferences.json"
        wanted = {
            "models.recogniser": "vosk",
            "models.speech_model": "vosk-model-tiny-en",
            # some recordings contain “comma” or “nine”, and their words are counted
            "commands.mode": "off",
            "dictation.writes_numbers": False,
        }
        wanted |= {key.replace("__", "."): value for key, value in preferences.items()}
        if not is_first_run:
            wanted["general.first_run_is_done"] = True
        if not file.exists():  # before anything unwanted is created or started
            own = reduce(lambda it, one: with_value(it, *one), wanted.items(), Preferences())
            with suppress(OSError):  # some disks are full
                PreferencesFile(file).save(own)
        super().__init__(QApplication.instance(), paths, file, self._listen)
        for key, value in wanted.items():
            self.preferences.set(key, value)
        if not is_first_run:
            self.window.show_over(None)
        self.window.resize(1000, 680)
        self.show(request)
        self.window.activateWindow()

    def _listen(self, _device: str, log: SoundLog) -> PlayedSound:
        said = self.spoken.pop(0) if self.spoken else []
        self.microphones.append(PlayedSound(said, speed=self.speed))
        return self.microphones[-1].into(log)

    def until(self, is_so, timeout_ms: int = WAIT_MS) -> None:
        """Run the event loop until a condition holds."""
        self._qtbot.waitUntil(lambda: bool(is_so()), timeout=timeout_ms)

    def begin(self, *names: str) -> None:
        """Press record and play these recordings to the end."""
        count = len(self.microphones)
        self.spoken.append([DATA / "speech" / name for name in names])
        self.controller.toggle_record()
        self.until(lambda: len(self.microphones) > count)
        self.until(self.microphones[-1].is_played.is_set)

    def dictate(self, *names: str) -> None:
        """Speak, from pressing record to the last word."""
        self.begin(*names)
        self.controller.toggle_record()
        self.until(lambda: self.controller.state is State.STOPPED)

    def history_panel(self):
        """Open the history."""
        with self._qtbot.waitSignal(self.history.listed, timeout=WAIT_MS):
            self.window.open_part(HISTORY)
        return self.window.part(HISTORY)

    def files_panel(self):
        """Open the files."""
        self.window.open_part(FILES)
        return self.window.part(FILES)

    def start_files(self):
        """Process all dropped files, wait for them, and show them."""
        panel = self.files_panel()
        busy = {JobState.WAITING, JobState.RUNNING}
        jobs = panel.model.jobs
        self.until(lambda: jobs() and not any(job.state in busy for job in jobs()))
        panel.queue.plan.start_all.click()
        self.until(lambda: panel.model.over == len(jobs()))
        return panel

    def edit_file(self, row=0):
        """Bring the text of a finished file to the page."""
        panel = self.files_panel()
        panel.queue.list.setCurrentIndex(panel.model.index(row))
        self.until(panel.queue.edit.isEnabled)
        QTest.mouseClick(panel.queue.edit, Qt.MouseButton.LeftButton)
        self.until(lambda: self.window.stack.currentIndex() == DICTATION)

    def settings_panel(self):
        """Open the settings."""
        self.window.open_part(SETTINGS)
        return self.window.part(SETTINGS)


@contextmanager
def composed_window(qtbot, folder: Path, **options: object) -> Iterator[Composed]:
    """Provide the application; it ends as when its window is closed."""
    application = QApplication.instance()
    palette, style = application.palette(), application.styleSheet()
    fermata = Composed(qtbot, folder, **options)
    try:
        yield fermata
    finally:
        leave(fermata)
        application.setStyleSheet(style)
        application.setPalette(palette)


def leave(fermata: Fermata) -> None:
    """Close the window and end everything, as `app.main.run` does."""
    fermata.window.close()
    fermata.close()
    fermata.window.deleteLater()
    fermata.deleteLater()
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def drop(target: QWidget, *paths: Path) -> bool:
    """Drop files on whatever is in the middle of a widget; return whether it took them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    middle = target.mapTo(target.window(), target.rect().center())
    receiver: QWidget | None = target.window().childAt(middle) or target
    while receiver is not None and not _takes(receiver, data, middle):
        receiver = receiver.parentWidget()
    if receiver is None:
        return False
    place = receiver.mapFrom(target.window(), middle).toPointF()
    event = QDropEvent(place, *_COPY, data, *_HANDS)
    QApplication.sendEvent(receiver, event)
    return event.isAccepted()


_COPY = (Qt.DropAction.CopyAction,)
_HANDS = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def _takes(widget: QWidget, data: QMimeData, middle: QPoint) -> bool:
    """Ask a widget, as Qt does from the innermost one outwards."""
    if not widget.acceptDrops():
        return False
    place = widget.mapFrom(widget.window(), middle)
    event = QDragEnterEvent(place, *_COPY, data, *_HANDS)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()
