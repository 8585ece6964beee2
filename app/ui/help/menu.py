"""The window's menu: what can be done, in words, with the keys beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.widgets.shortcuts import shown_keys

Entry = tuple[str, str | QKeySequence.StandardKey, Callable[[], object]]


class MainMenu(QMenu):
    """What is done with the text, and what is done from anywhere.

    Args:
        parent: the window; the keys of `groups` work everywhere in it.
        of_text: actions that have a button and keys of their own beside the text.
        show_text: brings the text to front.
        groups: words, keys and what is done, between separators.
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

    def add_below(self, action: QAction, menu: QMenu) -> None:
        """Put a menu below one of the actions of the text."""
        entries = [entry for one, entry in self._of_text if one is action]
        behind = self.actions()[self.actions().index(entries[0]) + 1]
        self.insertMenu(behind, menu)

    def _stand_in(self, action: QAction) -> QAction:
        """Show an action's keys without taking them: on other parts they mean something else."""
        entry = self.addAction(f"{action.text()}\t{shown_keys(action.shortcut())}")
        entry.triggered.connect(lambda: self._do(action))
        return entry

    def _follow(self) -> None:
        for action, entry in self._of_text:
            entry.setEnabled(action.isEnabled())

    def _do(self, action: QAction) -> None:
        self._show_text()
        action.trigger()
