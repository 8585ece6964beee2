from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.application import DICTATION, FILES, HISTORY, SETTINGS
from app.files.job import JobState
from app.ui.settings.microphone_page import MicrophonePage
from app.ui.training.page import TrainingPage
from engine.errors import AudioDeviceError
from engine.settings import CommandsMode, Script
from engine.transcripts.treatment import Treatment
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as composed:
        yield composed


def test_files_can_be_dropped_on_any_page_and_opened_by_keys(qtbot, fermata, tmp_path, monkeypatch):
    text = tmp_path / "notes.txt"
    text.write_text("so i went to the shop\n")
    sound = DATA / "speech" / "flite-slt-09.wav"
    for at, part in enumerate((DICTATION, FILES, HISTORY, SETTINGS), 1):
        fermata.window.open_part(part)
        qtbot.wait(50)
        assert drop(fermata.window.part(part), text), part
        assert fermata.window.stack.currentIndex() == FILES
        panel = fermata.files_panel()
        fermata.until(lambda at=at, panel=panel: panel.model.rowCount() == at)
    for part, paths in ((DICTATION, [text, sound]), (SETTINGS, [text])):
        chosen = [str(path) for path in paths], ""
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_, chosen=chosen: chosen)
        fermata.window.open_part(part)
        fermata.window.activateWindow()
        count = panel.model.rowCount() + len(paths)
        QTest.keyClick(fermata.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        fermata.until(lambda count=count: panel.model.rowCount() == count)
    fermata.start_files()
    assert len(panel.model.jobs()) == 7
    assert all(job.state is JobState.DONE for job in panel.model.jobs())


def test_whoever_has_no_microphone_is_led_to_the_list(fermata):
    fermata.worker.failed.emit(AudioDeviceError("", "no microphone was found"))
    notice = fermata.page.live.notice
    fermata.until(lambda: notice.offer.text() == "Choose a microphone")
    notice.offer.click()
    assert fermata.window.stack.currentIndex() == SETTINGS
    assert fermata.settings_panel().page(MicrophonePage).isVisible()
    assert notice.isHidden()


def drag(target, name, paths):
    """Drag files into, over or out of whatever is in the middle of a widget."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    hands = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window = target.window()
    middle = target.mapTo(window, target.rect().center())
    receiver = window.childAt(middle)
    while not receiver.acceptDrops():
        receiver = receiver.parentWidget()
    if name == "leave":
        event = QDragLeaveEvent()
    else:
        place = receiver.mapFrom(window, middle)
        event = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, *hands)
    QApplication.sendEvent(receiver, event)
    return event.isAccepted()


def test_the_window_highlights_drops_it_can_take_except_over_training(fermata, tmp_path):
    text, picture, folder = tmp_path / "notes.txt", tmp_path / "cat.png", tmp_path / "folder"
    folder.mkdir()
    overlay = fermata.window.drop_overlay
    for part in (FILES, HISTORY, DICTATION):
        fermata.window.open_part(part)
        shown = fermata.window.part(part)
        for files in ([text], [tmp_path / "talk.ogg", picture], [folder], [tmp_path / "no-suffix"]):
            assert drag(shown, "enter", files), files
            assert overlay.isVisible()
            assert overlay.geometry() == fermata.window.rect()
            drag(shown, "leave", files)
            assert not overlay.isVisible()
        for files in ([], [picture], [tmp_path / "book.pdf"]):
            assert not drag(shown, "enter", files)
            assert not overlay.isVisible()
    text.write_text("so i went to the shop")
    assert drop(fermata.page, text)
    assert not overlay.isVisible()
    panel = fermata.settings_panel()
    panel.open_page(TrainingPage)
    box = panel.page(TrainingPage).texts
    assert drag(fermata.window.navigation, "enter", [tmp_path / "own.txt"])
    assert overlay.isVisible()
    fermata.window.dragLeaveEvent(QDragLeaveEvent())  # to what takes it, as Qt sends it
    assert drag(box.total, "enter", [tmp_path / "own.txt"])
    assert not overlay.isVisible()


def test_a_drop_ends_the_first_run(qtbot, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("so i went to the shop\n")
    with composed_window(qtbot, tmp_path / "data", is_first_run=True) as fermata:
        first_run = fermata.window.over
        assert first_run.isVisible()
        assert drop(first_run, text)
        assert fermata.window.over is None
        assert fermata.preferences.value.general.first_run_is_done
        assert fermata.start_files().model.rowCount() == 1


def test_file_preferences_are_followed_and_commands_only_expected_in_dictation(fermata):
    fermata.preferences.set("files.export_format", "md")
    fermata.preferences.set("files.at_once", 3)
    fermata.preferences.set("files.treatment", "only-add")
    fermata.preferences.set("files.starts_at_once", True)
    fermata.preferences.set("dictation.chinese_script", "hong_kong")
    assert fermata.files_panel().preferences.export_format == "md"
    assert fermata.files.queue.settings.treatment is Treatment.ONLY_ADD
    assert fermata.files.starts_at_once
    assert fermata.files.queue.settings.settings.punctuation.script is Script.HONG_KONG
    assert len(fermata.files.queue._threads) == 3
    fermata.preferences.set("commands.mode", "all")
    assert fermata.controller.choice().recogniser.commands is CommandsMode.ALL
    assert fermata.files.queue.settings.settings.recogniser.commands is CommandsMode.OFF
    fermata.preferences.set("commands.mode", "marks")
    assert fermata.controller.choice().recogniser.commands is CommandsMode.MARKS


def test_preferences_that_cannot_be_saved_are_reported_and_still_apply(fermata):
    path = fermata.preferences._file.path
    fermata.until(path.is_file)
    path.unlink()
    (path / "a web page came instead").mkdir(parents=True)
    fermata.preferences.set("general.theme", "dark")
    fermata.until(lambda: path.name in fermata.window.statusBar().currentMessage())
    assert fermata.preferences.value.general.theme == "dark"


def test_a_window_closed_at_once_starts_nothing_more(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path) as fermata:
        fermata.preferences.set("advanced.threads", 1)  # the models are to be reloaded soon
    qtbot.wait(800)  # an error in a late call would fail this test
    assert fermata.worker._loader._spare is None
    assert not fermata.preloading.is_done
