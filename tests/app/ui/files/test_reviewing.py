"""Changes of a result by key, by mouse and for screen readers; new names of speakers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.files.job import FileKind, FileResult
from app.files.review import Decisions, Review
from app.preferences.preferences import Files
from app.ui.files.result_text import shown_result
from app.ui.files.result_view import ResultView
from app.ui.files.shown_changes import Look
from app.ui.files.speakers_dialog import SpeakersDialog
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, SpeakerLabel, Stretch
from tests.support.ui.controls import unnamed

WORDS = [("So", "so"), ("the", "the."), ("house", "House"), ("is", "is"), ("old.", "old")]
AS_PROPOSED = "Ann: So the house is old."


def result():
    pieces = [piece for word in WORDS for piece in (RestoredWord(*word, speaker="Ann"), " ")]
    stretch = Stretch((SpeakerLabel("Ann: ", "Ann"), *pieces[:-1]), 1.0, 5.0)
    text = RestoredText(Layout.CUES, (stretch,))
    return FileResult(Path("talk.srt"), FileKind.TRANSCRIPT, "srt", text)


@pytest.fixture
def view(qtbot):
    made = result()
    shown = shown_result(1, made, Review(made.text, Decisions()))
    view = ResultView(shown, Files(), lambda *_: None)
    qtbot.addWidget(view)
    view.layout_wanted.connect(
        lambda one: view.show_again(shown_result(1, one.result, one.review)),
        Qt.ConnectionType.QueuedConnection,
    )
    view.resize(900, 600)
    view.show()
    qtbot.waitUntil(lambda: view.page.is_filled)
    view.said_all = []
    view.said.connect(view.said_all.append)
    return view


def text_of(view):
    return view.page.plain_text()


def press(view, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(view, key, modifier)


def test_keys_walk_take_back_and_restore(view):
    assert text_of(view) == AS_PROPOSED
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F8)
    assert view.panel.words.text() == "2 of 3: full stop removed behind ‘the’, ‘House’ → ‘house’"
    press(view, Qt.Key.Key_F7)
    assert text_of(view) == "Ann: So the. House is old."
    assert view.page.toPlainText() == "0:01  " + text_of(view)
    assert view.shown.review.text().stretches[0].text == text_of(view)
    assert "taken back, 1" in view.legend.text()
    assert view.panel.toggle.text() == "Restore"
    press(view, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    press(view, Qt.Key.Key_F7)
    assert text_of(view) == "Ann: so the. House is old."
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F7)
    assert text_of(view) == "Ann: so the house is old."
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F8)
    assert view.said_all == ["No further change in this direction."]
    assert view.shown.review.decisions.rejected == {0}


def test_the_list_follows_the_text_and_takes_back_by_box_and_space(view):
    panel = view.panel
    rows = [panel.model.index(row) for row in range(panel.model.rowCount())]
    assert [row.data() for row in rows][::2] == ["‘so’ → ‘So’", "full stop added behind ‘old’"]
    panel.list.setCurrentIndex(rows[2])
    assert view.page.textCursor().position() == len("0:01  " + AS_PROPOSED)
    QTest.keyClick(panel.list, Qt.Key.Key_Space)
    assert text_of(view) == AS_PROPOSED.rstrip(".")
    assert rows[2].data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Unchecked
    place = view.page.toPlainText().index("house")
    cursor = view.page.textCursor()
    cursor.setPosition(place)
    view.page.setTextCursor(cursor)
    assert panel.list.currentIndex().row() == 1
    QTest.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    assert text_of(view) == "Ann: So the. House is old"
    assert unnamed(view) == []


def test_all_at_once(view, qtbot):
    QTest.mouseClick(view.panel.reject_all, Qt.MouseButton.LeftButton)
    assert not view.panel.isEnabled()
    qtbot.waitUntil(lambda: view.panel.isEnabled() and view.page.is_filled)
    assert text_of(view) == "Ann: so the. House is old"
    assert view.shown.changes.counts == {Look.REJECTED: 3}
    QTest.mouseClick(view.panel.accept_all, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.panel.isEnabled() and view.page.is_filled)
    assert text_of(view) == AS_PROPOSED


def test_speakers_are_renamed_in_one_place_and_marks_stay_as_decided(view, qtbot):
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F7)
    QTest.mouseClick(view.speakers, Qt.MouseButton.LeftButton)
    dialog = view.findChild(SpeakersDialog)
    assert unnamed(dialog) == []
    field = dialog.fields["Ann"]
    field.selectAll()
    QTest.keyClicks(field, "Dr. Anna")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.panel.isEnabled() and view.page.is_filled)
    assert text_of(view) == "Dr. Anna: so the house is old."
    assert view.shown.review.text().speakers == ("Dr. Anna",)


def test_many_speakers_with_long_names_fit_on_a_small_screen(qtbot, view):
    long = "Honourable Member for <b>the</b> Northern Isles, Dr. Anna-Maria"
    speakers = [long, *(f"Speaker {number}" for number in range(2, 15))]
    dialog = SpeakersDialog(view, speakers, {})
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.width() <= 800
    assert dialog.height() <= 600
    label = dialog.labels[long]
    assert len(label.text()) <= 30
    assert label.text().endswith("…")
    assert "Northern Isles, Dr. Anna-Maria" in label.toolTip()
    last = dialog.fields["Speaker 14"]
    assert last.visibleRegion().isEmpty()
    dialog.fields[long].setFocus()
    while QApplication.focusWidget() is not last:
        press(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert last.visibleRegion().boundingRect().size() == last.size()
    QTest.keyClicks(last, "Zoe")
    renamed = []
    dialog.renamed.connect(renamed.append)
    QTest.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)
    assert renamed == [{"Speaker 14": "Zoe"}]


def test_something_is_found_in_a_result_and_what_is_taken_back_is_searched_anew(qtbot, view):
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.page.setFocus()
    press(view.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.finder.field, "House")
    assert view.finder.count.text() == "1 of 1"
    assert view.page.textCursor().selectedText() == "house"
    view.finder.minds_case.click()
    assert view.finder.count.text() == "Not found"
    view.page.select(0, 0)
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F8)
    press(view, Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: view.finder.count.text() == "1 found")
    press(view.finder.field, Qt.Key.Key_Return)
    assert view.page.textCursor().selectedText() == "House"
    assert not view.finder.replaces.isVisible()
