"""A line among the settings that says why something does not work here."""

from __future__ import annotations

from app.ui.widgets.muted_label import MutedLabel


class SettingsNote(MutedLabel):
    """Takes room only while there is something to say, whatever is searched for."""

    def __init__(self) -> None:
        super().__init__()
        self.hide()

    def say(self, text: str) -> None:
        """Say it; "" says nothing."""
        self.setText(text)
        self.setVisible(bool(text))

    def setVisible(self, is_visible: bool) -> None:  # noqa: FBT001, N802  Qt's own
        """Stay hidden while there is nothing to say."""
        super().setVisible(is_visible and bool(self.text()))
