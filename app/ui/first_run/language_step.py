"""First run, step one: the language spoken, and the script it is written in."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.preferences.live_preferences import LivePreferences
from app.preferences.preferences import setting
from app.ui.language.languages import shown_language
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.widgets.boxes import column, row
from app.ui.widgets.controls import NoScrollComboBox, choice_control, shown
from engine.settings import Script
from engine.text.chinese_scripts import script_of_locale

BUILT_IN_LANGUAGE = "en"
_CHINESE = {"zh", "yue"}
_SCRIPT = "dictation.chinese_script"
_ENGLISH = "en"
_CANTONESE_TERRITORIES = (QLocale.Country.HongKong, QLocale.Country.Macau)


class LanguageStep(QWidget):
    """A choice preselected from the system's settings; for Chinese, also of the script.

    Signals:
        chosen(str): Code of the language spoken.
    """

    chosen = Signal(str)

    def __init__(self, preferences: LivePreferences, library: ModelsController) -> None:
        super().__init__()
        self._preferences, self._library = preferences, library
        self.language = ""
        self.languages = NoScrollComboBox()
        self.languages.addItem(self.tr("Looking for models…"), "")
        self.languages.currentIndexChanged.connect(self._choose)
        label = QLabel(self.tr("Language you speak"))
        label.setBuddy(self.languages)
        self.scripts = choice_control(preferences, _SCRIPT)
        script_label = QLabel(shown(setting(_SCRIPT).label))
        script_label.setBuddy(self.scripts)
        width_px = max(it.sizeHint().width() for it in (label, script_label))
        for it in (label, script_label):
            it.setMinimumWidth(width_px)
        self._chinese = QWidget()
        row(script_label, (self.scripts, 1), 0, on=self._chinese, spacing=16)
        choice = row(label, (self.languages, 1), 0, spacing=16)
        column(choice, self._chinese, on=self, spacing=12)
        self._chinese.hide()
        library.listed.connect(self._list)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._library.refresh()
        super().showEvent(event)

    def _write_as_the_system(self) -> None:
        """Write Chinese as the system's settings suggest, unless a script was chosen already."""
        script = guessed_script(QLocale.system().uiLanguages())
        if script and self._preferences.get(_SCRIPT) == setting(_SCRIPT).default:
            self._preferences.set(_SCRIPT, script)

    def _list(self, entries: tuple[ModelEntry, ...]) -> None:
        whole = [it for it in entries if not it.problem]
        there = [it for it in whole if it.origin != "online" or it.is_recommended]
        codes = {code for entry in there for code in entry.languages} | {BUILT_IN_LANGUAGE}
        if self.language not in codes:
            models = [it for it in whole if it.kind == "punctuation"]
            punctuated = {code for it in models for code in it.languages}
            self.language = guessed_language(QLocale.system().uiLanguages(), punctuated)
            self._write_as_the_system()
        choices = [(shown_language(code), code) for code in sorted(codes, key=shown_language)]
        self.languages.offer(choices, self.language)
        self._tell()

    def _choose(self) -> None:
        self.language = self.languages.currentData() or ""
        self._tell()

    def _tell(self) -> None:
        self._chinese.setVisible(self.language in _CHINESE)
        self.chosen.emit(self.language)


def guessed_language(of_system: Iterable[str], known: Iterable[str]) -> str:
    """Return the code of the first language that is known; English if none is.

    Args:
        of_system: BCP 47 names of the system's languages, in order of preference.
        known: Codes of the languages that can be punctuated.
    """
    codes = set(known)
    return next((it for it in map(_spoken, of_system) if it in codes), _ENGLISH)


def guessed_script(of_system: Iterable[str]) -> str:
    """Return the Chinese script of the system's languages, as named in the preferences.

    Return "" if unknown, and for Simplified, which recognisers write anyway.
    """
    found = next(filter(None, map(script_of_locale, of_system)), Script.SIMPLIFIED)
    return "" if found is Script.SIMPLIFIED else found.value


def _spoken(name: str) -> str:
    """Return the code of the language spoken.

    Chinese is read in Hong Kong and Macao, but Cantonese is spoken.
    """
    locale = QLocale(name)
    if locale.language() == QLocale.Language.Cantonese:
        return "yue"
    is_chinese = locale.language() == QLocale.Language.Chinese
    if is_chinese and locale.territory() in _CANTONESE_TERRITORIES:
        return "yue"
    return QLocale.languageToCode(locale.language())
