"""The objects that do the settings' work, so that widgets need not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.window.live_preferences import LivePreferences
from app.window.models.models_library import ModelLibrary
from app.window.settings.microphone_list import MicrophoneList
from app.window.settings.microphone_trial import MicrophoneTrial
from app.window.training.training_desk import TrainingDesk
from engine.paths import Paths

if TYPE_CHECKING:
    from app.history.store import HistoryStore


@dataclass(frozen=True, slots=True)
class SettingsWorkers:
    """What the settings panel and the first run need; made once, closed once."""

    models: ModelLibrary
    microphones: MicrophoneList
    microphone: MicrophoneTrial
    training: TrainingDesk

    def close(self) -> None:
        """Stop everything that runs, and wait for it."""
        self.microphone.close()
        self.microphones.close()
        self.training.close()
        self.models.close()


def settings_workers(
    paths: Paths, preferences: LivePreferences, history: HistoryStore | None = None
) -> SettingsWorkers:
    """Return the workers of this system; `history` is where corrected sessions are."""
    return SettingsWorkers(
        ModelLibrary(paths, preferences),
        MicrophoneList(),
        MicrophoneTrial(),
        TrainingDesk(paths, preferences, history),
    )
