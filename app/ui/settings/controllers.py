"""The controllers behind the settings and the first run."""

from __future__ import annotations

from dataclasses import dataclass

from app.history.store import HistoryStore
from app.preferences.live_preferences import LivePreferences
from app.tasks import TaskRunner
from app.ui.models.controller import ModelsController
from app.ui.settings.command_tables import CommandTables
from app.ui.settings.microphones import MicrophoneList, MicrophoneTest
from app.ui.settings.speed_probe import SpeedProbe
from app.ui.settings.word_list import WordList
from app.ui.training.controller import TrainingController
from engine.paths import Paths


@dataclass(frozen=True, slots=True)
class SettingsControllers:
    """What the settings and the first run need; created once, closed once."""

    models: ModelsController
    microphones: MicrophoneList
    microphone: MicrophoneTest
    speed: SpeedProbe
    training: TrainingController
    commands: CommandTables
    words: WordList

    def close(self) -> None:
        """Stop everything that is running; closing the task runner waits for it."""
        self.microphone.stop()
        self.speed.stop()
        self.training.cancel()
        self.models.close()


def settings_controllers(
    paths: Paths, preferences: LivePreferences, tasks: TaskRunner, history: HistoryStore
) -> SettingsControllers:
    return SettingsControllers(
        ModelsController(paths, preferences, tasks),
        MicrophoneList(tasks),
        MicrophoneTest(tasks),
        SpeedProbe(paths, tasks),
        TrainingController(paths, preferences, tasks, history),
        CommandTables(paths, tasks),
        WordList(paths, preferences, tasks, history.corrections),
    )
