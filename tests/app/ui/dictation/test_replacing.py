"""Many stretches are replaced at once on the page: what is in view stays, whatever waits."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor

from app.document.document import Document
from app.document.search import Query
from app.ui.dictation.dictation_view import DictationView
from engine.types import Update
from tests.app.document.test_document import said
from tests.app.ui.dictation.test_dictation_view_property import check, tail_is_marked
from tests.support.ui.long_texts import LONG_TEXTS, blocks_of

_UNITS = 50_000  # two and a half slices; each character becomes two


@pytest.fixture
def view(qtbot):
    view = DictationView(Document())
    qtbot.addWidget(view)
    view.resize(700, 420)
    view.show()
    return view


def replace_each(view, wanted, text):
    model = view.model
    model.replace_each((*it, text) for it in Query(wanted).matches(model.units))


def test_text_after_the_tail_is_not_dimmed_with_it(view):
    """A program changed the text elsewhere, and the tail starts like the text after it."""
    view.model.replace_all("One two. then we go.")
    view.select(8, 8)
    view.begin_session()
    view.dictate_here()
    view.model.apply(Update((), "thank you"))
    assert tail_is_marked(view)
    QTextCursor(view.document()).insertText("x")
    check(view)
    assert view.toPlainText() == "xOne two. thank you then we go."
    assert tail_is_marked(view)


def test_the_tail_and_the_selection_stay(view):
    view.begin_session()
    view.model.apply(Update((said("One", "two", "one", "two."),), "and one more"))
    view.select(4, 7)
    replace_each(view, "one", "eleven")
    check(view)
    assert view.toPlainText() == "eleven two eleven two. and one more"
    assert tail_is_marked(view)
    assert view.textCursor().selectedText() == "two"
    view.undo()
    check(view)
    assert view.toPlainText() == "One two one two. and one more"
    view.model.apply(Update((said("And", "one", "more.", first_id=4),), ""))
    view.redo()
    check(view)
    assert view.model.text == "eleven two eleven two. And one more."


@pytest.mark.parametrize("name", LONG_TEXTS)
def test_a_long_text_is_rewritten_slice_by_slice(qtbot, view, name):
    text = LONG_TEXTS[name][:_UNITS]
    view.model.replace_all(text)
    qtbot.waitUntil(lambda: view.is_filled, timeout=60_000)
    old = text[0]
    place = len(view.model.units) // 2
    view.select(place, place)
    before, scrolled = view.model.units, view.verticalScrollBar().value()
    replace_each(view, old, old * 2)
    assert view.model.text != text
    qtbot.waitUntil(lambda: view.is_filled, timeout=60_000)
    check(view)
    assert max(map(len, blocks_of(view))) <= 2000
    assert view.caret() == len(before[:place].replace(old, old * 2))
    assert abs(view.cursorRect().center().y()) < 2 * view.viewport().height()
    assert view.verticalScrollBar().value() > scrolled / 2
    view.undo()
    qtbot.waitUntil(lambda: view.is_filled, timeout=60_000)
    assert view.model.text == text
    assert view.caret() == place
    check(view)
