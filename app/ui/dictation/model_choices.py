"""Fills the bottom bar's lists of microphones and language models."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.preferences.live_preferences import LivePreferences
from app.ui.dictation.bottom_bar import BottomBar
from app.ui.language.languages import shown_choice, shown_language, shown_title
from app.ui.models.entries import ModelEntry, smaller_recogniser
from app.ui.settings.controllers import SettingsControllers

_CHOSEN = ""  # means the languages chosen in the settings


class ModelChoices(QObject):
    """Fills the two lists as the workers find things, and applies a choice of model."""

    def __init__(
        self,
        bar: BottomBar,
        workers: SettingsControllers,
        preferences: LivePreferences,
        active_model: Callable[[], str],
    ) -> None:
        super().__init__()
        self._bar, self._workers, self._preferences = bar, workers, preferences
        self._active_model = active_model
        self._entries: tuple[ModelEntry, ...] = ()
        self._models: dict[str, ModelEntry] = {}
        self._new: set[str] = set()
        workers.models.installed.connect(self._new.add)
        workers.microphones.listed.connect(self._show_microphones)
        bar.microphone.opened.connect(workers.microphones.refresh)
        workers.models.listed.connect(self._show_models)
        bar.language_chosen.connect(self.use)

    def use(self, name: str) -> None:
        """Use a language model from now on, if there is one with this name."""
        if name in self._models:
            self._workers.models.use(self._models[name])

    def smaller_recogniser(self, spoken: tuple[str, ...]) -> ModelEntry | None:
        """Return the next smaller one for the languages spoken; None if there is none."""
        return smaller_recogniser(self._entries, spoken)

    def use_recogniser(self, entry: ModelEntry) -> None:
        self._workers.models.use(entry)

    def _show_microphones(self, names: tuple[str, ...]) -> None:
        chosen = self._preferences.value.microphone.device
        self._bar.show_microphones(names, chosen)

    def _tell_new(self) -> None:
        """Say when a newly installed recogniser takes over, unless an error is shown."""
        used = next((it for it in self._entries if it.kind == "speech" and it.is_active), None)
        if used is None or used.name not in self._new:
            return
        self._new.clear()
        words = self.tr("%1 is ready and takes over at your next pause.")
        if not self._workers.models.is_dictating:
            words = self.tr("%1 is ready for the next dictation.")
        if not self._bar.notice.is_error:
            self._bar.notice.show_remark(
                words.replace("%1", shown_title(used.title, used.languages))
            )

    def _show_models(self, entries: tuple[ModelEntry, ...]) -> None:
        self._entries = entries
        self._tell_new()
        self._models = {
            entry.name: entry
            for entry in entries
            if entry.kind == "punctuation" and entry.origin != "online" and not entry.problem
        }
        items = [
            (shown_choice(entry.title, entry.languages), name)
            for name, entry in self._models.items()
        ]
        spoken = str(self._preferences.get("models.languages")).split()
        if spoken:
            items.append((" · ".join(map(shown_language, spoken)), _CHOSEN))
        self._bar.show_languages(items, _CHOSEN if spoken else self._active_model())
