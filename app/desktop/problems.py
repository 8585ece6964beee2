"""Why keys or other applications cannot be reached, and messages for that."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


class Problem(Enum):
    """What is wrong."""

    NONE = ""
    NO_SCREEN = "no screen"
    NO_LIBRARY = "no library"
    NOT_ALLOWED = "not allowed"
    NO_KEYS_PORTAL = "no portal for keys"
    REFUSED = "refused"
    KEYS_TAKEN = "keys taken"
    UNKNOWN_KEYS = "unknown keys"
    PLAIN_KEYS = "plain keys"
    NO_PRESSING = "no pressing"
    PASSWORD = "password"  # noqa: S105  a kind of field
    NO_FIELD = "no field"
    NO_WINDOW = "no window"
    LOCKED = "locked"


# no setting changes these
OF_THE_FIELD = frozenset({Problem.PASSWORD, Problem.NO_FIELD, Problem.NO_WINDOW, Problem.LOCKED})
_CONTEXT = "Problem"
_WORDS = {
    Problem.NO_SCREEN: QT_TRANSLATE_NOOP(
        "Problem", "Fermata cannot reach other applications here."
    ),
    Problem.NO_LIBRARY: QT_TRANSLATE_NOOP("Problem", "Fermata cannot use this system's keyboard."),
    Problem.NOT_ALLOWED: QT_TRANSLATE_NOOP(
        "Problem",
        "Allow Fermata under Privacy & Security → Accessibility, then start it again.",
    ),
    Problem.NO_KEYS_PORTAL: QT_TRANSLATE_NOOP(
        "Problem",
        "This desktop does not let applications listen for global keys. Bind a key to "
        "“fermata --toggle” in the desktop's settings.",
    ),
    Problem.REFUSED: QT_TRANSLATE_NOOP(
        "Problem", "The desktop refused. Allow it in the desktop's settings, or try again."
    ),
    Problem.KEYS_TAKEN: QT_TRANSLATE_NOOP(
        "Problem", "Another program already uses this shortcut. Choose another one."
    ),
    Problem.UNKNOWN_KEYS: QT_TRANSLATE_NOOP("Problem", "This shortcut cannot be used globally."),
    Problem.PLAIN_KEYS: QT_TRANSLATE_NOOP(
        "Problem", "These keys are needed for typing. Add Ctrl, Alt or Meta."
    ),
    Problem.NO_PRESSING: QT_TRANSLATE_NOOP(
        "Problem",
        "This desktop does not let applications type into others. What you say is on "
        "the clipboard, ready to paste.",
    ),
    Problem.PASSWORD: QT_TRANSLATE_NOOP(
        "Problem", "Fermata writes nothing into password fields: what you said is here."
    ),
    Problem.NO_FIELD: QT_TRANSLATE_NOOP(
        "Problem", "No text field was selected in the application in front: what you said is here."
    ),
    Problem.NO_WINDOW: QT_TRANSLATE_NOOP(
        "Problem", "No application was in front: what you said is here."
    ),
    Problem.LOCKED: QT_TRANSLATE_NOOP("Problem", "The screen was locked: what you said is here."),
}
_SHORT = {
    Problem.PASSWORD: QT_TRANSLATE_NOOP("Problem", "Password field"),
    Problem.NO_FIELD: QT_TRANSLATE_NOOP("Problem", "No text field"),
    Problem.NO_WINDOW: QT_TRANSLATE_NOOP("Problem", "No text field"),
    Problem.LOCKED: QT_TRANSLATE_NOOP("Problem", "Screen locked"),
    Problem.NO_PRESSING: QT_TRANSLATE_NOOP("Problem", "On the clipboard"),
    Problem.REFUSED: QT_TRANSLATE_NOOP("Problem", "On the clipboard"),
}


def words(problem: Problem) -> str:
    return _said(_WORDS.get(problem))


def short_words(problem: Problem) -> str:
    """Say it in two or three words; empty where nothing has to be said of a dictation."""
    return _said(_SHORT.get(problem))


def _said(text: object) -> str:
    return QCoreApplication.translate(_CONTEXT, str(text)) if text else ""
