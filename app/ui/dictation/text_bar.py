"""The bar above the text, with its actions."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from app.ui.appearance.icons import Icons

_ICON = QSize(20, 20)
_WORDED = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
_ICON_ALONE = Qt.ToolButtonStyle.ToolButtonIconOnly


class TextBar(QWidget):
    """Actions as buttons, each with its shortcut in its tooltip; the actions are public."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._buttons: dict[QAction, QToolButton] = {}
        self._growth: dict[QToolButton, int] = {}
        self._narrow = 0
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 16, 8)
        self._row.setSpacing(4)
        self.new = self._add("new", self.tr("New text"), "Ctrl+N")
        self.copy = self._add("copy", self.tr("Copy all"), "Ctrl+Shift+C")
        self.save = self._add("save", self.tr("Save"), "Ctrl+S")
        self.close_text = self._without_button(self.tr("Close text"), "Ctrl+W")
        self.save_as = self._without_button(self.tr("Save as…"), "Ctrl+Shift+S")
        self.print = self._without_button(self.tr("Print…"), "Ctrl+P")
        self._row.addSpacing(10)
        self.undo = self._add("undo", self.tr("Undo"), "")
        self.redo = self._add("redo", self.tr("Redo"), "")
        self._row.addSpacing(10)
        self.finder = self._add("find", self.tr("Find and replace"), "Ctrl+F")
        self._row.addStretch(1)
        self.low_confidence = self._add("doubt", self.tr("Doubtful word"), "F8")
        self.play = self._add("play", self.tr("Play"), "F9")
        _explain(self.play, self.tr("From the cursor. Click a word to jump there"))
        self.play.setCheckable(True)
        self.play.toggled.connect(lambda it: self.play.setIcon(icons("pause" if it else "play")))
        self.tail = self._without_button(self.tr("Unfinished words"), "Ctrl+T")
        self.heard = self._without_button(self.tr("As recognised"), "Ctrl+H")
        for toggle in (self.tail, self.heard):
            toggle.setCheckable(True)
        self.tail.setChecked(True)
        self._add_menu("view", self.tr("View"), self.tail, self.heard)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Show words beside as many icons as fit, most used first."""
        if not self._growth:
            self._measure()
        room = event.size().width() - self._narrow
        for button, growth in self._growth.items():
            room -= growth
            button.setToolButtonStyle(_WORDED if room >= 0 else _ICON_ALONE)
        super().resizeEvent(event)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Let the window be as narrow as the icons alone."""
        return QSize(0, super().minimumSizeHint().height())

    def _measure(self) -> None:
        """Measure the width of the icons alone, and how much words add to each."""
        first = (self.copy, self.save, self.new, self.finder, self.low_confidence, self.play)
        buttons = [*(self._buttons[one] for one in first), self._view]
        icons = [button.sizeHint().width() for button in buttons]
        self._row.invalidate()
        self._narrow = self._row.sizeHint().width()
        for button, width in zip(buttons, icons, strict=True):
            button.setToolButtonStyle(_WORDED)
            self._growth[button] = button.sizeHint().width() - width

    def _add(self, icon: str, text: str, keys: str) -> QAction:
        action = QAction(self._icons(icon), text, self)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        if keys:
            action.setShortcut(QKeySequence(keys))
        shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{text} ({shown})" if keys else text)
        button = self._buttons[action] = self._button(text)
        button.setDefaultAction(action)
        return action

    def _without_button(self, text: str, keys: str) -> QAction:
        """Return an action for a menu, whose shortcut works on the whole page."""
        action = QAction(text, self)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setShortcut(QKeySequence(keys))
        self.addAction(action)
        return action

    def _add_menu(self, icon: str, text: str, *actions: QAction) -> None:
        menu = QMenu(self)
        menu.addActions(actions)
        self._view = self._button(text)
        self._view.setText(text)
        self._view.setIcon(self._icons(icon))
        self._view.setToolTip(text)
        self._view.setMenu(menu)
        self._view.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _button(self, text: str) -> QToolButton:
        button = QToolButton()
        button.setIconSize(_ICON)
        button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(text)
        self._row.addWidget(button)
        return button


def _explain(action: QAction, text: str) -> None:
    action.setToolTip(f"{action.toolTip()}\n{text}")
