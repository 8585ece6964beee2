"""Keys that do something, each with a name that the list of shortcuts shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

Keys = str | Qt.Key | QKeySequence.StandardKey


def add_shortcut(
    place: QWidget,
    keys: Keys,
    name: str,
    do: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> QShortcut:
    """Let keys do something in the window of `place`, or only while `place` has the focus."""
    shortcut = QShortcut(QKeySequence(keys), place)
    shortcut.setContext(context)
    shortcut.setWhatsThis(name)
    shortcut.activated.connect(lambda: do())  # noqa: PLW0108  a bound method has its own arguments
    return shortcut


def shortcuts(place: QWidget) -> Iterator[tuple[str, str]]:
    """Yield keys and what they do, of all that is in a widget."""
    seen = set()
    for one in place.findChildren(QShortcut):
        seen.add((shown_keys(one.key()), one.whatsThis()))
    for action in place.findChildren(QAction):
        if not action.shortcut().isEmpty():
            seen.add((shown_keys(action.shortcut()), action.text().rstrip("…")))
    yield from sorted(seen, key=lambda pair: (len(pair[0]), pair))


def shown_keys(keys: QKeySequence) -> str:
    """Return keys as the system writes them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
