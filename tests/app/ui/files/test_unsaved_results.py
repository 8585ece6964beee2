"""Closing asks if no history keeps results, or files are still being processed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

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


def test_closing_asks_about_transcribed_recordings_until_each_is_saved(closing, qtbot, tmp_path):
    (tmp_path / "notes.txt").write_text("so i went to the shop\n")
    assert drop(closing.window, RECORDING, RECORDING, tmp_path / "notes.txt")
    panel = closing.start_files()
    closing.window.close()
    assert closing.window.isVisible()
    assert "Closing now would lose them" in closing.notice.label.text()
    qtbot.mouseClick(closing.notice.offer, Qt.MouseButton.LeftButton)
    assert closing.window.stack.currentIndex() == FILES
    closing.edit_file()
    closing.window.close()
    assert closing.closed == []
    panel = closing.files_panel()
    panel._ask_folder = lambda *_: tmp_path
    panel.queue.export_all.menu().actions()[0].trigger()
    closing.until(panel.queue.notice.label.text)
    closing.window.close()
    assert closing.closed == [1], "what is marked in a moment, as notes are, is not asked about"


def test_a_recording_on_the_page_is_not_lost(closing):
    assert drop(closing.window, RECORDING)
    closing.start_files()
    closing.window.close()
    assert closing.closed == []
    closing.edit_file()
    closing.until(lambda: "fox" in closing.document.text)
    closing.window.close()
    assert closing.closed == [1]


def test_closing_asks_about_recordings_in_progress_which_can_be_abandoned(closing, qtbot):
    assert drop(closing.window, *[RECORDING] * 5)
    panel = closing.files_panel()
    closing.until(lambda: panel.model.rowCount() == 5)
    closing.window.close()
    assert closing.closed == []
    assert "stops them" in closing.notice.label.text()
    qtbot.mouseClick(closing.notice.other, Qt.MouseButton.LeftButton)
    assert closing.closed == [1]
