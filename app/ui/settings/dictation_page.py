"""How words appear here, and how they get into other applications."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

from PySide6.QtCore import QT_TRANSLATE_NOOP, Qt

from app.desktop.application_ways import Way, read_ways, written_ways
from app.preferences.live_preferences import LivePreferences
from app.ui.widgets.controls import NoScrollComboBox, leave_out
from app.ui.widgets.settings_page import SettingRow, SettingsNote, SettingsPage

_KEY = "dictation.application_ways"
_WIDTH_PX = 210


class DictationSettingsPage(SettingsPage):
    """The tail, low-confidence words, and dictating into other applications."""

    TITLE = QT_TRANSLATE_NOOP("DictationSettingsPage", "Dictation")
    section = "dictation"

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__(preferences)
        self.remark = SettingsNote()
        rows = self.add_section({}, self.remark, "dictation.other_applications")
        if shutil.which("pactl") is None and "dictation.other_sound" in rows:  # it lowers them
            leave_out(rows["dictation.other_sound"].control, "lower")
        self._heading = self.tr("How to send sentences to each application")
        self._applications = self.group(self._heading)
        self._ways: dict[str, NoScrollComboBox] = {}
        self.show_applications(())
        preferences.changed.connect(self._follow)

    def show_applications(self, used: Iterable[str]) -> None:
        """Offer a choice for each application that was used or has one already."""
        for name in (*used, *self._chosen()):
            if name not in self._ways:
                self._ways[name] = self._add(name)
        self._applications.setVisible(bool(self._ways))
        self._follow(_KEY)

    def _add(self, name: str) -> NoScrollComboBox:
        box = NoScrollComboBox()
        box.addItem(self.tr("Automatically"), "")
        box.addItem(self.tr("Paste with Ctrl+V"), Way.PASTE.value)
        box.addItem(self.tr("Paste with Ctrl+Shift+V"), Way.TERMINAL.value)
        box.addItem(self.tr("Paste with Shift+Insert"), Way.SELECTION.value)
        box.addItem(self.tr("Type"), Way.TYPE.value)
        box.setMinimumWidth(_WIDTH_PX)
        row = SettingRow(name, "", box)
        row.label.setTextFormat(Qt.TextFormat.PlainText)  # the name comes from another program
        box.setAccessibleDescription(self._heading)
        self._applications.add(row, row.search_text())
        box.currentIndexChanged.connect(lambda: self._choose(name))
        return box

    def _chosen(self) -> dict[str, Way]:
        return read_ways(str(self._preferences.get(_KEY)))

    def _choose(self, name: str) -> None:
        chosen = self._chosen()
        chosen.pop(name, None)
        if way := self._ways[name].currentData():
            chosen[name] = Way(way)
        self._preferences.set(_KEY, written_ways(chosen))

    def _follow(self, key: str) -> None:
        if key == _KEY:
            ways = {name: way.value for name, way in self._chosen().items()}
            for name, box in self._ways.items():
                box.setCurrentIndex(box.findData(ways.get(name, "")))
