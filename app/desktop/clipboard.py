"""Texts into the application in front by way of the clipboard, which is then as it was."""

from __future__ import annotations

import sys
import time
from typing import Any

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QClipboard

from app.desktop.keystrokes import Keystrokes

_LONGEST_S = 0.5  # a slow application may take long over each format
_LARGEST_BYTES = 64 * 2**20
_NOT_CONTENTS = {"TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE"}
_HINT = "x-kde-passwordManagerHint"
_WINDOWS_HINT = 'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"'


def copy_of(data: QMimeData | None) -> QMimeData | None:
    """Return what a clipboard holds, in all its formats; None where it is empty.

    What one application offers in more formats than it delivers in half a second is cut short,
    its first formats being those that it prefers.
    """
    formats = [name for name in data.formats() if name not in _NOT_CONTENTS] if data else []
    if data is None or not formats:
        return None
    kept, size = QMimeData(), 0
    end_s = time.monotonic() + _LONGEST_S
    for name in formats:
        contents = data.data(name)
        size += contents.size()
        if size > _LARGEST_BYTES:
            break
        kept.setData(name, contents)
        if time.monotonic() > end_s:
            break
    return kept


class FleetingText(QMimeData):
    """A text to be pasted once: it asks clipboard managers not to keep it, and knows its reader.

    Attributes:
        read_s: when somebody last took it, of the monotonic clock; None where nobody did.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setData(_WINDOWS_HINT if sys.platform == "win32" else _HINT, b"secret")
        self.read_s: float | None = None

    def retrieveData(self, mime: str, kind: Any) -> Any:  # noqa: ANN401, N802  Qt's own
        if mime.startswith("text/"):
            self.read_s = time.monotonic()
        return super().retrieveData(mime, kind)


_LOOK_MS = 40
_LEAST_S = 0.25  # a clipboard manager may read at once, the application only later
_AFTER_READING_S = 0.15
_MOST_S = 1.5  # an application that does not paste


class ClipboardPaste(QObject):
    """Pastes texts in order, several at once where they come fast."""

    def __init__(
        self, clipboard: QClipboard, keystrokes: Keystrokes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.keys = "Ctrl+V"
        self.puts_back = True
        self._clipboard, self._keystrokes = clipboard, keystrokes
        self._waiting: list[str] = []
        self._shown: FleetingText | None = None
        self._text = ""
        self._before: QMimeData | None = None
        self._pressed_s: float | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)
        keystrokes.pressed.connect(self._note_pressed)

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting) or self._shown is not None

    def put(self, text: str) -> None:
        self._waiting.append(text)
        if self._shown is None:
            self._next()

    def abandon(self) -> str:
        """Forget what could not be pasted, and the old clipboard; return the text."""
        self._timer.stop()
        text = (self._text if self._shown is not None else "") + "".join(self._waiting)
        self._waiting.clear()
        self._shown = self._before = None
        return text

    def finish(self) -> None:
        """Put the old clipboard back at once; for the end of the application."""
        if self._shown is not None:
            self._put_back()

    def _next(self) -> None:
        if self._shown is None or not self._clipboard.ownsClipboard():
            self._before = copy_of(self._clipboard.mimeData())
        self._text = "".join(self._waiting)
        self._waiting.clear()
        self._shown = FleetingText(self._text)
        self._pressed_s = None
        self._clipboard.setMimeData(self._shown)
        self._keystrokes.paste(self.keys)
        self._timer.start()

    def _note_pressed(self) -> None:
        self._pressed_s = time.monotonic()

    def _look(self) -> None:
        if not self._is_taken():
            return
        if self._waiting:
            self._next()
        else:
            self._put_back()

    def _is_taken(self) -> bool:
        if self._shown is None or self._pressed_s is None:
            return False
        now_s = time.monotonic()
        since_s = now_s - self._pressed_s
        read_s = self._shown.read_s
        if read_s is not None and read_s >= self._pressed_s - _LOOK_MS / 1000:
            return since_s > _LEAST_S and now_s - read_s > _AFTER_READING_S
        return since_s > _MOST_S

    def _put_back(self) -> None:
        self._timer.stop()
        self._shown = None
        before, self._before = self._before, None
        if not (self.puts_back and self._clipboard.ownsClipboard()):
            return  # somebody has copied something else since
        if before is None:
            self._clipboard.clear()
        else:
            self._clipboard.setMimeData(before)
