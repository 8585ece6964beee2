"""A fold for what few people need."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget


class Fold(QToolButton):
    """A button with an arrow that shows a part, collapsed at first; screen readers hear its state.

    Args:
        words: What the part contains; shown beside the arrow unless `of` is given.
        part: What is shown and hidden.
        of: What the part belongs to, for screen readers.
    """

    def __init__(self, words: str, part: QWidget, of: str = "") -> None:
        super().__init__()
        self._part, self._name = part, f"{words}: {of}" if of else words
        if of:
            self.setToolTip(words)
        else:
            self.setText(words)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setProperty("fold", "bare" if of else "named")
        self.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.open(is_open=not self.is_open))
        self.open(is_open=False)

    @property
    def is_open(self) -> bool:
        return not self._part.isHidden()

    def open(self, *, is_open: bool = True) -> None:
        """Show or hide the part."""
        self._part.setVisible(is_open)
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        words = self.tr("%1, expanded") if is_open else self.tr("%1, collapsed")
        self.setAccessibleName(words.replace("%1", self._name))
