"""The state of a session in a word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.dictation.events import State


def state_word(state: State) -> str:
    return {
        State.STOPPED: QCoreApplication.translate("States", "Stopped"),
        State.STARTING: QCoreApplication.translate("States", "Starting"),
        State.LISTENING: QCoreApplication.translate("States", "Listening"),
        State.ASLEEP: QCoreApplication.translate("States", "Asleep"),
        State.PAUSED: QCoreApplication.translate("States", "Paused"),
        State.DRAINING: QCoreApplication.translate("States", "Finishing"),
    }[state]
