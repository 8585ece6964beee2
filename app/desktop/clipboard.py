"""Pastes text into the application in front through the clipboard, then restores it."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QClipboard

from app.desktop.keystrokes import Keystrokes
from app.desktop.x11_neighbours import Neighbours

_LONGEST_S = 0.5  # a slow application may take long for each format
_LARGEST_BYTES = 64 * 2**20
_NOT_CONTENTS = {"TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE"}
_HINT = "x-kde-passwordManagerHint"
_WINDOWS_HINT = 'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"'


def copy_of(data: QMimeData | None) -> QMimeData | None:
    """Return the clipboard's contents in all formats; None if it is empty.

    Formats that an application does not deliver within half a second are left out; it lists the
    preferred ones first.
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
    """Text to be pasted once: asks clipboard managers not to store it, and notices when it is read.

    Attributes:
        read_s: When it was last read, on the monotonic clock; -inf if never.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setData(_WINDOWS_HINT if sys.platform == "win32" else _HINT, b"secret")
        self.read_s = -math.inf

    def retrieveData(self, mime: str, kind: Any) -> Any:  # noqa: ANN401, N802  Qt's own
        if mime.startswith("text/"):
            self.read_s = time.monotonic()
        return super().retrieveData(mime, kind)


USUAL_KEYS = "Ctrl+V"
_LOOK_MS = 40
_AFTER_READING_S = 0.5  # Chromium reads twice; on a busy machine, with a pause in between
_MOST_S = 1.5  # then the application does not paste
_HANGING_S = 10.0  # while it is in front: it would paste whatever is on the clipboard by then
_SELECTIONS = {QClipboard.Mode.Clipboard: "CLIPBOARD", QClipboard.Mode.Selection: "PRIMARY"}


class ClipboardPaste(QObject):
    """Pastes texts in order, several at once if they come fast.

    Args:
        keys: Called before each paste; returns the keys that paste in the application in front.
    """

    def __init__(
        self,
        clipboard: QClipboard,
        keystrokes: Keystrokes,
        neighbours: Neighbours,
        keys: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.puts_back = True
        self._clipboard, self._keystrokes, self._keys = clipboard, keystrokes, keys
        self._neighbours, self._focus = neighbours, 0
        self._waiting: list[str] = []
        self._shown: dict[QClipboard.Mode, FleetingText] = {}
        self._before: dict[QClipboard.Mode, QMimeData | None] = {}
        self._text = ""
        self._pressed_s: float | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._look)
        keystrokes.pressed.connect(self._note_pressed)

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting or self._shown)

    @property
    def has_more(self) -> bool:
        """Whether it will press keys again by itself."""
        return bool(self._waiting)

    def put(self, text: str) -> None:
        self._waiting.append(text)
        if not self._shown:
            self._next()

    def abandon(self, *, puts_back: bool = False) -> str:
        """Give up on texts not pasted yet and on the old clipboard; return the texts."""
        self._timer.stop()
        if puts_back:
            self.finish()
        text = (self._text if self._shown is not None else "") + "".join(self._waiting)
        self._waiting.clear()
        self._shown.clear()
        self._before.clear()
        return text

    def finish(self) -> None:
        """Restore the old clipboard at once, when the application quits."""
        if self._shown:
            self._put_back()

    def _next(self) -> None:
        keys = self._keys()
        modes = [QClipboard.Mode.Clipboard]
        if keys != USUAL_KEYS and self._clipboard.supportsSelection():
            modes.append(QClipboard.Mode.Selection)  # terminals paste it with Shift+Insert
        self._text = "".join(self._waiting)
        self._waiting.clear()
        self._pressed_s, self._focus = None, self._neighbours.focus()
        for mode in modes:
            if not self._is_ours(mode):
                self._before[mode] = self._copied(mode)
            self._shown[mode] = FleetingText(self._text)
            self._clipboard.setMimeData(self._shown[mode], mode)
        self._keystrokes.paste(keys)
        self._timer.start()

    def _copied(self, mode: QClipboard.Mode) -> QMimeData | None:
        """Return a copy of the clipboard; None if the application that holds it hangs."""
        is_there = self._owns(mode) or self._neighbours.answers(_SELECTIONS[mode], _LONGEST_S)
        return copy_of(self._clipboard.mimeData(mode)) if is_there else None

    def _owns(self, mode: QClipboard.Mode) -> bool:
        is_selection = mode is QClipboard.Mode.Selection
        return (self._clipboard.ownsSelection if is_selection else self._clipboard.ownsClipboard)()

    def _is_ours(self, mode: QClipboard.Mode) -> bool:
        """Whether nobody has copied anything else since."""
        return mode in self._shown and self._owns(mode)

    def _note_pressed(self) -> None:
        self._pressed_s = self._keystrokes.began_s

    def _look(self) -> None:
        if not self._is_taken():
            return
        if self._waiting:
            self._next()
        else:
            self._put_back()

    def _is_taken(self) -> bool:
        if not self._shown or self._pressed_s is None:
            return False
        now_s = time.monotonic()
        since_s = now_s - self._pressed_s
        read_s = max(shown.read_s for shown in self._shown.values())
        if read_s >= self._pressed_s:
            return now_s - read_s > _AFTER_READING_S
        is_in_front = self._focus and self._focus == self._neighbours.focus()
        return since_s > (_HANGING_S if is_in_front else _MOST_S)

    def _put_back(self) -> None:
        self._timer.stop()
        ours = [mode for mode in self._shown if self._is_ours(mode)]
        before = dict(self._before)
        self._shown.clear()
        self._before.clear()
        for mode in ours if self.puts_back else ():
            if (data := before[mode]) is None:
                self._clipboard.clear(mode)
            else:
                self._clipboard.setMimeData(data, mode)
