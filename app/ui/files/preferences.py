"""Which models and options files are worked on with."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.files.protocol import WorkSettings
from app.preferences.live_preferences import LivePreferences
from app.preferences.model_choice import model_choice
from app.ui.files.controller import FilesController
from engine.models.active import active_model
from engine.models.spoken_languages import spoken_languages
from engine.paths import Paths
from engine.settings import Settings

_SECTIONS = {"models", "advanced", "files"}
_SETS_CHINESE = {
    "dictation.latin_spacing",
    "dictation.chinese_script",
    "dictation.chinese_marks",
}


class FilePreferences(QObject):
    """Passes preferences on to the controller of files, now and when they change."""

    def __init__(
        self, controller: FilesController, preferences: LivePreferences, paths: Paths
    ) -> None:
        super().__init__(controller)
        self._controller, self._preferences, self._paths = controller, preferences, paths
        preferences.changed.connect(self._follow_preference)
        self.apply()

    def apply(self) -> None:
        language = active_model(self._paths)
        spoken = spoken_languages(language, self._paths)
        choice = model_choice(self._preferences.value, language, spoken)
        settings = Settings(choice.punctuation, choice.recogniser)
        self._controller.set_settings(WorkSettings(self._paths, settings))
        self._controller.set_at_once(self._preferences.value.files.at_once)

    def _follow_preference(self, key: str) -> None:
        if key.partition(".")[0] in _SECTIONS or key in _SETS_CHINESE:
            self.apply()
