"""The menu of the text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from app.ui.dictation.document_edit import DocumentEdit

Keys = QKeySequence.StandardKey
translate = QCoreApplication.translate


def text_menu(view: DocumentEdit, dictate_here: Callable[[], None], *, is_elsewhere: bool) -> QMenu:
    """Return a menu of what can be done with the text just now.

    Args:
        view: the text.
        dictate_here: lets speech continue at the caret.
        is_elsewhere: it continues at another place now.
    """
    menu = QMenu(view)
    has_selection = view.textCursor().hasSelection()

    def add(text: str, keys: Keys | str, do: Callable[[], None], *, is_possible: bool) -> None:
        action = menu.addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(do)
        action.setEnabled(is_possible)

    add(translate("TextMenu", "Undo"), Keys.Undo, view.undo, is_possible=view.model.can_undo)
    add(translate("TextMenu", "Redo"), Keys.Redo, view.redo, is_possible=view.model.can_redo)
    menu.addSeparator()
    add(translate("TextMenu", "Cut"), Keys.Cut, view.cut, is_possible=has_selection)
    add(translate("TextMenu", "Copy"), Keys.Copy, view.copy, is_possible=has_selection)
    add(translate("TextMenu", "Paste"), Keys.Paste, view.paste, is_possible=view.canPaste())
    add(translate("TextMenu", "Select all"), Keys.SelectAll, view.selectAll, is_possible=True)
    menu.addSeparator()
    add(
        translate("TextMenu", "Dictate here"),
        "Ctrl+Return",
        dictate_here,
        is_possible=is_elsewhere,
    )
    return menu
