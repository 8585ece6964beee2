"""What is dictated and typed, and where it goes: with the updates of a real session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest

from app.document.document import Document
from app.ui.appearance.colours import dimmed
from app.ui.dictation.dictation_view import DictationView
from engine.types import Update
from tests.support.ui.recorded_session import many_sentences, sentences, updates

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
Move = QTextCursor.MoveOperation


@pytest.fixture
def view(qtbot):
    view = DictationView(Document())
    qtbot.addWidget(view)
    view.resize(700, 420)
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.setFocus()
    view.begin_session()
    return view


def with_tail():
    """The updates up to one whose tail has several words."""
    first = next(at for at, update in enumerate(updates()) if len(update.tail.split()) > 3)
    return updates()[: first + 1], updates()[first + 1 :]


def speak(view, coming):
    for update in coming:
        view.model.apply(update)


def shown(view):
    return view.toPlainText()


def formats(view, start, end):
    """Yield the format of each character of the document."""
    cursor = QTextCursor(view.document())
    for place in range(start, end):
        cursor.setPosition(place + 1)
        yield cursor.charFormat()


def contrast(one: QColor, other: QColor) -> float:
    def luminance(colour):
        parts = [colour.redF(), colour.greenF(), colour.blueF()]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_committed_sentences_are_ordinary_text_and_the_tail_is_not(view):
    for update in updates():
        view.model.apply(update)
        assert shown(view) == view.model.text + view.shown_tail
        assert view.shown_tail.split() == update.tail.split()
    everything = " ".join(sentence.text for sentence in sentences())
    assert view.model.text == everything
    assert view.shown_tail == ""
    view.set_shows_tail(False)
    speak(view, updates())
    assert shown(view) == view.model.text == f"{everything} {everything}"


def test_the_tail_is_dimmer(view):
    speak(view, with_tail()[0])
    start = len(view.model.text)
    for how in formats(view, start, start + len(view.shown_tail)):
        assert how.underlineStyle() == QTextCharFormat.UnderlineStyle.NoUnderline  # for doubt
        assert how.foreground().color() == dimmed(view.palette())
    for how in formats(view, 0, start):
        assert how.underlineStyle() == QTextCharFormat.UnderlineStyle.NoUnderline
        assert how.foreground().style() == Qt.BrushStyle.NoBrush
    paper, ink = view.palette().base().color(), view.palette().text().color()
    assert 4.5 < contrast(dimmed(view.palette()), paper) < contrast(ink, paper)


def test_no_key_deletes_into_the_tail(view):
    QTest.keyClicks(view, "Mine")
    spoken, coming = with_tail()
    speak(view, spoken)
    tail, before = view.shown_tail, view.model.text
    QTest.keyClick(view, Key.Key_Delete)  # at the start of the tail
    assert (view.model.text, view.shown_tail) == (before, tail)
    QTest.keyClick(view, Key.Key_Backspace)
    assert view.model.text == before[:-1]
    view.moveCursor(Move.End)  # after the tail
    QTest.keyClick(view, Key.Key_Backspace)
    assert view.model.text == before[:-2]
    speak(view, coming)
    assert view.model.text.startswith(before[:-2])


@pytest.mark.parametrize("is_new", [False, True])
def test_speech_goes_to_the_chosen_cursor(view, is_new):
    QTest.keyClicks(view, "One. Three.")
    view.select(4, 4)
    if is_new:
        view.model.end_session()
        view.begin_session()
    else:
        view.dictate_here()
    QTest.keyClick(view, Key.Key_End)  # the caret moves, the voice does not
    assert view.is_cursor_away
    one = sentences()[0]
    view.model.apply(Update((one,), "and more"))
    assert view.model.text == f"One. {one.text} Three."
    assert shown(view) == f"One. {one.text} and more Three."
    QTest.keyClicks(view, " Four.")
    view.model.apply(Update((one,), ""))
    assert view.model.text == f"One. {one.text} {one.text} Three. Four."


def test_undo_takes_back_one_utterance_at_a_time(view):
    speak(view, updates())
    steps = [view.model.text]
    for sentence in reversed(sentences()):
        QTest.keyClick(view, Key.Key_Z, Ctrl)
        assert steps[-1] == f"{view.model.text} {sentence.text}".strip()
        steps.append(view.model.text)
    assert view.model.text == ""
    for before in reversed(steps[:-1]):
        view.redo()
        assert view.model.text == before
    view.model.apply(Update(tuple(sentences()[:2]), ""))
    view.undo()
    assert view.model.text == f"{steps[0]} {sentences()[0].text}"  # they came together


def test_speech_in_between_does_not_prevent_redo(view):
    QTest.keyClicks(view, "typed")
    view.undo()
    one = sentences()[0]
    view.model.apply(Update((one,), ""))
    view.redo()
    assert view.model.text.replace("typed", "") == one.text
    view.undo()
    assert view.model.text == one.text
    QTest.keyClicks(view, "two words")  # undone word by word
    view.undo()
    assert view.model.text.replace("two ", "") == one.text


def long_text(view, words=600):
    for sentence in many_sentences(words):
        view.model.apply(Update((sentence,), ""))


def is_in_view(view, place):
    cursor = QTextCursor(view.document())
    cursor.setPosition(place)
    return view.viewport().rect().contains(view.cursorRect(cursor).center())


def test_the_page_stays_where_the_person_scrolled(view, qtbot):
    long_text(view)
    bar = view.verticalScrollBar()
    with qtbot.waitSignal(view.following_changed) as told:
        bar.triggerAction(bar.SliderAction.SliderPageStepSub)
        bar.triggerAction(bar.SliderAction.SliderPageStepSub)
    assert told.args == [False]
    there = bar.value()
    for update in updates():
        view.model.apply(update)
        qtbot.wait(1)
        assert bar.value() == there
    bar.setValue(bar.maximum())
    assert view.scrolling.is_following
    long_text(view, 200)
    assert is_in_view(view, len(shown(view)))


def test_a_caret_far_up_does_not_keep_the_page_from_following(view):
    long_text(view)
    view.select(3, 3)
    assert is_in_view(view, 3)
    view.scrolling.follow()
    for update in updates():
        view.model.apply(update)
    assert is_in_view(view, len(shown(view)))
    QTest.keyClicks(view, "x")
    assert is_in_view(view, 3)  # whoever types sees where


def click(view, place, modifiers=Qt.KeyboardModifier.NoModifier):
    cursor = QTextCursor(view.document())
    cursor.setPosition(place)
    point = view.cursorRect(cursor).center() + QPoint(2, 0)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifiers, point)


@pytest.mark.parametrize("plays", [False, True])
def test_clicking_a_word_asks_to_play_it(view, qtbot, plays):
    """With Ctrl at any time, without it during playback."""
    speak(view, updates())
    word = view.model.words.at(3)
    view.plays_on_click = plays
    asked = []
    view.word_clicked.connect(asked.append)
    click(view, word.start + 1)
    assert [it.spoken for it in asked] == ([word.spoken] if plays else [])
    assert word.start <= view.caret() <= word.end
    asked.clear()
    view.select(0, 0)
    click(view, word.start + 1, Ctrl)
    assert [it.spoken for it in asked] == [word.spoken]
    assert view.caret() == 0  # Ctrl leaves the caret


def test_two_new_paragraphs_are_two_and_look_like_the_first(view):
    QTest.keyClicks(view, "One")
    QTest.keyClick(view, Key.Key_Return)
    QTest.keyClick(view, Key.Key_Return)
    QTest.keyClicks(view, "two")
    assert view.model.text == "One\n\ntwo"
    first, last = view.document().firstBlock(), view.document().lastBlock()
    assert last.blockFormat().lineHeight() == first.blockFormat().lineHeight()
