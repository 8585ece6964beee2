"""A result is a document of the history from the moment it is done."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.application import DICTATION, FILES
from app.history.edited_text import RECORDING
from app.ui.history.model import FACTS_ROLE
from tests.support.recognisers.speech import FOX
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window, drop

CLIP = DATA / "speech" / FOX
CUES = """1
00:00:01,000 --> 00:00:04,000
so i went to the shop

2
00:00:05,000 --> 00:00:08,000
it was closed what should i do now
"""
BARE = "so i went to the shop\nit was closed what should i do now\n"


@pytest.fixture
def talk(tmp_path):
    """A recording of our own, in a folder of its own."""
    (tmp_path / "files").mkdir()
    return Path(shutil.copy(CLIP, tmp_path / "files" / f"talk{CLIP.suffix}"))


def notes(folder, name="notes.txt", text=BARE):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def done(fermata, *paths, over=None):
    assert drop(fermata.window, *paths)
    panel = fermata.start_files()
    fermata.until(lambda: panel.model.over == (over or len(paths)))
    fermata.history_writer.settle(20.0)
    return panel


def opened(fermata, panel, row=0):
    count = panel.tabs.count()
    panel.queue.result_wanted.emit(panel.model.job(row))
    fermata.until(lambda: panel.tabs.count() == count + 1)
    view = panel.tabs.widget(count)
    fermata.until(lambda: view.page.is_filled)
    return view


def edit(fermata, view):
    """Bring a result to the page of dictation."""
    QTest.mouseClick(view.edit, Qt.MouseButton.LeftButton)
    fermata.until(lambda: fermata.window.stack.currentIndex() == DICTATION)
    fermata.until(lambda: fermata.history_writer.number)


def take_back(view):
    """Go to the first change, and take it back."""
    QTest.keyClick(view, Qt.Key.Key_F8)
    QTest.keyClick(view, Qt.Key.Key_F7)


def type_in(fermata, text):
    cursor = fermata.page.view.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    fermata.page.view.setTextCursor(cursor)
    fermata.page.view.insertPlainText(text)
    fermata.document_history.save()
    fermata.history_writer.settle(20.0)


def test_a_result_and_the_last_decision_survive_the_window(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        closed = []
        fermata.window.closing.connect(lambda: closed.append(1))
        view = opened(fermata, done(fermata, notes(tmp_path)))
        take_back(view)
        decided = view.page.plain_text()
        fermata.window.close()
        assert closed == [1], "nobody is asked: nothing is lost"
    with composed_window(qtbot, tmp_path / "data") as fermata:
        panel = fermata.history_panel()
        fermata.until(lambda: panel.model.rowCount() == 1)
        assert panel.model.index(0).data() == "notes"
        assert "from notes.txt" in panel.model.index(0).data(FACTS_ROLE)
        (found,) = fermata.store.search("closed")
        assert fermata.store.text(found.info.number) == decided


def test_it_is_edited_and_heard_as_any_session(fermata, talk):
    panel = done(fermata, talk)
    view = opened(fermata, panel)
    edit(fermata, view)
    (info,) = fermata.store.sessions()
    assert fermata.history_writer.number == info.number
    words = fermata.document.words
    assert len(words) == len(fermata.document.text.split())
    spoken = words.at(0).spoken.word
    assert spoken.confidence is not None, "doubtful words are known"
    sound = fermata.controller.back._sounds[RECORDING]
    assert any(sound.read(spoken.start_s, spoken.end_s))
    assert list(talk.parent.iterdir()) == [talk]
    type_in(fermata, " Indeed.")
    assert fermata.store.text(info.number).endswith(" Indeed.")
    assert len(fermata.store.sessions()) == 1


def test_without_its_file_it_says_that_the_sound_is_gone(fermata, talk):
    panel = done(fermata, talk)
    view = opened(fermata, panel)
    talk.unlink()
    edit(fermata, view)
    fermata.page.bar.play.trigger()
    assert "not there any more" in fermata.page.live.notice.label.text()


def test_changes_that_are_taken_back_are_in_the_session(fermata, tmp_path):
    view = opened(fermata, done(fermata, notes(tmp_path)))
    (info,) = fermata.store.sessions()
    before = fermata.store.text(info.number)
    assert before == view.page.plain_text()
    take_back(view)
    fermata.until(lambda: fermata.store.text(info.number) != before)
    assert fermata.store.text(info.number) == view.page.plain_text()
    view.panel.none_wanted.emit()
    fermata.until(lambda: fermata.store.text(info.number) == BARE.rstrip("\n"))


def test_what_was_edited_is_shown_in_the_tab_and_never_written_over(fermata, tmp_path):
    panel = done(fermata, notes(tmp_path))
    view = opened(fermata, panel)
    edit(fermata, view)
    type_in(fermata, " Then home.")
    fermata.window.open_part(FILES)
    fermata.until(lambda: view.shown.is_elsewhere and view.page.is_filled)
    assert view.page.plain_text().endswith(" Then home.")
    assert view.elsewhere.isVisible()
    assert not (view.changes.isVisible())
    assert not (view.panel.isVisible())
    take_back(view)
    path = tmp_path / "out.txt"
    with_own = view.shown.result.path.suffix[1:]
    fermata.files.export(view.shown, with_own, path)
    fermata.until(path.exists)
    assert path.read_text().rstrip("\n").endswith(" Then home.")
    fermata.files.review(view.shown)
    fermata.files._write_decisions()
    fermata.history_writer.settle(20.0)
    (info,) = fermata.store.sessions()
    assert fermata.store.text(info.number).endswith(" Then home.")


def test_what_was_only_looked_at_can_be_decided_again(fermata, tmp_path):
    panel = done(fermata, notes(tmp_path))
    view = opened(fermata, panel)
    edit(fermata, view)
    fermata.window.open_part(FILES)
    fermata.until(lambda: view.shown.is_elsewhere)
    fermata.controller.new_text()
    fermata.window.open_part(DICTATION)
    fermata.window.open_part(FILES)
    fermata.until(lambda: not view.shown.is_elsewhere)
    assert view.changes.isVisible()
    assert len(view.shown.changes) > 0


def test_one_that_was_deleted_is_kept_again_to_be_edited(fermata, tmp_path):
    panel = done(fermata, notes(tmp_path))
    view = opened(fermata, panel)
    (before,) = fermata.store.sessions()
    fermata.history.delete([before.number])
    fermata.until(lambda: not fermata.store.sessions())
    edit(fermata, view)
    (info,) = fermata.store.sessions()
    assert info.title == "notes"
    assert fermata.history_writer.number == info.number != before.number


def test_one_in_the_trash_comes_out_of_it_to_be_edited(fermata, tmp_path):
    panel = done(fermata, notes(tmp_path))
    view = opened(fermata, panel)
    before = fermata.store.sessions()
    fermata.history.trash([before[0].number])
    fermata.until(lambda: not fermata.store.sessions())
    edit(fermata, view)
    fermata.until(lambda: fermata.store.sessions() == before)


def test_the_same_file_twice_is_two_documents(fermata, tmp_path):
    path = notes(tmp_path)
    done(fermata, path, path)
    assert [info.title for info in fermata.store.sessions()] == ["notes", "notes"]


def test_a_file_that_fails_leaves_nothing_and_hinders_nobody(fermata, tmp_path, talk):
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"no sound")
    done(fermata, broken, talk)
    assert [info.title for info in fermata.store.sessions()] == ["talk"]


def test_chinese(fermata, tmp_path):
    path = notes(tmp_path, "會議.txt", "今天天氣很好我們去公園\n")
    view = opened(fermata, done(fermata, path))
    (info,) = fermata.store.sessions()
    assert info.title == "會議"
    assert fermata.store.text(info.number) == view.page.plain_text()
    assert fermata.store.search("公園")[0].info.number == info.number
    edit(fermata, view)
    assert len(fermata.document.words) == 11


def test_while_the_history_is_locked_results_wait_and_are_then_kept(fermata, tmp_path):
    with closing(sqlite3.connect(fermata.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert drop(fermata.window, notes(tmp_path))
        panel = fermata.start_files()
        fermata.until(lambda: fermata.history_writer.hindrance is not None)
        view = opened(fermata, panel)
        assert "Shop" in view.page.plain_text() or "shop" in view.page.plain_text()
        assert fermata.page.live.notice.label.text(), "the person is told"
    fermata.until(lambda: len(fermata.store.sessions()) == 1)


def test_many_files(fermata, tmp_path):
    done(fermata, *(notes(tmp_path / "many", f"{at}.txt") for at in range(20)))
    panel = fermata.history_panel()
    fermata.until(lambda: panel.model.rowCount() == 20)
    assert {panel.model.index(row).data() for row in range(20)} == {str(at) for at in range(20)}


def test_its_words_keep_the_times_of_their_cues(fermata, tmp_path):
    view = opened(fermata, done(fermata, notes(tmp_path, "talk.srt", CUES)))
    take_back(view)
    shown = view.page.plain_text()
    edit(fermata, view)
    fermata.until(lambda: fermata.document.text == shown)
    assert len(fermata.document.words) == len(shown.split())
    assert fermata.document.words.at(0).spoken.word.start_s == 1.0
    type_in(fermata, "!")
    (info,) = fermata.store.sessions()
    assert info.title == "talk"
    assert fermata.store.session(info.number).document == shown + "!"


def test_without_a_history_it_is_edited_on_the_page_only(fermata, tmp_path):
    fermata.preferences.set("privacy.keeps_history", False)
    try:
        view = opened(fermata, done(fermata, notes(tmp_path)))
        QTest.mouseClick(view.edit, Qt.MouseButton.LeftButton)
        fermata.until(lambda: fermata.document.text == view.page.plain_text())
        type_in(fermata, "!")
        assert fermata.store.sessions() == []
    finally:
        fermata.preferences.set("privacy.keeps_history", True)
