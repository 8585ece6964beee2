"""The page to change keyboard shortcuts of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QWidget

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting
from app.ui.widgets.controls import offer_clearing, shown
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsNote, SettingsPage
from app.ui.widgets.shortcuts import keyed, name_of, shown_keys, usual_keys
from app.ui.window_keys import WindowKeys

KeyedParts = Callable[[], Sequence[tuple[str, QWidget]]]
_IN_OTHERS = ("general.toggle_keys", "general.push_to_talk_keys", "general.discard_keys")
_WIDTH_PX = 170
_SPACING_PX = 2
_OF_TYPING = {"Space", "Return", "Backspace", "Del", "Left", "Right", "Up", "Down"}
_Standard = QKeySequence.StandardKey
_OF_EDITING = (
    *(_Standard.Copy, _Standard.Cut, _Standard.Paste, _Standard.SelectAll),
    *(_Standard.Undo, _Standard.Redo),
)


class KeysPage(SettingsPage):
    """Every shortcut of the window by part; those with the same default are changed together."""

    TITLE = QT_TRANSLATE_NOOP("KeysPage", "Keys")
    section = "keys"

    def __init__(self, preferences: LivePreferences, keys: WindowKeys, parts: KeyedParts) -> None:
        super().__init__(preferences)
        self._keys = keys
        self.edits: dict[str, QKeySequenceEdit] = {}
        self._names: dict[str, str] = {}
        self._notes: dict[str, SettingsNote] = {}
        words = self.tr("Click a field and press the keys you want, or empty it for none.")
        self.group().add(MutedLabel(words), words)
        self._add_rows(parts())
        preferences.changed.connect(self._show)
        self._show("keys.window")

    def _add_rows(self, parts: Sequence[tuple[str, QWidget]]) -> None:
        names: dict[str, dict[str, None]] = {}
        for one in (one for _, part in parts for one in keyed(part)):
            names.setdefault(usual_keys(one), {})[name_of(one)] = None
        for title, part in parts:
            new = {usual_keys(one) for one in keyed(part)} - self.edits.keys()
            if new:
                self.group(title, _SPACING_PX)
            for usual in sorted(new, key=lambda it: [*names[it]]):
                self._add_row(usual, " · ".join(names[usual]))

    def _add_row(self, usual: str, name: str) -> None:
        edit = QKeySequenceEdit()
        edit.setMaximumSequenceLength(1)
        edit.setFixedWidth(_WIDTH_PX)
        offer_clearing(edit)
        edit.editingFinished.connect(lambda: self._choose(usual))
        self.edits[usual], self._names[usual] = edit, name
        self.add(name, "", edit)
        self._notes[usual] = SettingsNote()
        self._groups[-1].add(self._notes[usual], "")

    def _choose(self, usual: str) -> None:
        """Set the shortcut, or say below the row what it does already."""
        keys = self.edits[usual].keySequence()
        taken = self._taken_by(keys, usual)
        if taken:
            words = self.tr("%1 is taken: %2.").replace("%1", shown_keys(keys))
            self._notes[usual].say(words.replace("%2", taken))
            self._show("keys.window")
        else:
            self._notes[usual].say("")
            self._keys.choose(usual, keys.toString())

    def _taken_by(self, keys: QKeySequence, usual: str) -> str:
        """Return what a shortcut already does, in words; "" for nothing."""
        if keys.isEmpty():
            return ""
        chosen = self._keys.chosen
        for other, name in self._names.items():
            if other != usual and keys == QKeySequence(chosen.get(other, other)):
                return name
        for other in _IN_OTHERS:
            if keys == QKeySequence(str(self._preferences.get(other))):
                return shown(setting(other).label)
        sign = keys.toString().removeprefix("Shift+")
        is_typed = len(sign) == 1 or sign in _OF_TYPING
        is_of_editing = any(keys in QKeySequence.keyBindings(it) for it in _OF_EDITING)
        own = keys == QKeySequence(usual)
        return self.tr("Typing and editing") if (is_typed or is_of_editing) and not own else ""

    def _show(self, key: str) -> None:
        if key == "keys.window":
            chosen = self._keys.chosen
            for usual, edit in self.edits.items():
                before = edit.blockSignals(True)  # noqa: FBT003  Qt's signature
                edit.setKeySequence(QKeySequence(chosen.get(usual, usual)))
                edit.blockSignals(before)
