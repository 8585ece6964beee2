"""First run, step one: where dictated text goes."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from app.desktop.problems import Problem, words
from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting
from app.ui.appearance.fonts import Size, make_bold
from app.ui.widgets.boxes import column, row
from app.ui.widgets.controls import NoScrollComboBox, keys_control, shown
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsNote, name_all

_SENDS = "dictation.other_applications"
_KEYS = "general.toggle_keys"


class Destination(QWidget):
    """Here, or in the application in front, with the keys that start and stop dictation there."""

    def __init__(self, preferences: LivePreferences) -> None:
        super().__init__()
        self._preferences = preferences
        heading = QLabel(self.tr("Where you want to write"))
        make_bold(heading, Size.TITLE)
        self.places = NoScrollComboBox()
        self.places.addItem(self.tr("Here, in Fermata"), "off")
        self.places.addItem(self.tr("In the application in front"), "clipboard")
        heading.setBuddy(self.places)
        self.keys = keys_control(preferences, _KEYS)
        label = QLabel(shown(setting(_KEYS).label))
        label.setBuddy(self.keys)
        explanation = MutedLabel(
            self.tr(
                "Press these keys in any application: every finished sentence is inserted at the "
                "cursor."
            )
        )
        name_all(self.keys, label.text(), explanation.text())
        self.problem = SettingsNote()
        self._elsewhere = QWidget()
        keys = row(label, self.keys, 0, spacing=16)
        column(keys, explanation, self.problem, on=self._elsewhere, spacing=12)
        places = row(self.places, 0)
        column(heading, places, self._elsewhere, on=self, spacing=12, margins=(0, 20, 0, 0))
        is_elsewhere = preferences.get(_SENDS) != "off"
        self.places.setCurrentIndex(int(is_elsewhere))
        self._elsewhere.setVisible(is_elsewhere)
        self.places.currentIndexChanged.connect(self._choose)

    @property
    def shown_keys(self) -> str:
        """The keys as they are called here; empty where words stay here, or without keys."""
        if self._preferences.get(_SENDS) == "off" or self.problem.text():
            return ""
        return self.keys.keySequence().toString(QKeySequence.SequenceFormat.NativeText)

    def show_problem(self, problem: Problem) -> None:
        """Say why the keys do not work everywhere."""
        self.problem.say(words(problem))

    def _choose(self) -> None:
        self._preferences.set(_SENDS, self.places.currentData())
        self._elsewhere.setVisible(self.places.currentData() != "off")
