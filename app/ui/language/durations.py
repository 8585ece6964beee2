"""Durations in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

_MINUTE_S = 60


def lasting(duration_s: float) -> str:
    """Return a duration in words: whole seconds, at least one."""
    minutes, seconds = divmod(max(1, round(duration_s)), _MINUTE_S)
    if not minutes:
        return QCoreApplication.translate("Durations", "%1 s").replace("%1", str(seconds))
    words = QCoreApplication.translate("Durations", "%1 min %2 s")
    return words.replace("%1", str(minutes)).replace("%2", str(seconds))


def clock(duration_s: float) -> str:
    """Return a duration like a clock's, in minutes and seconds, with hours if needed."""
    minutes, seconds = divmod(int(duration_s), _MINUTE_S)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
