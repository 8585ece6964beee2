"""Another application: a text field, and a clipboard of its own.

Its standard input: `copy` puts a text in three formats on the clipboard, `copy-newer` another,
`clipboard` says what is on it, `clear` empties the field, `fill ["left", "selected", "right"]`
fills it, `hide` makes it one that takes a password.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from tests.support.desktop.standard_input import StandardInput, say

OLD = {
    "text/plain": b"what was copied before",
    "text/html": b"<b>what was copied before</b>",
    "application/x-own": bytes(range(256)),
}
NEWER = b"what was copied meanwhile"


class Field(QPlainTextEdit):
    """Says what is in it, whether it has the focus, and what others put on the clipboard."""

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
        elif word == "clear":
            self.clear()
        elif word == "fill":
            left, selected, right = json.loads(rest)
            self.setPlainText(left + selected + right)
            cursor = self.textCursor()
            cursor.setPosition(len(left))
            cursor.setPosition(len(left + selected), QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)
        elif word == "hide":
            self.secret = QLineEdit(self, echoMode=QLineEdit.EchoMode.Password)
            self.secret.textChanged.connect(lambda text: say(secret=text))
            self.secret.show()
            self.secret.setFocus()
            say(hidden=True)
        elif word == "clipboard":
            data = clipboard.mimeData()
            say(clipboard={name: bytes(data.data(name)).hex() for name in data.formats()})

    def _say_formats(self) -> None:
        say(formats=QApplication.clipboard().mimeData().formats())


if __name__ == "__main__":
    application = QApplication(sys.argv)
    field = Field()
    field.resize(500, 300)
    commands = StandardInput()
    commands.came.connect(field.do)
    commands.start()
    field.show()
    field.setFocus()
    sys.exit(application.exec())
