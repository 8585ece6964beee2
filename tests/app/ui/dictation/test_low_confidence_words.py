"""Stepping through doubtful words, and the words of a sentence as they were heard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCharFormat
from PySide6.QtTest import QTest

from app.dictation.events import State
from app.document.document import Document
from app.ui.appearance.colours import doubt_colour
from app.ui.appearance.icons import Icons
from app.ui.dictation.page import DictationPage
from engine.paths import default_paths
from engine.types import Update
from tests.support.ui.dictation_page import NAMES, dictation_room
from tests.support.ui.recorded_session import many_sentences, sentences, updates

Key = Qt.Key
Shift, Ctrl = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
WAVY = QTextCharFormat.UnderlineStyle.WaveUnderline


@pytest.fixture
def page(qtbot):
    """A page with a real session, in which every word of known confidence is doubtful."""
    page = DictationPage(Document(), Icons(default_paths().assets / "icons"))
    qtbot.addWidget(page)
    page.resize(800, 560)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.view.begin_session()
    for update in updates():
        page.view.model.apply(update)
    page.view.model.end_session()
    page.view.select(0, 0)
    page.view.setFocus()
    page.low_confidence.below = 1.01
    return page


def places(page):
    words = page.view.model.words
    return [words.at(index) for index in range(len(words))]


def doubtful(page):
    return [
        word
        for word in places(page)
        if word.spoken.word.confidence is not None and not word.is_edited
    ]


def selected(page):
    return page.view.textCursor().selectedText()


@pytest.mark.parametrize("below", [1.01, 0.99])
def test_f8_steps_through_all_doubtful_words_and_shift_f8_back(page, qtbot, below):
    reached = []
    page.low_confidence.word_reached.connect(reached.append)
    wanted = [word for word in doubtful(page) if word.spoken.word.confidence < below]
    assert 0 < len(wanted) < len(doubtful(page)) + (below > 1)
    page.low_confidence.below = below
    for word in wanted:
        QTest.keyClick(page, Key.Key_F8)
        assert reached[-1] == word
        assert selected(page) == page.view.model.text[word.start : word.end]
    assert "back to the first" not in page.low_confidence.popup.remark.text()
    QTest.keyClick(page, Key.Key_F8)
    assert reached[-1] == wanted[0]
    assert "back to the first" in page.low_confidence.popup.remark.text()
    for word in reversed(wanted):
        QTest.keyClick(page, Key.Key_F8, Shift)
        assert reached[-1] == word
    assert len(reached) == 2 * len(wanted) + 1
    for sentence in many_sentences(300):
        page.view.model.apply(Update((sentence,), ""))
    page.view.moveCursor(page.view.textCursor().MoveOperation.End)
    QTest.keyClick(page, Key.Key_F8, Shift)  # the popup stays on the page at its lower edge too
    assert page.view.viewport().rect().contains(page.low_confidence.popup.geometry())


@pytest.mark.parametrize("arrives", ["", "meanwhile"])
def test_the_popup_offers_to_hear_retype_or_keep_the_word(page, qtbot, arrives):
    page.view.dictate_here()  # at the beginning
    page.low_confidence.below = 1.01
    popup, word, before = page.low_confidence.popup, doubtful(page)[0], page.view.model.text
    QTest.keyClick(page, Key.Key_F8)
    with qtbot.waitSignal(page.low_confidence.word_reached) as asked:
        QTest.mouseClick(popup.again, Qt.MouseButton.LeftButton)
    assert asked.args == [word]
    QTest.keyClicks(popup.line, "nothing")
    QTest.keyClick(popup.line, Key.Key_Escape)
    assert not popup.isVisible()
    assert page.view.model.text == before
    page.view.select(0, 0)
    QTest.keyClick(page, Key.Key_F8)
    assert popup.isVisible()
    assert popup.line.hasFocus()
    assert popup.line.selectedText() == selected(page)
    assert word.spoken.word.text in popup.remark.text()
    assert "% sure" in popup.remark.text()
    assert page.view.viewport().rect().contains(popup.geometry())
    spoken = ""
    if arrives:
        page.view.model.apply(Update((sentences()[-1],), ""))
        spoken = sentences()[-1].text + " "
    QTest.keyClicks(popup.line, "Mended")
    QTest.keyClick(popup.line, Key.Key_Return)
    assert popup.isVisible()
    assert popup.line.hasFocus()
    behind = len(spoken) + word.start
    assert page.low_confidence._word == next(one for one in doubtful(page) if one.start > behind)
    mended = before[: word.start] + "Mended" + before[word.end :]
    assert page.view.model.text == spoken + mended
    assert word.spoken not in [it.spoken for it in doubtful(page)]
    page.view.undo()
    assert page.view.model.text == spoken + before


def test_the_first_step_goes_to_the_word_nearest_the_caret(page):
    words = doubtful(page)
    reached = []
    page.low_confidence.word_reached.connect(reached.append)
    for at, nearest in (
        (len(page.view.model.units), words[-1]),  # where the caret is right after Stop
        (words[3].start, words[3]),
        (words[3].end, words[3]),
        (0, words[0]),
    ):
        page.view.select(at, at)
        QTest.keyClick(page, Key.Key_F8)
        assert reached[-1] == nearest
        QTest.keyClick(page.low_confidence.popup.line, Key.Key_Escape)


def test_kept_words_are_settled_and_the_walk_ends_after_the_last(page, qtbot):
    page.marks.set_doubtful(below=1.01, are_marked=True)
    page.low_confidence.below = below = 0.99
    before = page.view.model.text
    wanted = [word for word in doubtful(page) if word.spoken.word.confidence < below]
    QTest.keyClick(page, Key.Key_F8)
    QTest.keyClick(page.low_confidence.popup.line, Key.Key_Return)  # as it is
    for _ in wanted[2:]:
        QTest.mouseClick(page.low_confidence.popup.leave, Qt.MouseButton.LeftButton)
        assert page.low_confidence.popup.isVisible()
    with qtbot.waitSignal(page.low_confidence.none_left):
        QTest.mouseClick(page.low_confidence.popup.leave, Qt.MouseButton.LeftButton)
    assert not page.low_confidence.popup.isVisible()
    assert page.view.model.text == before
    assert not page.view.model.words.doubtful_between(0, len(before), below)


def test_the_card_does_not_cover_the_word_s_line_or_the_next(page):
    for word in doubtful(page)[:5]:
        page.view.select(word.start, word.start)
        QTest.keyClick(page, Key.Key_F8)
        line, card = page.view.rect_of(word), page.low_confidence.popup.geometry()
        assert card.top() > line.bottom() + line.height() or card.bottom() < line.top()
        page.low_confidence.popup.close_card()


def test_clicking_a_dot_in_the_margin_opens_the_word_in_its_line(page, qtbot):
    page.marks.set_doubtful(below=1.01, are_marked=True)
    dots, colour = page.marks.dots, doubt_colour(page.view.palette())
    first = doubtful(page)[0]
    middle = QPoint(dots.width() // 2, page.view.rect_of(first).center().y())
    image = dots.grab().toImage()
    assert image.pixelColor(middle * image.devicePixelRatio()) == colour
    QTest.mouseClick(dots, Qt.MouseButton.LeftButton, pos=middle)
    assert page.low_confidence.popup.isVisible()
    assert page.low_confidence._word == first
    page.marks.set_doubtful(below=0.0, are_marked=True)
    page.low_confidence.popup.close_card()
    image = dots.grab().toImage()
    assert image.pixelColor(middle * image.devicePixelRatio()) != colour


def test_doubtful_words_in_view_are_marked(page, qtbot):
    page.marks.set_doubtful(below=1.01, are_marked=True)

    def marked():
        marks = page.view.extraSelections()
        return [it.cursor.selectedText() for it in marks if it.format.underlineStyle() == WAVY]

    wanted = [page.view.model.text[word.start : word.end] for word in doubtful(page)]
    qtbot.waitUntil(lambda: marked() == wanted)
    page.marks.set_doubtful(below=1.01, are_marked=False)
    qtbot.waitUntil(lambda: marked() == [])


def test_the_recognised_words_are_shown_with_the_sentence(page):
    page.bar.heard.trigger()
    assert page.heard.isVisible()
    for sentence in sentences():
        place = page.view.model.text.index(sentence.text) + 1
        page.view.select(place, place)
        assert page.heard.heard.text() == " ".join(word.text for word in sentence.words)
        assert page.heard.written.text() == sentence.text
    QTest.keyClick(page, Key.Key_H, Ctrl)
    assert not page.heard.isVisible()


def test_each_word_of_a_session_has_its_confidence_and_time(qtbot, tmp_path):
    with dictation_room(qtbot, tmp_path) as room:
        source = room.speech(*NAMES, speed=4.0)
        room.live.record.click()
        room.until(source.is_played.is_set)
        room.live.record.click()
        room.until_state(State.STOPPED)
        words = room.view.model.words
        spoken = [words.at(index).spoken.word for index in range(len(words))]
        assert len(spoken) > 15
        assert all(0 <= word.confidence <= 1 for word in spoken)
        starts_s = [word.start_s for word in spoken]
        assert starts_s == sorted(starts_s)
        assert all(word.start_s < word.end_s <= word.start_s + 1.0 for word in spoken)
        for word in spoken:  # F8 also uses confidences learnt late
            assert words.spoken_at(room.view.model.session, word.start_s).spoken.word == word
