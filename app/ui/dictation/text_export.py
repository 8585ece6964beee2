"""The text of the page, taken elsewhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.document.document import Document
from app.files.export import export_as_is
from app.ui.dictation.page import DictationPage
from app.ui.language.messages import explain
from engine.errors import FermataError


class TextExport(QObject):
    """Copies or saves the text without the tail; the page stays as it is."""

    def __init__(self, document: Document, page: DictationPage) -> None:
        super().__init__(page)
        self._document, self._page = document, page

    def copy(self) -> None:
        """Put all of it into the clipboard."""
        QGuiApplication.clipboard().setText(self._document.text)

    def save_as(self) -> None:
        """Ask where, and write a file, which replaces another when it is whole."""
        title = self.tr("Save the text")
        name, _ = QFileDialog.getSaveFileName(
            self._page, title, self.tr("dictation.txt"), self.tr("Text (*.txt *.md)")
        )
        if not name:
            return
        try:
            content = f"{self._document.text}\n".encode("utf-8", "replace")  # half a pair
            export_as_is(content, Path(name))
        except (FermataError, OSError) as error:
            self._page.live.notice.show_error(explain(error))
