"""Text that is read and not written: results, and sessions of the history."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

_COLUMN_EM = 40


class ReadingText(QPlainTextEdit):
    """Read-only text whose lines are no longer than the eye follows, however wide the window is."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.setTabChangesFocus(True)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's own
        self._keep_column()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's own
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_column()

    def _keep_column(self) -> None:
        column = round(_COLUMN_EM * self.fontMetrics().horizontalAdvance("m"))
        side = max(0, (self.width() - column) // 2)
        if self.viewportMargins().left() != side:
            self.setViewportMargins(side, 0, side, 0)
