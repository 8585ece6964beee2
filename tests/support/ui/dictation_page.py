"""The dictation page with everything behind it; speech comes from files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMainWindow

from app.dictation.engine_worker import EngineWorker, OpenMicrophone
from app.dictation.events import State
from app.dictation.loader import ModelLoader
from app.dictation.word_player import WordPlayer
from app.document.document import Document
from app.history.document_history import DocumentHistory
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner
from app.ui.appearance.icons import Icons
from app.ui.dictation.controller import DictationController
from app.ui.dictation.page import DictationPage
from engine.audio.sound_log import SoundLog
from engine.paths import Paths, default_paths
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.shared_data import DATA

OTHER_VOSK_MODEL = f"{VOSK_MODEL}/"  # the same one under another name
NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)


class Microphones:
    """Opens what comes next: recorded speech, or an error; notes which device was wanted."""

    def __init__(self) -> None:
        self.next: list[PlayedSound | Exception] = []
        self.devices: list[str] = []

    def __call__(self, device: str, log: SoundLog) -> PlayedSound:
        self.devices.append(device)
        source = self.next.pop(0)
        if isinstance(source, Exception):
            raise source
        return source.into(log)


class Room:
    """A person in front of the page."""

    def __init__(self, qtbot, folder: Path, open_microphone: OpenMicrophone | None = None) -> None:
        self._qtbot = qtbot
        paths = Paths(default_paths().assets, folder, (DATA,))
        self.microphones = Microphones()
        self.tasks = TaskRunner()
        self.preferences = LivePreferences(folder / "preferences.json", self.tasks)
        self.preferences.set("models.recogniser", "vosk")
        self.worker = EngineWorker(
            ModelLoader(paths),
            open_microphone or self.microphones,
            sound_folder=folder / "sound",
        )
        self.states: list[State] = []
        self.worker.state_changed.connect(self.states.append)  # told before the controller
        self.player = WordPlayer()
        self.store = HistoryStore(folder)
        self.history_writer = HistoryWriter(self.store)
        self.document = Document()
        history = DocumentHistory(
            self.document,
            self.history_writer,
            lambda: self.preferences.value.privacy.keeps_history,
            lambda: "en",
        )
        self.page = DictationPage(self.document, Icons(paths.assets / "icons"))
        self.controller = DictationController(
            self.document,
            self.page,
            self.worker,
            self.player,
            history,
            self.history_writer,
            self.preferences,
            lambda: ("en", ()),
        )
        self.live, self.view = self.page.live, self.page.view
        self.window = QMainWindow()
        self.window.setCentralWidget(self.page)
        self.window.resize(900, 620)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)
        self.view.setFocus()

    def speech(self, *names: str, **options: object) -> PlayedSound:
        """Play these recordings at the next opening of a microphone."""
        source = PlayedSound([DATA / "speech" / name for name in names], **options)
        self.microphones.next.append(source)
        return source

    def until(self, is_so, timeout_ms: int = 60_000) -> None:
        """Run the event loop until a condition holds."""
        self._qtbot.waitUntil(lambda: bool(is_so()), timeout=timeout_ms)  # None would do

    def until_state(self, state: State) -> None:
        """Run the event loop until the state is reached."""
        self.until(lambda: self.controller.state is state)

    @property
    def said(self) -> list[str]:
        """The words on the page, as recognised."""
        words = self.view.model.words
        return [words.at(index).spoken.word.text for index in range(len(words))]

    def close(self) -> None:
        """Leave, as the application does."""
        self.window.close()
        self.controller.close()
        self.history_writer.close()
        self.store.close()
        self.preferences.close()
        self.tasks.close()
        self.window.deleteLater()
        QApplication.processEvents()


@contextmanager
def dictation_room(qtbot, folder: Path) -> Iterator[Room]:
    """Provide a page that is ready for dictation."""
    room = Room(qtbot, folder)
    try:
        yield room
    finally:
        room.close()


def words_of(*names: str) -> list[str]:
    """Return what is said in some recordings."""
    return " ".join(CLIPS[name] for name in names).split()
