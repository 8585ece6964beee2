"""A screen reader hears sentences, states, notices and errors, and nothing that still changes."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from app.dictation.events import Notice, State
from app.document.document import Document
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from app.ui.widgets.notice_line import Answer
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


def test_the_tail_is_not_announced(page):
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


def test_states_notices_and_errors_are_announced_once_each(page):
    notice = page.live.notice
    with screen_reader() as reader:
        for state in (State.STARTING, State.LISTENING, State.LISTENING, State.PAUSED):
            page.live.show_state(state)
        notice.show_notice(Notice.BEHIND)
        for behind_s in (4.0, 5.0, 6.0):
            notice.show_late(behind_s)
        notice.show_notice(Notice.BEHIND)
        notice.show_offer("It is in the trash.", Answer("Restore", list))
        notice.show_remark("Stop recording first.")
        for _ in range(2):
            notice.show_error("No microphone was found.")
        notice.clear()
        page.live.show_state(State.STOPPED)
        page.announces = False
        page.live.show_state(State.LISTENING)
        notice.show_error("Nobody hears this.")
    behind = "Recognition is 1 s behind. Nothing is lost."
    polite = ["Starting", "Listening", "Paused", behind, "It is in the trash."]
    polite += ["Stop recording first.", "Stopped"]
    assert reader.urgent == ["No microphone was found."]
    assert [text for text in reader.announced if text not in reader.urgent] == polite
    assert reader.announced[-2:] == ["No microphone was found.", "Stopped"]
