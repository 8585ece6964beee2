"""Which models and options files are worked on with."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.file_jobs.messages import WorkSettings
from app.model_choice import model_choice
from app.window.files.files_desk import FilesDesk
from app.window.live_preferences import LivePreferences
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


class FilesChoices(QObject):
    """Hands the files' desk what the preferences say, and says it again when they change."""

    def __init__(self, desk: FilesDesk, preferences: LivePreferences, paths: Paths) -> None:
        """Args: desk: what works on files; paths: where models are."""
        super().__init__(desk)
        self._desk, self._preferences, self._paths = desk, preferences, paths
        preferences.changed.connect(self._follow_preference)
        self.apply()

    def apply(self) -> None:
        """Let the next file be worked on with what is chosen now."""
        language = active_model(self._paths)
        spoken = spoken_languages(language, self._paths)
        choice = model_choice(self._preferences.value, language, spoken)
        settings = Settings(choice.punctuation, choice.recogniser)
        self._desk.set_settings(WorkSettings(self._paths, settings))
        self._desk.set_at_once(self._preferences.value.files.at_once)

    def _follow_preference(self, key: str) -> None:
        if key.partition(".")[0] in _SECTIONS or key in _SETS_CHINESE:
            self.apply()
