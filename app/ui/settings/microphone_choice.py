"""A list of the microphones."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.settings.controls import NoScrollComboBox
from app.ui.settings.microphone_list import MicrophoneList

_KEY = "microphone.device"


class MicrophoneChoice(NoScrollComboBox):
    """Shows the microphones there are, and the chosen one also while it is unplugged."""

    def __init__(
        self,
        preferences: LivePreferences,
        microphones: MicrophoneList,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences, self._microphones = preferences, microphones
        self.setAccessibleName(self.tr("Microphone"))
        self.setAccessibleDescription(self.accessibleName())
        self.setMinimumWidth(210)
        self.setMaximumWidth(280)
        self._show()
        self.currentIndexChanged.connect(self._choose)
        preferences.changed.connect(self._follow)
        microphones.listed.connect(self._show)
        self.opened.connect(microphones.refresh)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        """See what was plugged in meanwhile."""
        self._microphones.refresh()
        super().showEvent(event)

    def _choose(self, at: int) -> None:
        self._preferences.set(_KEY, self.itemData(at))

    def _follow(self, key: str) -> None:
        if key == _KEY:
            self._show()

    def _show(self) -> None:
        chosen = str(self._preferences.get(_KEY))
        names = ["", *self._microphones.names]
        items = [(name or self.tr("System microphone"), name) for name in names]
        if chosen not in names:
            items.append((self.tr("%1 (not found)").replace("%1", chosen), chosen))
        self.offer(items, chosen)
