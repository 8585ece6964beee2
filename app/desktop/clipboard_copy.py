"""A clipboard's contents, kept to be put back; and text that no clipboard manager keeps."""

from __future__ import annotations

import sys
import time
from typing import Any

from PySide6.QtCore import QMimeData

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
