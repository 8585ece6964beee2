"""Prints the text on the page, or writes it to a PDF file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument

from app.document.document import Document
from app.history.session_rows import opening
from app.ui.dictation.page import DictationPage
from app.ui.dictation.text_styles import BOLD_WEIGHT, larger
from engine.text.markup import ITEM, marked_line

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_TEXT_PT = 11
Ask = Callable[["QPrinter", DictationPage], bool]


class Printing(QObject):
    """Asks for a printer, one of which writes PDF files, and prints the whole text."""

    def __init__(self, document: Document, page: DictationPage, ask: Ask | None = None) -> None:
        """`ask` lets the user choose a printer, and returns whether to print."""
        super().__init__(page)
        self._document, self._page, self._ask = document, page, ask or ask_printer
        page.bar.print.triggered.connect(self.print)

    def print(self) -> None:
        from PySide6.QtPrintSupport import QPrinter  # would take a quarter of a second at the start

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(opening(self._document.text))
        if not self._ask(printer, self._page):
            return
        self._document.close_sentence()
        pages = QTextDocument()
        font = QFont(self._page.view.font())
        font.setPointSize(_TEXT_PT)
        pages.setDefaultFont(font)
        _write(pages, self._document.text)
        pages.print_(printer)


def _write(pages: QTextDocument, text: str) -> None:
    """Write a text with its headings and bold words as such."""
    cursor = QTextCursor(pages)
    for number, line in enumerate(text.split("\n")):
        if number:
            cursor.insertBlock()
        one = marked_line(line)
        if one.is_item:
            cursor.insertText(ITEM, QTextCharFormat())
        for run, is_bold in one.runs:
            how = QTextCharFormat()
            how.setFontPointSize(_TEXT_PT * larger(one.level))
            how.setFontWeight(BOLD_WEIGHT if is_bold or one.level else QFont.Weight.Normal)
            cursor.insertText(run, how)


def ask_printer(printer: QPrinter, page: DictationPage) -> bool:
    from PySide6.QtPrintSupport import QPrintDialog

    return QPrintDialog(printer, page).exec() == QPrintDialog.DialogCode.Accepted
