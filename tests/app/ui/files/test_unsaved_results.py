"""Closing asks where no history keeps results, or files are still worked on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.application import FILES
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop

RECORDING = DATA / "speech" / FOX


@pytest.fixture
def closing(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path, privacy__keeps_history=False) as fermata:
        fermata.closed = []
        fermata.window.closing.connect(lambda: fermata.closed.append(1))
        fermata.notice = fermata.page.live.notice
        yield fermata


def heard(fermata):
    assert drop(fermata.window, RECORDING)
    panel = fermata.files_panel()
    fermata.until(lambda: panel.model.over == 1)
    panel.queue.result_wanted.emit(panel.model.job(0))
    fermata.until(lambda: panel.tabs.count() == 2)
    return panel.tabs.widget(1)


def test_a_recording_that_was_heard_is_asked_about(closing, qtbot):
    heard(closing)
    closing.window.close()
    assert closing.window.isVisible()
    assert "closing now would lose it" in closing.notice.label.text()
    qtbot.mouseClick(closing.notice.offer, Qt.MouseButton.LeftButton)
    assert closing.window.stack.currentIndex() == FILES
    closing.window.close()
    qtbot.mouseClick(closing.notice.other, Qt.MouseButton.LeftButton)
    assert closing.closed == [1]


def test_a_recording_that_is_still_heard_is_asked_about(closing):
    assert drop(closing.window, *[RECORDING] * 5)
    panel = closing.files_panel()
    closing.until(lambda: panel.model.rowCount() == 5)
    closing.window.close()
    assert closing.closed == []
    assert "stops them" in closing.notice.label.text()


@pytest.mark.parametrize("way", ["copied", "heard.txt", "nowhere/heard.txt"])
def test_what_is_elsewhere_is_not_asked_about(closing, tmp_path, way):
    view = heard(closing)
    if way == "copied":
        view.copy.click()
        assert QApplication.clipboard().text()
    else:
        told, path = [], tmp_path / way
        closing.files.failed.connect(told.append)
        closing.files.exported.connect(lambda *_: told.append(path))
        view._ask = lambda *_: ("txt", path)
        view.export.click()
        closing.until(lambda: told)
    closing.window.close()
    assert closing.closed == ([] if way == "nowhere/heard.txt" else [1])


def test_a_transcript_is_marked_again_in_a_moment_and_not_asked_about(closing, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("so i went to the shop\n")
    assert drop(closing.window, text)
    closing.start_files()
    closing.window.close()
    assert closing.closed == [1]
