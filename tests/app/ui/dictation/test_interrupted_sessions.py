"""A killed dictation is offered at the next start."""

from __future__ import annotations

import re
import shutil
import threading

import pytest
from PySide6.QtCore import Qt

from app.tasks import Lane
from tests.faults.test_killed import SAID, Killed, words_of
from tests.support.ui.composed_window import composed_window


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    return Killed(tmp_path_factory.mktemp("killed"), 2.5).folder / "data"


@pytest.fixture
def data(killed, tmp_path):
    """What is on the disk after the kill."""
    return shutil.copytree(killed, tmp_path / "data")


def test_it_can_be_left_in_the_history(qtbot, data):
    with composed_window(qtbot, data) as fermata:
        notice = fermata.page.live.notice
        qtbot.mouseClick(notice.other, Qt.MouseButton.LeftButton)
        fermata.until(lambda: not fermata.store.unfinished())
        fermata.until(lambda: not fermata.page.view.model.text)
        fermata.until(lambda: not list((data / "sound").iterdir()))
        assert len(fermata.store.sessions()) == 1


def test_restoring_shows_progress_and_brings_back_the_last_words_and_edits(qtbot, data):
    shown = []
    with composed_window(qtbot, data) as fermata:
        notice, view = fermata.page.live.notice, fermata.page.view
        assert notice.offer.isVisible()
        notice.said.connect(lambda text, _: shown.append(text))
        held = threading.Event()  # the work waits until the person has answered
        progressed = fermata.cut_off._progressed
        progressed.connect(lambda _: held.wait(), Qt.ConnectionType.DirectConnection)
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        assert notice.offer.text() == "Later"
        fermata.until(lambda: any(re.search("[1-9]0 %", text) for text in shown))
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        held.set()
        done = []
        fermata.tasks.run(Lane("recovery"), lambda: 1, done.append)
        fermata.until(lambda: bool(done))
        assert "next start" in shown[-1]
        assert view.model.text == ""
        assert len(fermata.store.unfinished()) == 1
    with composed_window(qtbot, data) as fermata:
        notice, view = fermata.page.live.notice, fermata.page.view
        assert notice.offer.text() == "Restore"
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: view.model.text)
        words = words_of(view.model.text)
        assert words[:-2] == SAID[: len(words) - 2]
        assert len(words) > 5
        assert re.match(r"\d+", view.model.text)
        assert not notice.offer.isVisible()
        assert fermata.store.unfinished() == []
        assert list((data / "sound").iterdir()) == []
    with composed_window(qtbot, data) as fermata:
        assert not fermata.page.live.notice.offer.isVisible()
