"""The large button that starts and stops, and says what is really going on."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QWidget

from app.dictation.events import State
from app.ui.appearance.icons import Icons

_RED = QColor("#c8372d")


class RecordButton(QPushButton):
    """Shows a session's state in words and shape; clicking asks for what the words offer."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setObjectName("record")
        self.setIconSize(QSize(22, 22))
        self.setMinimumSize(144, 48)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        font.setBold(True)
        self.setFont(font)
        self.show_state(State.STOPPED)

    def show_state(self, state: State) -> None:
        """Show what the session does now."""
        text, icon, tip = self._words(state)
        self.setText(text)
        self.setIcon(self._icons(icon, _RED if icon == "record" else None))
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.setAccessibleDescription(tip)
        self.setEnabled(state is not State.DRAINING)

    def _words(self, state: State) -> tuple[str, str, str]:
        stop = self.tr("Stops; every word already spoken still arrives. F5")
        return {
            State.STOPPED: (self.tr("Record"), "record", self.tr("Starts dictation. F5")),
            State.STARTING: (self.tr("Starting…"), "stop", stop),
            State.LISTENING: (self.tr("Stop"), "stop", stop),
            State.PAUSED: (self.tr("Stop"), "stop", stop),
            State.DRAINING: (
                self.tr("Finishing…"),
                "wait",
                self.tr("The last words are being recognised; the microphone is closed."),
            ),
        }[state]
