"""The whole application when nothing can be saved: it dictates, says so, and saves when it can."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import HISTORY
from app.history.store import HistoryStore
from tests.faults.test_killed import words_of
from tests.support.faults.disks import small_disk
from tests.support.recognisers.speech import CLIPS
from tests.support.ui.composed_window import composed_window

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:2]
SAID = " ".join(CLIPS[name] for name in NAMES).split()


@pytest.mark.parametrize("kind", ["full", "read-only"])
def test_it_dictates_in_memory_and_saves_as_soon_as_possible(qtbot, tmp_path, kind):
    with small_disk(tmp_path / "disk") as disk:
        disk.fill() if kind == "full" else disk.allow(writing=False)
        with composed_window(qtbot, disk.folder) as fermata:
            notice = fermata.page.live.notice.label
            assert notice.isVisible()
            assert "kept in memory" in notice.text(), "it is said before anything is"
            fermata.dictate(*NAMES)
            assert words_of(fermata.page.view.model.text) == SAID
            assert "kept in memory" in notice.text()
            disk.make_room() if kind == "full" else disk.allow(writing=True)
            fermata.until(lambda: "saved again" in notice.text())
            fermata.until(fermata.store.sessions)
            [session] = fermata.store.sessions()
            assert words_of(fermata.store.session(session.number).text) == SAID
            fermata.until(lambda: fermata.history_writer.hindrance is None)


def test_closing_asks_first_and_the_next_start_offers_the_words(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with small_disk(tmp_path / "disk") as disk:
        disk.allow(writing=False)
        with composed_window(qtbot, disk.folder) as fermata:
            closed = []
            fermata.window.closing.connect(lambda: closed.append(1))
            QTest.keyClicks(fermata.page.view, "typed without a session")
            fermata.dictate(*NAMES)
            notice = fermata.page.live.notice
            fermata.window.open_part(HISTORY)
            fermata.window.close()
            assert fermata.window.isVisible()
            assert "in another place" in notice.label.text()
            qtbot.mouseClick(notice.other, Qt.MouseButton.LeftButton)
            assert closed == [1]
            assert not fermata.window.isVisible()
            text = fermata.page.view.model.text
        disk.allow(writing=True)
        with composed_window(qtbot, disk.folder) as fermata:
            qtbot.mouseClick(fermata.page.live.notice.offer, Qt.MouseButton.LeftButton)
            fermata.until(lambda: fermata.page.view.model.text == text)
            assert [info.title for info in fermata.store.sessions()] == [text]
        assert list((tmp_path / "state").rglob("*.sqlite")) == []


def test_a_damaged_history_is_reported_at_the_start(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path) as fermata:
        fermata.dictate(*NAMES)
        fermata.until((tmp_path / "history.backup.sqlite").exists)
    path = tmp_path / "history.sqlite"
    content = bytearray(path.read_bytes())
    content[:100] = bytes(100)
    path.write_bytes(content)
    with composed_window(qtbot, tmp_path) as fermata:
        text = fermata.page.live.notice.label.text()
        assert "copy of" in text
        assert str(fermata.store.set_aside) in text
        assert words_of(fermata.store.session(1).text) == SAID
    with HistoryStore(tmp_path) as store:
        assert store.problem is None
