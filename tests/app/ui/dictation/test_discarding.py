"""Esc while someone dictates: nothing is discarded."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.dictation.events import State
from tests.faults.test_killed import words_of
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

FIRST, SECOND = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]


def said(name):
    return CLIPS[name].split()


def test_esc_throws_the_dictation_into_the_trash_and_it_can_be_put_back(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        view, notice = fermata.page.view, fermata.page.live.notice
        fermata.begin(FIRST)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        fermata.until(notice.offer.isVisible)
        assert fermata.controller.state is State.STOPPED
        assert view.model.text == ""
        assert fermata.store.sessions() == []
        [thrown] = fermata.store.sessions(in_trash=True)
        assert words_of(fermata.store.session(thrown.number).text) == said(FIRST)
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: words_of(view.model.text) == said(FIRST))
        assert fermata.store.trash.numbers() == []
        fermata.begin(SECOND)
        qtbot.keyClick(view, Qt.Key.Key_Escape)  # a text that was there before stays
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        assert words_of(view.model.text) == said(FIRST) + said(SECOND)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        assert words_of(view.model.text) == said(FIRST) + said(SECOND)
        fermata.until(lambda: len(fermata.store.sessions()) == 1)
        assert fermata.store.trash.numbers() == []
