"""What a page shows while it is empty."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from app.ui.appearance.fonts import Size, make_bold
from app.ui.appearance.icons import own_icons
from app.ui.widgets.boxes import column, row
from app.ui.widgets.muted_label import MutedLabel

_PICTURE = QSize(56, 56)
_MARGIN_PX = 24


class EmptyState(QFrame):
    """A centred picture, heading, a sentence or two, and at most one button."""

    def __init__(self, icon: str, action: QPushButton | None = None) -> None:
        super().__init__()
        self.setObjectName("empty")
        picture = QLabel()
        picture.setPixmap(own_icons()(icon, QPalette.ColorRole.PlaceholderText).pixmap(_PICTURE))
        self.heading = QLabel()
        make_bold(self.heading, Size.TITLE)
        self.words = MutedLabel()
        for label in (picture, self.heading, self.words):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.heading.setWordWrap(True)
        below = (row(0, action, 0),) if action else ()
        around = (_MARGIN_PX,) * 4
        column(0, picture, self.heading, self.words, *below, 0, on=self, spacing=12, margins=around)

    def show_words(self, heading: str, words: str = "") -> None:
        self.heading.setText(heading)
        self.words.setText(words)
        self.words.setVisible(bool(words))
