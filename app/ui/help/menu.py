"""The window's menu: actions in words, with their shortcuts beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.widgets.shortcuts import shown_keys

Entry = tuple[str, str | QKeySequence.StandardKey, Callable[[], object]]


class MainMenu(QMenu):
    """Actions on the text, and actions that work from anywhere.

    Args:
        parent: The window; shortcuts of `groups` work everywhere in it.
        of_text: Actions that have a button and shortcuts of their own beside the text.
        show_text: Brings the text to the front.
        groups: Words, shortcut and callback of each action; a separator before each group.
    """

    def __init__(
        self,
        parent: QWidget,
        of_text: Sequence[QAction],
        show_text: Callable[[], object],
        *groups: Sequence[Entry],
    ) -> None:
        super().__init__(parent)
        self._of_text = [(action, self._stand_in(action)) for action in of_text]
        self._show_text = show_text
        for group in groups:
            self.addSeparator()
            for words, keys, do in group:
                action = QAction(words, parent)
                action.setShortcut(QKeySequence(keys))
                action.triggered.connect(lambda _=False, do=do: do())
                parent.addAction(action)
                self.addAction(action)
        self.aboutToShow.connect(self._follow)
        self._follow()

    def add_below(self, action: QAction, menu: QMenu) -> None:
        """Insert a menu below one of the text's actions."""
        entries = [entry for one, entry in self._of_text if one is action]
        after = self.actions()[self.actions().index(entries[0]) + 1]
        self.insertMenu(after, menu)

    def _stand_in(self, action: QAction) -> QAction:
        """Show an action's shortcut without taking it: on other parts it means something else."""
        entry = self.addAction(action.text())
        entry.triggered.connect(lambda: self._do(action))
        return entry

    def _follow(self) -> None:
        for action, entry in self._of_text:
            entry.setText(f"{action.text()}\t{shown_keys(action.shortcut())}")
            entry.setEnabled(action.isEnabled())

    def _do(self, action: QAction) -> None:
        self._show_text()
        action.trigger()
