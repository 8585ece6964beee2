"""Ctrl+P, as far as a file: there is no printer here."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest

from app.ui.dictation.printing import Printing
from tests.support.ui.dictation_page import Room


@pytest.fixture
def room(qtbot, tmp_path):
    room = Room(qtbot, tmp_path / "data")
    yield room
    room.close()


@pytest.mark.parametrize(("paragraphs", "least_pages"), [(1, 1), (80, 8)])
def test_the_whole_text_becomes_pages_of_a_pdf(room, tmp_path, paragraphs, least_pages):
    file, asked = tmp_path / "text.pdf", []

    def ask(printer, _page):
        asked.append(printer.docName())
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(file))
        return True

    printing = Printing(room.document, room.page, ask)
    sentence = "The meeting begins at nine, and 李小姐 brings the papers. "
    room.view.insertPlainText("\n".join([sentence * 10] * paragraphs))
    QTest.keyClick(room.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    content = file.read_bytes()
    assert content.startswith(b"%PDF")
    assert least_pages <= len(re.findall(rb"/Type /Page\b", content)) <= 2 * least_pages
    assert asked[0].startswith("The meeting begins at nine, and 李小姐 brings")
    file.unlink()
    printing._ask = lambda *_: False
    QTest.keyClick(room.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert not file.exists()
