"""The pages of the settings: what each is called, and how it is made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.window.live_preferences import LivePreferences
from app.window.models.models_page import ModelsPage
from app.window.settings.settings_accessibility import AccessibilityPage
from app.window.settings.settings_advanced import AdvancedPage
from app.window.settings.settings_dictation import DictationPage
from app.window.settings.settings_files import FilesPage
from app.window.settings.settings_general import GeneralPage
from app.window.settings.settings_microphone import MicrophonePage
from app.window.settings.settings_page import SettingsPage
from app.window.settings.settings_privacy import PrivacyPage
from app.window.settings.settings_workers import SettingsWorkers
from app.window.training.training_page import TrainingPage


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page that may not be made yet; its title is the page's own."""

    title: str
    kind: type[SettingsPage]
    make: Callable[[], SettingsPage]


def planned_pages(
    preferences: LivePreferences, workers: SettingsWorkers
) -> tuple[PlannedPage, ...]:
    """Return the pages in the order of the sidebar."""
    return (
        PlannedPage(
            QCoreApplication.translate("GeneralPage", "General"),
            GeneralPage,
            lambda: GeneralPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("MicrophonePage", "Microphone"),
            MicrophonePage,
            lambda: MicrophonePage(preferences, workers.microphones, workers.microphone),
        ),
        PlannedPage(
            QCoreApplication.translate("ModelsPage", "Languages & models"),
            ModelsPage,
            lambda: ModelsPage(preferences, workers.models),
        ),
        PlannedPage(
            QCoreApplication.translate("DictationPage", "Dictation"),
            DictationPage,
            lambda: DictationPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("FilesPage", "Files"),
            FilesPage,
            lambda: FilesPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("TrainingPage", "Training"),
            TrainingPage,
            lambda: TrainingPage(preferences, workers.training),
        ),
        PlannedPage(
            QCoreApplication.translate("PrivacyPage", "Privacy"),
            PrivacyPage,
            lambda: PrivacyPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("AccessibilityPage", "Accessibility"),
            AccessibilityPage,
            lambda: AccessibilityPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("AdvancedPage", "Advanced"),
            AdvancedPage,
            lambda: AdvancedPage(preferences),
        ),
    )
