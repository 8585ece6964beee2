"""The keyboard shortcuts of the window, as the user chose them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.shortcuts import Keyed, keyed, shown_keys, usual_keys

_PREFERENCE = "keys.window"
_SAYING = ("toolTip", "accessibleDescription", "placeholderText")


class WindowKeys(QObject):
    """Replaces default shortcuts, which identify them, by the chosen ones.

    Mentions of shortcuts in tooltips, on buttons and on an empty page follow.
    """

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._roots: list[QWidget] = []
        self._said: dict[str, str] = {}
        self._pattern = re.compile("$^")
        self._is_used = False
        preferences.changed.connect(lambda key: self.apply() if key == _PREFERENCE else None)

    @property
    def chosen(self) -> dict[str, str]:
        """The chosen shortcuts by their defaults; "" for none."""
        found: object = None
        with suppress(ValueError, RecursionError):  # it may have been edited by hand
            found = json.loads(str(self._preferences.get(_PREFERENCE)) or "{}")
        pairs = found.items() if isinstance(found, dict) else ()
        return {usual: own for usual, own in pairs if isinstance(own, str)}

    def choose(self, usual: str, keys: str) -> None:
        chosen = self.chosen | {usual: keys}
        if keys == usual:
            del chosen[usual]
        self._preferences.set(_PREFERENCE, json.dumps(chosen) if chosen else "")

    def add(self, root: QWidget) -> None:
        """Apply the chosen shortcuts to a window."""
        self._roots.append(root)
        self.apply()

    def apply(self) -> None:
        """Apply them to what exists by now; parts of a window are created one by one."""
        chosen = self.chosen
        self._is_used = self._is_used or bool(chosen)
        if not self._is_used:
            return
        self._said = dict(pair for usual, own in chosen.items() for pair in _forms(usual, own))
        forms = "|".join(map(re.escape, sorted(self._said, key=len, reverse=True)))
        self._pattern = re.compile(rf"(?<![\w+])({forms or '$^'})(?!\w)")
        for root in self._roots:
            for one in keyed(root):
                _give(one, chosen)
            for widget in (root, *root.findChildren(QWidget)):
                self._word(widget)
                if isinstance(widget, QAbstractButton):
                    widget.installEventFilter(self)  # installed only once, however often this runs

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.ToolTipChange and isinstance(watched, QWidget):
            self._word(watched)
        return False

    def _word(self, widget: QWidget) -> None:
        """Replace default shortcuts by the chosen ones in a widget's texts."""
        names = (*_SAYING, "text") if isinstance(widget, QAbstractButton) else _SAYING
        for name in names:
            text, told = widget.property(name), widget.property(f"own_{name}")
            if not text:
                continue
            usual = widget.property(f"usual_{name}") if told == text else text
            own = self._pattern.sub(lambda found: self._said[found.group()], usual)
            if own != text or told == text:
                widget.setProperty(f"usual_{name}", usual)
                widget.setProperty(f"own_{name}", own)
                if own != text:
                    widget.setProperty(name, own)


def _give(one: Keyed, chosen: dict[str, str]) -> None:
    usual = usual_keys(one)
    keys = QKeySequence(chosen.get(usual, usual))
    if isinstance(one, QShortcut):
        one.setKey(keys)
    else:
        one.setShortcut(keys)


def _forms(usual: str, own: str) -> Iterator[tuple[str, str]]:
    """Yield the ways a shortcut may be written in texts, and their replacement."""
    said = shown_keys(QKeySequence(own)) or "–"
    form = shown_keys(QKeySequence(usual))
    yield form, said
    yield form.replace("Del", "Delete"), said
