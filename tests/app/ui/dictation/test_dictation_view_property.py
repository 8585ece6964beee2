"""Invariant 7: people's edits stay, and no committed word is lost."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from app.document.document import Document
from app.document.search import Query
from app.document.text import from_units, to_units
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.shown_text import CUT, length_of, text_between
from tests.support.ui.recorded_session import updates

PLACES = st.floats(0, 1)
ACTIONS = st.one_of(
    st.tuples(st.just("type"), st.sampled_from(["a", "Z", " ", "\n", "é", "好", "😀", "."])),
    st.tuples(st.just("move"), PLACES),
    st.tuples(st.just("select"), PLACES, PLACES),
    st.tuples(st.just("backspace")),
    st.tuples(st.just("delete")),
    st.tuples(st.just("delete word")),
    st.tuples(st.just("paste"), st.sampled_from(["pasted", "two\nlines", "<b>bold</b>", "😀😀"])),
    st.tuples(st.just("cut")),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
    st.tuples(
        *(st.just("replace"), st.sampled_from(["a", "e", "the", "o "])),
        st.sampled_from(["", "x", "ee ", "好", "😀"]),
    ),
    st.tuples(st.just("compose"), st.sampled_from(["ni", "hao"]), st.sampled_from(["你", ""])),
    st.tuples(st.just("here")),
    st.tuples(st.just("foreign"), PLACES, PLACES, st.sampled_from(["", "x"])),
    st.tuples(st.just("tail"), st.booleans()),
    st.tuples(st.just("speak"), st.integers(1, 8)),
    st.tuples(st.just("speak"), st.integers(1, 8)),
)


class Person:
    """Acts on the view, and knows the expected text: an independent model."""

    def __init__(self, view):
        self.view = view
        self.coming = list(updates())
        self.spoken = []

    def key(self, key, text="", modifiers=Qt.KeyboardModifier.NoModifier):
        self.view.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text))

    def set_caret(self, anchor, position):
        cursor = self.view.textCursor()
        end = length_of(self.view.document())
        cursor.setPosition(self._whole(round(anchor * end)))
        cursor.setPosition(self._whole(round(position * end)), QTextCursor.MoveMode.KeepAnchor)
        self.view.setTextCursor(cursor)

    def _whole(self, place):
        """Return a place outside of surrogate pairs, as key presses only reach these."""
        sign = to_units(self.view.document().toPlainText())[place : place + 1]
        return place - 1 if "\udc00" <= sign <= "\udfff" else place

    def do(self, action):  # noqa: C901, PLR0912  one line per action
        match action:
            case ("type", sign):
                key = Qt.Key.Key_Return if sign == "\n" else Qt.Key.Key_A
                self.key(key, "\r" if sign == "\n" else sign)
            case ("move", place):
                self.set_caret(place, place)
            case ("select", one, other):
                self.set_caret(one, other)
            case ("backspace",):
                self.key(Qt.Key.Key_Backspace)
            case ("delete",):
                self.key(Qt.Key.Key_Delete)
            case ("delete word",):
                self.key(Qt.Key.Key_Backspace, "", Qt.KeyboardModifier.ControlModifier)
            case ("paste", text):
                data = QMimeData()
                data.setText(text)
                data.setHtml(f"<h1>{text}</h1>")
                QApplication.clipboard().setMimeData(data)
                self.view.paste()
            case ("cut",):
                self.view.cut()
            case ("undo",):
                self.view.undo()
            case ("redo",):
                self.view.redo()
            case ("replace", old, new):
                model = self.view.model
                model.replace_each((*it, new) for it in Query(old).matches(model.units))
            case ("compose", preedit, result):
                self.view.inputMethodEvent(QInputMethodEvent(preedit, []))
                self.speak(1)
                end = QInputMethodEvent("", [])
                end.setCommitString(result)
                self.view.inputMethodEvent(end)
            case ("here",):
                self.view.dictate_here()
            case ("foreign", one, other, text):
                self.foreign_edit(one, other, text)
            case ("tail", shows):
                self.view.set_shows_tail(shows)
            case ("speak", count):
                self.speak(count)

    def foreign_edit(self, one, other, text):
        """Edit past the widget, as drag and drop or a screen reader does."""
        end = length_of(self.view.document())
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(self._whole(round(one * end)))
        cursor.setPosition(self._whole(round(other * end)), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)

    def speak(self, count):
        for _ in range(min(count, len(self.coming))):
            update = self.coming.pop(0)
            before, place = self.view.model.text, self.view.model.cursor
            units = self.view.model.units
            self.view.model.apply(update)
            if not update.sentences:
                assert self.view.model.text == before  # a tail alone changes nobody's text
                continue
            head, rest = from_units(units[:place]), from_units(units[place:])
            after = self.view.model.text
            assert after.startswith(head)
            assert after.endswith(rest)
            added = after[len(head) : len(after) - len(rest)]
            assert added.split() == update.committed.split()


def check(view):
    document = view.document()
    shown = text_between(document, 0, length_of(document)).replace(CUT, "")
    text, cursor = view._text.shown(view.model.units), view._text.shown_place(view.model.cursor)
    tail = view.model.shown_tail if (view._shows_tail and view.model.is_dictating) else ""
    assert shown == text[:cursor] + tail + text[cursor:]
    text, words = view.model.units, view.model.words
    places = [words.at(index) for index in range(len(words))]
    ends = [0, *(word.end for word in places)]
    assert all(end <= word.start < word.end for end, word in zip(ends, places, strict=False))
    assert not places or places[-1].end <= len(text)
    for word in places:
        if not word.is_edited:
            said = word.spoken.word.text.lower()
            assert said in from_units(text[word.start : word.end]).lower()


def tail_is_marked(view):
    """Check that exactly the tail is dimmed, without the gap before it."""
    block, marked = view.document().begin(), ""
    while block.isValid():
        for span in block:
            fragment = span.fragment()
            if fragment.charFormat().foreground().style() != Qt.BrushStyle.NoBrush:
                marked += fragment.text()
        block = block.next()
    return marked == view.shown_tail.lstrip()


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(ACTIONS, max_size=40))
def test_no_edit_is_overwritten_and_no_committed_word_is_lost(qapp, actions):
    view = DictationView(Document())
    view.begin_session()
    person = Person(view)
    assert sum(bool(update.tail) for update in person.coming) > 20
    for action in actions:
        person.do(action)
        check(view)
    assert tail_is_marked(view)
    everything = view.model.text
    steps = 0
    while view.model.can_undo:  # all the way back, and forth again
        view.undo()
        check(view)
        steps += 1
    assert view.model.text == ""
    for _ in range(steps):
        view.redo()
    assert view.model.text == everything
    check(view)
    view.model.end_session()
    assert view.shown_tail == ""
    view.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.clipboard().clear()  # Qt would free our data at exit, when Python is gone, and crash
