"""Text that is less prominent than the rest, but still readable."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from app.ui.appearance.colours import mixed

_SHARE = 0.72  # of the text colour: contrast over 4.5 to 1 on Qt's light and dark palettes


class MutedLabel(QLabel):
    """An explanation, wrapped; its colour follows the palette."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._paint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's own
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.ApplicationPaletteChange}:
            self._paint()
        super().changeEvent(event)

    def _paint(self) -> None:
        own = QPalette()
        text, ground = own.color(QPalette.ColorRole.WindowText), own.color(own.ColorRole.Window)
        muted = mixed(text, ground, _SHARE)
        if self.palette().color(QPalette.ColorRole.WindowText) != muted:
            own.setColor(QPalette.ColorRole.WindowText, muted)
            self.setPalette(own)
