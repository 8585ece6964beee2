"""A screen reader hears committed sentences, and nothing of what still changes."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from app.document.document import Document
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from engine.paths import default_paths
from tests.support.ui.recorded_session import updates
from tests.support.ui.screen_reader import screen_reader


@pytest.fixture
def page(qtbot):
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    qtbot.addWidget(page)
    page.show()
    page.view.begin_session()
    return page


def test_each_committed_sentence_is_announced_once(page):
    with screen_reader() as reader:
        for update in updates():
            page.view.model.apply(update)
        page.announces = False
        page.view.model.apply(next(update for update in updates() if update.sentences))
    assert reader.announced == [update.committed for update in updates() if update.sentences]


def test_the_tail_is_not_told(page):
    with screen_reader() as reader:
        page.view.setFocus()
        QTest.keyClicks(page.view, "typed")
        assert reader.changes >= 5  # it hears what is typed
        reader.changes, shown = 0, set()
        for update in updates():
            if update.sentences:
                break
            page.view.model.apply(update)
            shown.add(page.view.shown_tail)
    assert len(shown) > 3
    assert reader.changes == 0
    assert reader.announced == []
