"""Text size and line width, changed with the mouse wheel and shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting
from app.ui.widgets.shortcuts import add_shortcut

_SIZE, _WIDTH = "accessibility.text_size_pt", "accessibility.line_letters"
_WIDTH_STEP = 4
_NOTCH = 120  # of a wheel, in Qt's units


class ReadingSize(QObject):
    """Ctrl and the mouse wheel change the text size; with Shift, the line width.

    Ctrl+plus and Ctrl+minus do the same as the wheel, Ctrl+0 restores the default size.
    """

    def __init__(
        self,
        preferences: LivePreferences,
        page: QWidget,
        *views: QAbstractScrollArea,
        has_width: bool = False,
    ) -> None:
        """Handle the shortcuts of a page, and the wheel over its views.

        `has_width` says that the views follow the preferred line width.
        """
        super().__init__(page)
        self._preferences, self._has_width = preferences, has_width
        self._viewports = [view.viewport() for view in views]
        for viewport in self._viewports:
            viewport.installEventFilter(self)
        self._turned = 0
        for keys in ("Ctrl++", "Ctrl+="):
            add_shortcut(page, keys, self.tr("Larger text"), lambda: self._change(_SIZE, 1))
        add_shortcut(page, "Ctrl+-", self.tr("Smaller text"), lambda: self._change(_SIZE, -1))
        add_shortcut(page, "Ctrl+0", self.tr("Normal text size"), self._reset)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if not isinstance(event, QWheelEvent) or watched not in self._viewports:
            return super().eventFilter(watched, event)
        held, turned = event.modifiers(), event.angleDelta()
        is_of_width = bool(held & Qt.KeyboardModifier.ShiftModifier)
        if not held & Qt.KeyboardModifier.ControlModifier or (is_of_width and not self._has_width):
            return super().eventFilter(watched, event)
        self._turned += turned.y() or turned.x()
        notches = int(self._turned / _NOTCH)
        self._turned -= notches * _NOTCH
        if is_of_width:
            self._change(_WIDTH, notches * _WIDTH_STEP)
        else:
            self._change(_SIZE, notches)
        return True

    def _change(self, key: str, by: int) -> None:
        item, value = setting(key), self._preferences.get(key)
        if by and item.least is not None and item.most is not None:
            wanted = min(max(int(value) + by, int(item.least)), int(item.most))
            self._preferences.set(key, wanted)

    def _reset(self) -> None:
        self._preferences.set(_SIZE, setting(_SIZE).default)
