"""Keyboard shortcuts, each with a name for the list of shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

Keyed = QShortcut | QAction
_USUAL = "usual_keys"
_OF_WINDOW = {Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut}
Keys = str | Qt.Key | QKeySequence.StandardKey


def add_shortcut(
    place: QWidget,
    keys: Keys,
    name: str,
    do: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> QShortcut:
    """Add a shortcut to the window of `place`, or only while `place` has the focus."""
    shortcut = QShortcut(QKeySequence(keys), place)
    shortcut.setContext(context)
    shortcut.setWhatsThis(name)
    shortcut.activated.connect(lambda: do())  # noqa: PLW0108  a bound method has its own arguments
    return shortcut


def shortcuts(place: QWidget) -> Iterator[tuple[str, str]]:
    """Yield all shortcuts in a widget and what they do."""
    seen = set()
    for one in place.findChildren(QShortcut):
        seen.add((shown_keys(one.key()), name_of(one)))
    for action in place.findChildren(QAction):
        if not action.shortcut().isEmpty():
            seen.add((shown_keys(action.shortcut()), name_of(action)))
    yield from sorted((pair for pair in seen if pair[0]), key=lambda pair: (len(pair[0]), pair))


def keyed(place: QWidget) -> Iterator[Keyed]:
    """Yield everything with a shortcut that works in the whole window."""
    for one in place.findChildren(QShortcut):
        if one.context() in _OF_WINDOW:
            yield one
    for action in place.findChildren(QAction):
        if usual_keys(action) and not isinstance(action.parent(), QMenu):
            yield action


def usual_keys(one: Keyed) -> str:
    """Return the default shortcut, whatever it is now."""
    usual = one.property(_USUAL)
    if usual is None:
        keys = one.key() if isinstance(one, QShortcut) else one.shortcut()
        usual = keys.toString()
        one.setProperty(_USUAL, usual)
    return str(usual)


def name_of(one: Keyed) -> str:
    """Return what a shortcut does, in words."""
    return one.whatsThis() if isinstance(one, QShortcut) else one.text().rstrip("…")


def shown_keys(keys: QKeySequence) -> str:
    """Return a shortcut as the system writes it."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
