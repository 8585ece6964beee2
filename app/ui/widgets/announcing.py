"""Screen-reader announcements of what does not change in the focused widget."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Announce a text on behalf of a widget: after other announcements, or if urgent at once."""
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget if widget.isVisible() else widget.window(), text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
