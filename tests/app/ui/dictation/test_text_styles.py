"""Headings, lists and bold words: on the page, by voice, and in the files that are written."""

from __future__ import annotations

import zipfile

import docx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.spoken_commands.actions import Action
from engine.types import Sentence, Update, VoiceCommand, Word
from tests.support.ui.composed_window import composed_window, drop

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
Alt, Shift = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
TEXT = "# Plan\n\nFirst the **big** things:\n• Milk\n• **Bread** & eggs\n## Later\nThe rest."


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path / "data") as fermata:
        fermata.until(fermata.window.isActiveWindow)
        yield fermata


def press(fermata, key, modifiers):
    QTest.keyClick(fermata.page.view, key, modifiers)


def looks(fermata, words):
    """Return size and weight of the font in which some words are shown."""
    document = fermata.page.view.document()
    cursor = document.find(words)
    block, at = cursor.block(), cursor.selectionStart() - cursor.block().position()
    shown = [it for it in block.layout().formats() if it.start <= at < it.start + it.length]
    size = document.defaultFont().pointSizeF()
    weight = QFont.Weight.Normal
    for it in shown:
        size = it.format.fontPointSize() or size
        weight = it.format.fontWeight()
    return size, weight


def test_keys_make_headings_lists_and_bold_words_and_undo_removes_them(fermata):
    view, document = fermata.page.view, fermata.document
    QTest.keyClicks(view, "Plan")
    press(fermata, Key.Key_1, Ctrl | Alt)
    assert document.text == "# Plan"
    QTest.keyClicks(view, " of today")
    assert document.text == "# Plan of today"
    press(fermata, Key.Key_2, Ctrl | Alt)
    assert document.text == "## Plan of today"
    usual = view.font().pointSizeF()
    assert looks(fermata, "Plan") == (usual * 1.25, QFont.Weight.DemiBold)
    press(fermata, Key.Key_0, Ctrl | Alt)
    assert document.text == "Plan of today"
    assert looks(fermata, "Plan") == (usual, QFont.Weight.Normal)
    press(fermata, Key.Key_L, Ctrl | Shift)
    view.select(7, 9)
    press(fermata, Key.Key_B, Ctrl)
    assert document.text == "• Plan **of** today"
    assert looks(fermata, "of")[1] == QFont.Weight.DemiBold
    press(fermata, Key.Key_B, Ctrl)
    assert document.text == "• Plan of today"
    for before in ("• Plan **of** today", "• Plan of today", "Plan of today"):
        press(fermata, Key.Key_Z, Ctrl)
        assert document.text == before


def test_many_lines_become_a_list_at_once(fermata):
    view, document = fermata.page.view, fermata.document
    document.replace_all("Milk\n\nBread")
    view.selectAll()
    press(fermata, Key.Key_L, Ctrl | Shift)
    assert document.text == "• Milk\n\n• Bread"
    view.selectAll()
    press(fermata, Key.Key_L, Ctrl | Shift)
    assert document.text == "Milk\n\nBread"


def said(*surfaces):
    return Sentence(surfaces, tuple(Word(it.strip(".# \n").lower()) for it in surfaces))


def test_a_dictated_heading_has_no_full_stop_and_is_not_a_correction(fermata):
    document, view = fermata.document, fermata.page.view
    QTest.keyClicks(view, "Text.")
    view.begin_session()
    document.apply(Update((said("We", "met.\n\n# "),), ""))
    document.apply(Update((said("The", "budget.\n\n"), said("It", "is", "small.")), ""))
    assert document.text == "Text. We met.\n\n# The budget\n\nIt is small."
    assert document.context.before == "It is small."


@pytest.mark.parametrize(
    ("at", "text"),
    [(5, "We **her met** you"), (8, "We **met her** you"), (10, "We **met** her you")],
)
def test_words_dictated_within_bold_ones_are_bold(fermata, at, text):
    fermata.document.replace_all("We **met** you")
    fermata.page.view.select(at, at)
    fermata.page.view.begin_session()
    fermata.document.apply(Update((said("her"),), ""))
    assert fermata.document.text == text


def test_bold_that_makes_the_latest_words_bold(fermata):
    document, view = fermata.document, fermata.page.view
    view.begin_session()
    words = (Word("buy", id=0), Word("milk", id=1))
    document.apply(Update((Sentence(("Buy", "milk."), words),), ""))
    document.do(VoiceCommand(Action.BOLD, words=(1, 1)))
    assert document.text == "Buy **milk**."
    assert document.context.before == "Buy milk."
    view.moveCursor(QTextCursor.MoveOperation.End)


def test_copies_are_plain_as_text_and_keep_headings_and_bold_words_when_pasted(fermata):
    fermata.document.replace_all("# Plan\nThe **big** things.")
    fermata.page.bar.copy.trigger()
    data = QApplication.clipboard().mimeData()
    assert data.text() == "Plan\nThe big things."
    assert "<h1>Plan</h1>\n<p>The <b>big</b> things.</p>" in data.html()
    fermata.document.replace_all("Plain.")
    fermata.page.bar.copy.trigger()
    assert not QApplication.clipboard().mimeData().hasHtml()
    QApplication.clipboard().clear()


def test_formats_without_styles_say_so(fermata, tmp_path):
    (tmp_path / "letter.txt").write_text("so i went to the shop")
    drop(fermata.window, tmp_path / "letter.txt")
    fermata.start_files()
    fermata.edit_file()
    fermata.until(fermata.page.changes.bar.isVisible)
    text = fermata.document.text
    press(fermata, Key.Key_B, Ctrl)
    assert fermata.document.text == text
    said = "Headings, lists and bold words cannot be saved in this file."
    assert fermata.page.live.notice.label.text() == said


def written(fermata, name, path):
    fermata.text_export._save(name, path)
    fermata.until(path.exists)


def test_files_have_real_headings_lists_and_bold_words(fermata, tmp_path):
    QTest.keyClicks(fermata.page.view, "x")
    fermata.document.replace(0, 1, TEXT)
    for name in ("docx", "odt", "html", "md", "txt"):
        written(fermata, name, tmp_path / f"out.{name}")
    document = docx.Document(tmp_path / "out.docx")
    assert [(it.style.name, it.text) for it in document.paragraphs][1:] == [
        ("Heading 1", "Plan"),
        ("Normal", ""),
        ("Normal", "First the big things:"),
        ("List Bullet", "Milk"),
        ("List Bullet", "Bread & eggs"),
        ("Heading 2", "Later"),
        ("Normal", "The rest."),
    ]
    bold = [run.text for it in document.paragraphs for run in it.runs if run.bold]
    assert bold == ["big", "Bread"]
    odt = zipfile.ZipFile(tmp_path / "out.odt").read("content.xml").decode()
    assert '<text:h text:outline-level="2">Later</text:h>' in odt
    assert '<text:span text:style-name="Bold">big</text:span>' in odt
    assert odt.count("<text:list-item>") == 2
    page = (tmp_path / "out.html").read_text()
    assert "<h1>Plan</h1>" in page
    assert "<ul>\n<li>Milk</li>\n<li><b>Bread</b> &amp; eggs</li>\n</ul>" in page
    assert (tmp_path / "out.md").read_text() == TEXT.replace("•", "-") + "\n"
    plain = TEXT.replace("**", "").replace("## ", "").replace("# ", "")
    assert (tmp_path / "out.txt").read_text() == plain + "\n"
