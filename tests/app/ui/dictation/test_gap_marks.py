"""Places where nothing was heard: marked in the text and in the history, also when reopened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from app.dictation.events import Gap
from app.ui.history.preview import _gaps_in_words as gaps_in_words
from tests.faults.test_killed import words_of
from tests.support.played_sound import PlayedSound
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window

FIRST, SECOND = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]


def said(name):
    return CLIPS[name].split()


def marked_words(page):
    """Return the word after each mark."""
    places = list(page.gaps._places())
    words = [page.view.cursorForPosition(rect.center() + QPoint(6, 0)) for rect, _ in places]
    found = [page.view.model.words.around(page.view.place_in_text(w.position())) for w in words]
    return [word.spoken.word.text for word in found]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the offscreen platform
def test_a_gap_is_marked_and_reported(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        lost = PlayedSound([DATA / "speech" / FIRST], lost=True)
        back = PlayedSound([DATA / "speech" / SECOND])
        sources = [lost, back]
        fermata.worker._open_microphone = lambda _, sound: sources.pop(0).into(sound)
        page = fermata.page
        fermata.controller.start()
        fermata.until(back.is_played.is_set)
        assert "The gap is marked" in page.live.notice.label.text()
        fermata.controller.stop()
        fermata.until(lambda: words_of(page.view.model.text) == said(FIRST) + said(SECOND))
        assert marked_words(page) == [said(SECOND)[0]]
        fermata.until(lambda: [one.is_finished for one in fermata.store.sessions()] == [True])
        session = fermata.store.session(1)
        [gap] = session.gaps
        assert gaps_in_words(session).endswith(f"after “{' '.join(said(FIRST)[-5:])}”.")
        fermata.texts.close()
        assert not page.gaps.isVisible()
        fermata.history.reopen(1)
        fermata.until(page.gaps.isVisible)
        assert marked_words(page) == [said(SECOND)[0]]
        [(rect, _)] = page.gaps._places()
        viewport = page.view.viewport()
        event = QHelpEvent(QEvent.Type.ToolTip, rect.center(), viewport.mapToGlobal(rect.center()))
        QApplication.sendEvent(viewport, event)
        assert QToolTip.text().startswith("Nothing was heard here for 1 s")
        assert isinstance(gap, Gap)
