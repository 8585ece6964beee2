"""A paragraph that stays shaped from one paint to the next, since it is being written in."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor


class ShapedParagraph:
    """Qt shapes a whole paragraph anew for each paint else, and nobody need say “new paragraph”.

    One at a time: the shapes of all of them take more room than their text.
    """

    def __init__(self) -> None:
        self._kept: QTextCursor | None = None

    def keep(self, cursor: QTextCursor) -> None:
        """Keep the paragraph that this is in, and let go of the one before."""
        before = self._kept
        if before is not None and before.blockNumber() != cursor.blockNumber():
            block = before.block()
            block.layout().setCacheEnabled(False)
            before.document().markContentsDirty(block.position(), block.length())
        cursor.block().layout().setCacheEnabled(True)
        self._kept = QTextCursor(cursor)
        self._kept.setKeepPositionOnInsert(True)  # a new paragraph behind it is another one
