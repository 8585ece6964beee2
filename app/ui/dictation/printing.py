"""The text on the page goes to a printer, or into a PDF file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QTextDocument

from app.document.document import Document
from app.history.session_rows import opening
from app.ui.dictation.page import DictationPage

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_TEXT_PT = 11
Ask = Callable[["QPrinter", DictationPage], bool]


class Printing(QObject):
    """Asks for a printer, of which one writes PDF files, and prints all of the text."""

    def __init__(self, document: Document, page: DictationPage, ask: Ask | None = None) -> None:
        """`ask` lets a person choose a printer, and returns whether to print."""
        super().__init__(page)
        self._document, self._page, self._ask = document, page, ask or ask_printer
        page.bar.print.triggered.connect(self.print)

    def print(self) -> None:
        from PySide6.QtPrintSupport import QPrinter  # a quarter of a second at the start

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(opening(self._document.text))
        if not self._ask(printer, self._page):
            return
        self._document.close_sentence()
        pages = QTextDocument()
        font = QFont(self._page.view.font())
        font.setPointSize(_TEXT_PT)
        pages.setDefaultFont(font)
        pages.setPlainText(self._document.text)
        pages.print_(printer)


def ask_printer(printer: QPrinter, page: DictationPage) -> bool:
    from PySide6.QtPrintSupport import QPrintDialog

    return QPrintDialog(printer, page).exec() == QPrintDialog.DialogCode.Accepted
