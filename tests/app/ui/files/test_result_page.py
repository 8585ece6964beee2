"""Marks in a paragraph that is laid out in pieces."""

from __future__ import annotations

from pathlib import Path

from app.files.job import FileKind, FileResult
from app.files.review import Decisions, Review
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import shown_result
from engine.transcripts.restored import Layout, RestoredText, RestoredWord, Stretch


def result_of(*words, path=Path("notes.txt")):
    """A result of one line."""
    pieces = [piece for word in words for piece in (RestoredWord(word, word.lower()), " ")]
    text = RestoredText(Layout.LINES, (Stretch(tuple(pieces)),))
    return FileResult(path, FileKind.TRANSCRIPT, "txt", text)


def shown(result):
    return shown_result(1, result, Review(result.text, Decisions()))


def test_marks_stand_where_the_change_is_and_follow_what_is_seen(qtbot):
    words = ["So😀", *["so"] * 5_000, "Shop", *["so"] * 5_000]
    page = ResultPage(shown(result_of(*words)))
    qtbot.addWidget(page)
    page.resize(600, 400)
    page.mark_changes(True)
    page.show()
    qtbot.waitUntil(lambda: page.is_filled)

    def marked():
        return [it.cursor.selectedText() for it in page.extraSelections()]

    qtbot.waitUntil(lambda: marked() == ["S"])
    bar = page.verticalScrollBar()
    bar.setValue(bar.maximum())  # Qt crashed where marks went within its signal
    qtbot.waitUntil(lambda: marked() == [])
    page.setTextCursor(page.document().find("Shop"))
    page.centerCursor()
    qtbot.waitUntil(lambda: marked() == ["S", "Shop"])  # the caret is in the change
    assert page.extraSelections()[0].cursor.selectionStart() == page.textCursor().selectionStart()
