"""What a person does on a tour through the window, in its order."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from app.application import DICTATION, FILES, HISTORY, SETTINGS
from app.dictation.events import State
from app.ui.models.page import ModelsPage
from app.ui.settings.microphone_page import MicrophonePage
from app.ui.training.page import TrainingPage
from tests.support.shared_data import DATA
from tests.support.training.small import write_text
from tests.support.ui.camera import Camera, drop

_ROOT = Path(__file__).resolve().parents[3]
_DICTATION = _ROOT / "assets" / "samples" / "dictation.ogg"
_SHERPA = _ROOT / "tests" / "data" / "sherpa-onnx-tiny-zh-en"
_LETTER = """dear doctor smith thank you for your letter of the third of march
we have read it with great interest and would like to meet you in london next week

so i went to the shop this morning and it was closed what should i do now
maybe the other one in station road is open on sundays i will ask anna when she is back
"""
_TALK = """1
00:00:01,000 --> 00:00:04,000
hello and welcome to the third
lecture on modern history

2
00:00:04,200 --> 00:00:07,500
last week we talked about the causes of the war

3
00:00:07,900 --> 00:00:11,000
who can tell me what they were
"""
_MAKE_SMALL = """
import sys
from pathlib import Path
from tests.support.training.small import write_small_bundle
write_small_bundle(Path(sys.argv[1], "small"))
"""


class Story:
    """Does it, and photographs each step."""

    def __init__(self, fermata, folder: Path, data: Path) -> None:
        self._fermata = fermata
        self._data = data
        self._camera = Camera(fermata.window, folder)
        self._page, self._view = fermata.page, fermata.page.view

    def tell(self) -> None:
        """Every step."""
        self.first_run()
        self.dictate()
        self.change_the_model()
        self.look_at_words()
        self.files(["letter.txt", "lecture.srt", "gone.mp3"])
        self.history()
        self.settings()
        self.training()
        self.in_high_contrast()

    def for_the_readme(self, theme: str) -> None:
        """The README's two pictures, one in each theme."""
        self._skip_first_run()
        self._use(self._import_model(), "speech", "vosk-model-tiny-en")
        if theme == "light":
            self._fermata.window.open_part(DICTATION)
            self._type("Notes for Thursday\nTyped and dictated text share one page.\n")
            self._record()
            for name in ("flite-slt-09", "festival-kal_diphone-10", "flite-rms-03"):
                self._speak(DATA / "speech" / f"{name}.wav").wait()
                self._camera.wait(1.0)
            self._speak(DATA / "speech" / "flite-slt-09.wav")
            self._until(lambda: "five" in self._view.model.text and "fox" in self._view.shown_tail)
            self._camera.keep("dictation-light")
            self._stop()
        else:
            self.files(["letter.txt", "lecture.srt"], is_photographed=False)
            self._camera.keep("files-dark")

    def first_run(self) -> None:
        """Three steps, with a real dictation in the last."""
        panel = self._fermata.window.over
        self._camera.photograph("first-run-microphone")
        panel.microphone.test.button.click()
        player = self._speak(_DICTATION)
        self._until(lambda: "well" in panel.microphone.test.words.text())
        self._camera.photograph("first-run-microphone-heard")
        panel.next.click()
        self._until(lambda: panel.model.card is not None)
        self._camera.photograph("first-run-recogniser")
        panel.next.click()
        player.kill()
        self._camera.photograph("first-run-dictation")
        panel.dictation.button.click()
        self._until(lambda: "Listening" in panel.dictation.status.text())
        player = self._speak(_DICTATION)
        self._until(lambda: len(panel.dictation.text.toPlainText()) > 90)
        self._camera.photograph("first-run-dictating")
        player.kill()
        panel.next.click()
        self._until(lambda: not self._fermata.worker.is_running)

    def dictate(self) -> None:
        """Speak, and edit while the voice goes on."""
        self._until(lambda: self._page.live.language.count() > 0)
        self._camera.photograph("empty")
        self._type("Notes for the morning\n")
        self._record()
        self._camera.photograph("listening")
        self._speak(_DICTATION)
        self._until(lambda: len(self._view.shown_tail) > 20)
        self._camera.photograph("tail")
        self._until(lambda: "." in self._view.model.text and len(self._view.shown_tail) > 10)
        self._caret(len("Notes for the morning"))
        self._type(", dictated")
        self._camera.photograph("edited-while-speaking")
        self._until(lambda: "schools" in self._view.model.text)

    def change_the_model(self) -> None:
        """Other recognisers, in the middle of the session."""
        page = self._import_model()
        self._import_model(_SHERPA)
        self._camera.photograph("models")
        self._use(page, "speech", "vosk-model-tiny-en")
        self._camera.photograph("model-changed")
        self._fermata.window.open_part(DICTATION)
        for name in ("flite-slt-09", "festival-kal_diphone-10", "flite-slt-07"):
            self._speak(DATA / "speech" / f"{name}.wav").wait()
        self._until(lambda: "fox" in self._view.model.text.lower())
        self._camera.photograph("other-recogniser")
        self._use(page, "speech", "en-us")

    def look_at_words(self) -> None:
        """As heard, paused, stopped, and a doubtful word."""
        self._page.bar.heard.trigger()
        self._caret(self._view.model.text.find("winter"))
        self._camera.photograph("as-heard")
        self._page.bar.heard.trigger()
        self._page.live.pause.click()
        self._until(lambda: self._fermata.controller.state is State.PAUSED)
        self._camera.photograph("paused")
        self._stop()
        self._view.moveCursor(QTextCursor.MoveOperation.Start)
        self._page.doubts.below = 1.01
        QTest.keyClick(self._view, Qt.Key.Key_F8)
        self._camera.photograph("doubtful-word")
        self._page.doubts.popup.close_card()
        self._page.live.notice.show_error("The microphone “USB” went away, so the session ended.")
        self._camera.photograph("notice")
        self._page.live.notice.clear()

    def files(self, names: list[str], *, is_photographed: bool = True) -> None:
        """Drop a transcript, subtitles and a recording, and look at what comes out."""
        if is_photographed:
            self._fermata.window.open_part(FILES)
            self._camera.photograph("files-empty")
            self._fermata.window.open_part(DICTATION)
        (self._data / "letter.txt").write_text(_LETTER)
        (self._data / "lecture.srt").write_text(_TALK)
        recording = Path(shutil.copy(_DICTATION, self._data / "dictation.ogg"))
        paths = [*(self._data / name for name in names), recording]
        drop(self._view.viewport(), paths)
        panel = self._fermata.window.part(FILES)
        self._until(lambda: panel.model.rowCount() == len(paths))
        if is_photographed:
            self._until(lambda: (panel.model.job(len(names)).progress or 0) > 0.2)
            self._camera.photograph("files-working")
        self._until(lambda: panel.model.over == len(paths))
        panel.queue.list.setFocus()
        panel.queue.list.setCurrentIndex(panel.model.index(0))
        if is_photographed:
            self._camera.photograph("files-done")
        for row in (0, 1, len(names)):
            count = panel.tabs.count()
            panel.queue.result_wanted.emit(panel.model.job(row))
            self._until(lambda before=count: panel.tabs.count() > before)
            if is_photographed:
                self._camera.photograph(f"result-{row}")
        panel.tabs.setCurrentIndex(1)

    def history(self) -> None:
        """Search, and be asked before something is deleted."""
        self._fermata.window.open_part(HISTORY)
        panel = self._fermata.window.part(HISTORY)
        self._until(lambda: bool(panel.preview.text.toPlainText()))
        self._camera.photograph("history")
        panel.search.setFocus()
        QTest.keyClicks(panel.search, "weather")
        self._until(lambda: panel.model.rowCount() == 1)
        self._camera.photograph("history-search")
        panel.preview.to_trash.click()
        panel.trash.toggle.click()
        self._until(lambda: panel.model.rowCount() == 1)
        panel.preview.delete.click()
        self._camera.photograph("history-delete")
        panel.preview.put_back.click()
        panel.trash.toggle.click()
        self._until(lambda: panel.model.rowCount() == 1)
        QTest.keyClicks(panel.search, " balloon")
        self._until(lambda: panel.model.rowCount() == 0)
        self._camera.photograph("history-nothing")
        panel.search.clear()

    def settings(self) -> None:
        """Every page; the microphone is tested, a setting is searched for."""
        part = self._fermata.window.part(SETTINGS)
        part.sidebar.setFocus()
        for page in part.pages:
            self._settings_page(type(page))
            if isinstance(page, MicrophonePage):
                page.test.button.click()
                player = self._speak(_DICTATION)
                self._until(lambda page=page: "well" in page.test.words.text())
            self._camera.photograph(f"settings-{type(page).__name__}")
        player.kill()
        part.search.setFocus()
        QTest.keyClicks(part.search, "word")
        self._camera.photograph("settings-search")
        part.search.clear()

    def training(self) -> None:
        """Learn from a small text, with a model that learns in seconds."""
        models = self._data / "models"
        make = [sys.executable, "-c", _MAKE_SMALL, str(models)]
        subprocess.run(make, cwd=_ROOT, check=True, capture_output=True)
        page = self._settings_page(ModelsPage)
        self._fermata.workers.models.refresh()
        self._until(lambda: ("punctuation", "small") in page._cards)
        self._use(page, "punctuation", "small")
        page = self._settings_page(TrainingPage)
        self._until(lambda: "small" in page.intro.text())
        text = write_text(self._data / "letters.txt", 150)
        drop(page.texts.list.viewport(), [text])
        self._until(page.start.isEnabled)
        self._camera.photograph("training-ready")
        page.start.click()
        self._until(lambda: len(page.plot._losses) > 4)
        self._camera.photograph("training-runs")
        self._until(page.result.isVisible)
        self._camera.photograph("training-done")

    def in_high_contrast(self) -> None:
        """The parts once more."""
        self._fermata.preferences.set("accessibility.high_contrast", True)
        names = ("dictation", "files", "history", "settings")
        for part, name in zip((DICTATION, FILES, HISTORY, SETTINGS), names, strict=True):
            self._fermata.window.open_part(part)
            self._camera.photograph(f"high-contrast-{name}")

    def _skip_first_run(self) -> None:
        self._fermata.window.over.skip.click()
        self._until(lambda: self._page.live.language.count() > 0)

    def _settings_page(self, kind):
        self._fermata.window.open_part(SETTINGS)
        part = self._fermata.window.part(SETTINGS)
        part.open_page(kind)
        return next(page for page in part.pages if isinstance(page, kind))

    def _import_model(self, folder: Path = DATA / "vosk-model-tiny-en") -> ModelsPage:
        self._fermata.workers.models.import_from(folder)
        page = self._settings_page(ModelsPage)
        self._until(lambda: ("speech", folder.name) in page._cards)
        return page

    def _use(self, page: ModelsPage, kind: str, name: str) -> None:
        page.card(kind, name).button("use").click()
        self._until(lambda: page.card(kind, name).entry.is_active)

    def _record(self) -> None:
        QTest.keyClick(self._view, Qt.Key.Key_F5)
        self._until(lambda: self._fermata.controller.state is State.LISTENING)

    def _stop(self) -> None:
        QTest.keyClick(self._view, Qt.Key.Key_F5)
        self._until(lambda: self._fermata.controller.state is State.STOPPED)

    def _type(self, text: str) -> None:
        for line in text.splitlines(keepends=True):
            QTest.keyClicks(self._view, line.rstrip("\n"))
            if line.endswith("\n"):
                QTest.keyClick(self._view, Qt.Key.Key_Return)

    def _caret(self, place: int) -> None:
        place = max(0, place)
        self._view.select(place, place)

    def _speak(self, path: Path) -> subprocess.Popen[bytes]:
        """Speak into the microphone."""
        return subprocess.Popen(["paplay", "--device=vmic", "--latency-msec=20", str(path)])

    def _until(self, is_so, timeout_s: float = 300.0) -> None:
        self._camera.until(is_so, timeout_s)
