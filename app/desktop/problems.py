"""Why keys or other applications are out of reach, and how that is said."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


class Problem(Enum):
    """What stands in the way."""

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


_CONTEXT = "Problem"
_WORDS = {
    Problem.NO_SCREEN: QT_TRANSLATE_NOOP("Problem", "No other applications can be reached here."),
    Problem.NO_LIBRARY: QT_TRANSLATE_NOOP(
        "Problem", "Fermata cannot reach the keyboard of this system."
    ),
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
}


def words(problem: Problem) -> str:
    text = _WORDS.get(problem)
    return QCoreApplication.translate(_CONTEXT, str(text)) if text else ""
