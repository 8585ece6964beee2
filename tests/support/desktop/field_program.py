"""Another application: a text field with its own clipboard.

Standard input: `copy` puts a text on the clipboard in three formats, `copy-newer` another one,
`clipboard` reports its content, `select` and `selection` do the same with the selection, `clear`
empties the field, `fill ["left", "selected", "right"]` fills it, `hide` turns it into a password
field, `button` into a button, which takes no text.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from tests.support.desktop.standard_input import StandardInput, say

APPLICATION = "another-application"  # the window's class
OLD = {
    "text/plain": b"what was copied before",
    "text/html": b"<b>what was copied before</b>",
    "application/x-own": bytes(range(256)),
}
NEWER = b"what was copied meanwhile"


class Field(QPlainTextEdit):
    """Reports its content, whether it has the focus, and what others put on the clipboard."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("another application")
        self.textChanged.connect(lambda: say(text=self.toPlainText()))
        QApplication.clipboard().dataChanged.connect(self._say_formats)

    def focusInEvent(self, event) -> None:  # noqa: N802  Qt's name
        super().focusInEvent(event)
        say(focus=True)

    def focusOutEvent(self, event) -> None:  # noqa: N802  Qt's name
        super().focusOutEvent(event)
        say(focus=False)

    def _secret(self) -> QLineEdit:
        secret = QLineEdit(self, echoMode=QLineEdit.EchoMode.Password)
        secret.textChanged.connect(lambda text: say(secret=text))
        return secret

    @staticmethod
    def _hide_behind(widget: QWidget) -> None:
        widget.show()
        widget.setFocus()
        say(hidden=True)

    def do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        clipboard = QApplication.clipboard()
        if word == "copy":
            data = QMimeData()
            for name, contents in OLD.items():
                data.setData(name, contents)
            clipboard.setMimeData(data)
            say(copied=True)
        elif word == "copy-newer":
            clipboard.setText(NEWER.decode())
            say(copied=True)
        elif word == "select":
            clipboard.setText(NEWER.decode(), clipboard.Mode.Selection)
            say(selected=True)
        elif word == "selection":
            say(selection=clipboard.text(clipboard.Mode.Selection))
        elif word == "clear":
            self.clear()
        elif word == "fill":
            left, selected, right = json.loads(rest)
            self.setPlainText(left + selected + right)
            cursor = self.textCursor()
            cursor.setPosition(len(left))
            cursor.setPosition(len(left + selected), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        elif word in {"hide", "button"}:
            self._hide_behind(QPushButton("OK", self) if word == "button" else self._secret())
        elif word == "clipboard":
            data = clipboard.mimeData()
            say(clipboard={name: bytes(data.data(name)).hex() for name in data.formats()})

    def _say_formats(self) -> None:
        say(formats=QApplication.clipboard().mimeData().formats())


if __name__ == "__main__":
    application = QApplication([APPLICATION])
    field = Field()
    field.resize(500, 300)
    commands = StandardInput()
    commands.came.connect(field.do)
    commands.start()
    field.show()
    field.setFocus()
    sys.exit(application.exec())
