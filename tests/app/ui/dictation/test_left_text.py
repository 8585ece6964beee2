"""A closed text is not lost: the page says where it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.ui.composed_window import composed_window

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
TYPED = "Something that was typed."


@pytest.mark.parametrize(
    ("keeps", "said"), [(True, "is in the history"), (False, "is no longer on the page")]
)
@pytest.mark.parametrize("way", ["key", "button", "toolbar"])
def test_a_closed_text_says_where_it_is_and_can_be_brought_back(qtbot, tmp_path, keeps, said, way):
    with composed_window(qtbot, tmp_path / "data", privacy__keeps_history=keeps) as fermata:
        page, notice = fermata.page, fermata.page.live.notice
        QTest.keyClicks(page.view, TYPED)
        page.bar.close_text.trigger()
        assert page.view.model.text == ""
        assert said in notice.label.text()
        if way == "key":
            QTest.keyClick(page.view, Key.Key_Z, Ctrl)
        elif way == "button":
            qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        else:
            page.bar.undo.trigger()
        fermata.until(lambda: page.view.model.text == TYPED)
