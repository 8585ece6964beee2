"""A text that another replaces on the page is not gone: the page says where it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.ui.composed_window import composed_window

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
TYPED = "Something that was typed."


@pytest.mark.parametrize(("keeps", "said"), [(True, "is in the history"), (False, "left the page")])
@pytest.mark.parametrize("way", ["key", "button", "toolbar"])
def test_a_new_text_says_where_the_old_one_is_and_brings_it_back(qtbot, tmp_path, keeps, said, way):
    with composed_window(qtbot, tmp_path / "data", privacy__keeps_history=keeps) as fermata:
        page, notice = fermata.page, fermata.page.live.notice
        QTest.keyClicks(page.view, TYPED)
        page.bar.new.trigger()
        assert page.view.model.text == ""
        assert said in notice.label.text()
        if way == "key":
            QTest.keyClick(page.view, Key.Key_Z, Ctrl)
        elif way == "button":
            qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        else:
            page.bar.undo.trigger()
        fermata.until(lambda: page.view.model.text == TYPED)


def test_a_session_that_takes_the_page_says_so(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        page = fermata.page
        QTest.keyClicks(page.view, TYPED)
        page.bar.new.trigger()
        fermata.until(lambda: len(fermata.store.sessions()) == 1)
        QTest.keyClicks(page.view, "Another one.")
        fermata.reopening.open(fermata.store.sessions()[0].number)
        fermata.until(lambda: page.view.model.text == TYPED)
        assert "“Another one.” is in the history." in page.live.notice.label.text()
