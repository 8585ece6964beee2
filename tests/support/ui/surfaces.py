"""Every part of the window that people can reach, one surface after another."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from app.application import DICTATION, FILES, HISTORY, SETTINGS, Fermata
from app.desktop.ipc import IpcCommand, IpcRequest
from app.dictation.events import State
from app.history.suggested_words import SuggestedWord
from app.ui.help.window import HelpWindow
from app.ui.language.messages import explain
from app.ui.models.page import ModelsPage
from app.ui.settings.words_page import WordsPage
from app.ui.training.page import TrainingPage
from app.ui.training.values import Comparison, Outcome
from engine.errors import AudioDeviceError
from engine.formatting.vocabulary import Entry
from engine.paths import Paths, default_paths
from engine.types import Sentence, Update, Word
from tests.app.history.test_store import said
from tests.support.ui.composed_window import leave

Surface = tuple[str, QWidget]
_BETTER = "it does better on your texts it has not seen, and worse on none"
SAID = Sentence(("Hello", "there."), (Word("hello", 0.0, 0.4, 0.9), Word("there", 0.5, 0.9, 0.2)))


def surfaces(fermata: Fermata) -> Iterator[Surface]:
    """Yield a name and the widget that shows it, while it is shown."""
    for part in (_first_run, _dictation, _files, _history, _settings, _help):
        yield from part(fermata)


@contextmanager
def opened(
    application: QApplication, folder: Path, size: tuple[int, int] = (1000, 700), **general: str
) -> Iterator[Fermata]:
    """Provide the window as a new user sees it, but with one session in the history."""
    preferences = folder / "preferences.json"
    preferences.write_text(json.dumps({"general": general}))
    paths = Paths(default_paths().assets, folder, ())
    fermata = Fermata(application, paths, preferences, _no_microphone)
    number = fermata.store.begin(datetime.now().astimezone(), "en", "en")
    fermata.store.append(number, [said("What was said.")])
    fermata.store.finish(number)
    fermata.window.resize(*size)
    fermata.show(IpcRequest(IpcCommand.SHOW))
    fermata.window.activateWindow()
    try:
        yield fermata
    finally:
        leave(fermata)


def _first_run(fermata: Fermata) -> Iterator[Surface]:
    panel = fermata.window.over
    for step in ("language", "microphone", "recogniser", "dictation"):
        if step == "recogniser":
            _until(lambda: panel.model.row is not None)
        _settle()
        yield f"first run: {step}", panel
        panel.next.click()


def _dictation(fermata: Fermata) -> Iterator[Surface]:
    page = fermata.page
    _until(lambda: page.live.language.count() > 0)
    yield "dictation: empty", fermata.window
    page.view.begin_session()
    page.view.model.apply(Update((SAID,), "and what may still change"))
    page.bar.heard.trigger()
    page.view.select(2, 2)
    yield "dictation: a session, as heard", fermata.window
    page.view.model.end_session()
    page.live.notice.show_error(
        explain(AudioDeviceError("", "the microphone was disconnected", went_away=True))
    )
    page.low_confidence.below = 0.6
    page.low_confidence.next()
    page.low_confidence.popup.offer(("their", "the air", "they are", "dare"))
    yield "dictation: a doubtful word and a notice", fermata.window
    page.low_confidence.popup.close_card()
    page.live.notice.clear()
    page.bar.heard.trigger()
    page.view.select(0, 0)
    page.finder.field.setText("e")
    page.finder.open(replaces=True)
    yield "dictation: find and replace", fermata.window
    page.finder.leave()
    middle = page.view.rect().center()
    menu = page.view.menu(middle)
    menu.popup(page.view.mapToGlobal(middle))
    yield "dictation: the text's menu", menu
    menu.close()
    menu.deleteLater()
    fermata.window.activateWindow()
    yield from _signs(fermata)
    page.view.setFocus()


def _signs(fermata: Fermata) -> Iterator[Surface]:
    """Dictate, and look elsewhere."""
    signs = fermata.signs
    signs._follow_state(State.LISTENING)
    fermata.window.open_part(FILES)
    yield "dictation: the pill on another page", fermata.window
    signs.floating.last.show_text("and these were the last words")
    signs.floating.last.show()
    signs.floating.show()
    yield "dictation: the pill over others", signs.floating
    signs.floating.last.hide()
    signs._follow_state(State.STOPPED)
    fermata.window.activateWindow()
    fermata.window.drop_overlay.light_up()
    yield "files are dragged over the window", fermata.window.drop_overlay
    fermata.window.drop_overlay.hide()
    fermata.window.open_part(DICTATION)


def _files(fermata: Fermata) -> Iterator[Surface]:
    folder = fermata.paths.data
    fermata.window.open_part(FILES)
    panel = fermata.window.part(FILES)
    yield "files: none", fermata.window
    (folder / "note.txt").write_text("hello there how are you")
    (folder / "chinese.txt").write_text("今天我们去看了一个很大的房子里面有很多人", "utf-8")
    panel.add_files([folder / "note.txt", folder / "chinese.txt", folder / "gone.wav"])
    _until(lambda: panel.model.over == 2 and panel.queue.clear.isEnabled())
    panel.queue.list.setCurrentIndex(panel.model.index(1))
    _until(panel.queue.insist.isVisible)
    yield "files: what was found", fermata.window
    panel.queue.plan.start_all.click()
    _until(lambda: panel.model.over == 3)
    yield "files: queue", fermata.window
    panel.queue.text_wanted.emit(panel.model.job(0))
    _until(fermata.page.changes.bar.isVisible)
    yield "dictation: the text of a file", fermata.window


def _history(fermata: Fermata) -> Iterator[Surface]:
    fermata.window.open_part(HISTORY)
    panel = fermata.window.part(HISTORY)
    _until(lambda: bool(panel.preview.text.toPlainText()))
    yield "history: a session", fermata.window
    panel.preview.finder.field.setText("what")
    panel.preview.finder.open()
    yield "history: something found in a session", fermata.window
    panel.preview.finder.leave()
    panel.preview.to_trash.click()
    panel.trash.toggle.click()
    _until(panel.preview.put_back.isVisible)
    yield "history: the trash", fermata.window
    panel.preview.delete.click()
    yield "history: before deleting", fermata.window
    panel.preview.keep.click()
    panel.trash.empty.click()
    yield "history: before emptying", fermata.window
    panel.trash.keep.click()
    panel.preview.put_back.click()
    panel.trash.toggle.click()
    _until(lambda: panel.model.rowCount() > 0)
    panel.search.setText("balloon")
    panel.refresh()
    _until(lambda: panel.model.rowCount() == 0)
    yield "history: nothing found", fermata.window


def _settings(fermata: Fermata) -> Iterator[Surface]:
    fermata.window.open_part(SETTINGS)
    panel = fermata.window.part(SETTINGS)
    for page in panel.pages:
        panel.open_page(type(page))
        if isinstance(page, ModelsPage):
            _until(lambda page=page: page._rows)
        if isinstance(page, WordsPage):
            page._suggest([SuggestedWord(Entry("何文田", ("河民田",)), 3)])
        if isinstance(page, TrainingPage):
            scores = Comparison(1412, (61.2, 66.8), (70.1, 74.9))
            page._show_outcome(Outcome("en-own", True, _BETTER, scores, scores))
        _settle()
        yield f"settings: {page.title}", fermata.window
    panel.search.setText("no such setting")
    yield "settings: nothing found", fermata.window
    fermata.window.open_part(DICTATION)


def _help(fermata: Fermata) -> Iterator[Surface]:
    keys = {action.shortcut().toString(): action for action in fermata.window.actions()}
    keys["F1"].trigger()
    shown = next(it for it in QApplication.topLevelWidgets() if isinstance(it, HelpWindow))
    yield "help: the guide", shown
    shown.open_keys()
    yield "help: the keys", shown
    shown.list.setCurrentRow(shown.list.count() - 3)
    yield "help: about", shown
    shown.list.setCurrentRow(shown.list.count() - 1)
    yield "help: what it is made of", shown
    shown.close()


def _no_microphone(*_: object):
    raise AudioDeviceError("", "no microphone was found")


def _settle() -> None:
    end_s = time.monotonic() + 0.3
    _until(lambda: time.monotonic() > end_s)


def _until(is_so: Callable[[], bool], timeout_s: float = 60.0) -> None:
    deadline_s = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline_s, "it never came"
        QApplication.processEvents()
        time.sleep(0.005)
