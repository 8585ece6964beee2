from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCharFormat

from app.desktop.dictionaries import spelling
from engine.formatting.vocabulary import Entry
from tests.support.ui.composed_window import composed_window

TEXT = "Teh house of Kowlon, NATO, x2yz and notes.txt is wrongg. 今天teh"


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data", models__languages="en zh") as fermata:
        fermata.document.replace_all(TEXT)
        fermata.page.view.select(12, 12)
        yield fermata


def underlined(fermata):
    return [
        it.cursor.selectedText()
        for it in fermata.page.view.extraSelections()
        if it.format.underlineStyle() is QTextCharFormat.UnderlineStyle.DotLine
    ]


def menu(fermata, word):
    view = fermata.page.view
    cursor = view.textCursor()
    cursor.setPosition(fermata.document.units.index(word) + 1)
    return view.menu(view.cursorRect(cursor).center()).actions()


def test_mistakes_are_underlined_if_wanted_and_corrected_from_the_menu(fermata):
    assert underlined(fermata) == []
    assert menu(fermata, "Teh")[0].text() == "Undo"
    fermata.preferences.set("dictation.marks_spelling", True)
    fermata.until(lambda: underlined(fermata) == ["Teh", "Kowlon", "wrongg"])
    fermata.workers.words.add([Entry("Kowlon Tong")])
    fermata.until(lambda: underlined(fermata) == ["Teh", "wrongg"])
    offered = menu(fermata, "wrongg")[:5]
    assert [it.isSeparator() for it in offered][-1] or len(offered) == 5
    next(it for it in offered if it.text() == "wrong").trigger()
    fermata.until(lambda: underlined(fermata) == ["Teh"])
    assert "is wrong. " in fermata.document.text
    fermata.document.undo()
    assert fermata.document.text == TEXT
    fermata.preferences.set("dictation.marks_spelling", False)
    fermata.until(lambda: underlined(fermata) == [])


def test_a_language_without_a_dictionary_has_no_mistakes():
    assert spelling(("en", "xx"), "en_US") is None
    assert spelling(("zh",), "en_US") is None
    assert not spelling(("en", "zh"), "en_US").is_right("teh")
