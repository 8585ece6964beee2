"""What a screen reader is to say, though nothing that it reads by itself has changed."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Have it said in the name of a widget that is seen: after other words, or in their place."""
    if not text or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget if widget.isVisible() else widget.window(), text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
