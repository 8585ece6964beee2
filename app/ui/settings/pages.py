"""The pages of the settings: what each is called, and how it is made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.preferences.live_preferences import LivePreferences
from app.ui.models.page import ModelsPage
from app.ui.settings.accessibility_page import AccessibilityPage
from app.ui.settings.advanced_page import AdvancedPage
from app.ui.settings.controllers import SettingsControllers
from app.ui.settings.dictation_page import DictationSettingsPage
from app.ui.settings.files_page import FilesSettingsPage
from app.ui.settings.general_page import GeneralPage
from app.ui.settings.microphone_page import MicrophonePage
from app.ui.settings.privacy_page import PrivacyPage
from app.ui.settings.settings_page import SettingsPage
from app.ui.training.page import TrainingPage


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """A page that may not be made yet; its title is the page's own."""

    title: str
    kind: type[SettingsPage]
    make: Callable[[], SettingsPage]


def planned_pages(
    preferences: LivePreferences, workers: SettingsControllers
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
            QCoreApplication.translate("DictationSettingsPage", "Dictation"),
            DictationSettingsPage,
            lambda: DictationSettingsPage(preferences),
        ),
        PlannedPage(
            QCoreApplication.translate("FilesSettingsPage", "Files"),
            FilesSettingsPage,
            lambda: FilesSettingsPage(preferences),
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
