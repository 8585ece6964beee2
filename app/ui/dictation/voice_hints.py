"""Two buttons over the text that appear only when they are of use."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.ui.appearance.icons import Icons

_ABOVE_PX = 14


class VoiceHints(QWidget):
    """Leads back to the voice.

    Signals:
        follow_wanted(): scroll to the voice and with it.
        here_wanted(): speech is to continue at the caret.
    """

    follow_wanted = Signal()
    here_wanted = Signal()

    def __init__(self, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.here = self._button(self.tr("Dictate here (Ctrl+Return)"), self.here_wanted)
        self.here.setIcon(icons("dictation"))
        self.follow = self._button(self.tr("Follow the voice (Ctrl+J)"), self.follow_wanted)
        self.follow.setIcon(icons("down"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.here)
        row.addWidget(self.follow)
        over.installEventFilter(self)
        self.offer_here(is_useful=False)
        self.offer_follow(is_useful=False)

    def offer_here(self, *, is_useful: bool) -> None:
        """Show or hide “Dictate here”."""
        self.here.setVisible(is_useful)
        self._place()

    def offer_follow(self, *, is_useful: bool) -> None:
        """Show or hide “Follow the voice”."""
        self.follow.setVisible(is_useful)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Stay at the lower edge."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        is_useful = not (self.here.isHidden() and self.follow.isHidden())
        self.setVisible(is_useful)
        self.adjustSize()
        room = self._over.rect()
        self.move((room.width() - self.width()) // 2, room.height() - self.height() - _ABOVE_PX)
        self.raise_()

    def _button(self, text: str, signal: object) -> QPushButton:
        button = QPushButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(signal)
        return button
