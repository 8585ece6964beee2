"""What people at a terminal are told with commands and options, in words for people at a window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

IN_A_WINDOW: dict[str, Any] = {
    "The microphone cannot be used: {reason}; `fermata doctor` shows what was found": (
        QT_TRANSLATE_NOOP("Sentences", "The microphone cannot be used: {reason}")
    ),
    "The microphone “{device}” cannot be used: {reason}; `fermata doctor` shows what was found": (
        QT_TRANSLATE_NOOP("Sentences", "The microphone “{device}” cannot be used: {reason}")
    ),
    "No {kind} “{name}” was found in {places}; `fermata models` lists what is installed": (
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No {kind} “{name}” was found in {places}; the settings list what is installed",
        )
    ),
    "No {kind} “{name}” was found; `fermata models` lists what is installed": (
        QT_TRANSLATE_NOOP(
            "Sentences", "No {kind} “{name}” was found; the settings list what is installed"
        )
    ),
    "No speech model for this recogniser is installed: unpack one into {places}, "
    "or use --recogniser pocketsphinx, "
    "which needs none": (
        QT_TRANSLATE_NOOP(
            "Sentences",
            "No speech model for this recogniser is installed: download one in the settings, or "
            "unpack one into {places}",
        )
    ),
    "No model “{name}” can be downloaded; see `fermata models list --available`": (
        QT_TRANSLATE_NOOP(
            "Sentences", "No model “{name}” can be downloaded; the settings list those that can"
        )
    ),
    "The recogniser {recogniser} stopped: {reason}; try again, or choose another with "
    "--recogniser": (
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The recogniser {recogniser} stopped: {reason}; try again, or choose another in the "
            "settings",
        )
    ),
    "The backend {backend} cannot run here: {reason}; leave --backend out": (
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The backend {backend} cannot run here: {reason}; choose another in the settings",
        )
    ),
}
