"""What is copied, played and timed is what the page shows now."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dictation.word_player import WordPlayer
from engine.types import Sentence, Update, Word
from tests.support.ui.composed_window import composed_window
from tests.support.ui.dictation_page import dictation_room

WORDS = ("One", "two", "three", "four.")
SAID = Sentence(
    WORDS, tuple(Word(word, 2.0 * at, 2.0 * at + 0.5, 0.9, at) for at, word in enumerate(WORDS))
)


@pytest.fixture
def room(qtbot, tmp_path):
    with dictation_room(qtbot, tmp_path) as room:
        room.view.begin_session()
        room.document.apply(Update((SAID,), "and the tail"))
        yield room
        QApplication.clipboard().clear()


def copied(room):
    room.page.bar.copy.trigger()
    return QApplication.clipboard().text()


def played(room):
    ground = room.view.palette().highlight()
    marks = room.view.extraSelections()
    return [it.cursor.selectedText() for it in marks if it.format.background() == ground]


def test_copying_includes_the_words_that_may_still_change(room):
    assert copied(room) == "One two three four. and the tail"
    room.document.dictate_at(len("One two"))
    assert copied(room) == "One two and the tail three four."
    room.page.bar.tail.trigger()
    assert copied(room) == "One two three four."
    room.page.bar.tail.trigger()
    room.document.end_session()
    assert copied(room) == "One two three four."


def test_a_selection_is_copied_with_the_tail_in_it_and_cut_without(room):
    room.document.dictate_at(len("One two"))
    for start, end, seen in ((0, 13, "One two and the tail three"), (0, 3, "One"), (9, 12, "hre")):
        room.view.select(start, end)
        QTest.keyClick(room.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QApplication.clipboard().text() == seen
    room.view.select(4, 13)
    QTest.keyClick(room.view, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "two three"
    assert room.document.text == "One  four."


def test_copies_have_times_if_wanted_and_once_the_text_is_final(room):
    room.preferences.set("files.times_in_text", "paragraphs")
    assert copied(room) == "One two three four. and the tail"
    room.document.end_session()
    room.document.replace(len("One two"), len("One two "), "\n")
    assert copied(room) == "[0:00] One two\n[0:04] three four."
    assert room.document.text == "One two\nthree four."


def test_the_word_being_played_stays_marked_when_the_text_before_it_changes(room):
    room.page.marks.show_spoken(room.document.words.at(2))
    assert played(room) == ["three"]
    room.document.replace(0, 3, "Eleven and")
    room.until(lambda: played(room) == ["three"])
    room.document.replace_each([(0, 6, "x"), (11, 14, "x")])
    room.until(lambda: played(room) == ["three"])
    start = room.document.units.index("three")
    room.document.replace(start, start + 6, "")
    room.until(lambda: not played(room))


def test_playing_a_deleted_word_marks_nothing(room, monkeypatch):
    monkeypatch.setattr(WordPlayer, "is_playing", property(lambda _: True))
    room.controller.back._session = room.document.session
    start = room.document.units.index("three")
    room.document.replace(start, start + 6, "")
    seen = []
    for time_s in (2.1, 2.9, 4.1, 6.1):
        room.player.position_changed.emit(time_s)
        seen.append(played(room))
    assert seen == [["two"], ["two"], [], ["four."]]


def test_an_empty_page_shows_no_time_of_an_old_dictation(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.page.live.show_elapsed(83.0)
        assert fermata.page.live.elapsed.text() == "1:23"
        fermata.page.bar.new.trigger()
        assert fermata.page.live.elapsed.text() == "0:00"
