"""Messages and errors in the language of the window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app import wording
from engine.errors import FermataError
from engine.messages import Reason, as_message

# Texts of the system and SQLite, and ours inside such errors, which come without a `Message`.
OF_THE_SYSTEM: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("Messages", "No such file or directory"),
    QT_TRANSLATE_NOOP("Messages", "Permission denied"),
    QT_TRANSLATE_NOOP("Messages", "No space left on device"),
    QT_TRANSLATE_NOOP("Messages", "File too large"),
    QT_TRANSLATE_NOOP("Messages", "Is a directory"),
    QT_TRANSLATE_NOOP("Messages", "Not a directory"),
    QT_TRANSLATE_NOOP("Messages", "File exists"),
    QT_TRANSLATE_NOOP("Messages", "File name too long"),
    QT_TRANSLATE_NOOP("Messages", "Read-only file system"),
    QT_TRANSLATE_NOOP("Messages", "Input/output error"),
    QT_TRANSLATE_NOOP("Messages", "database is locked"),
    QT_TRANSLATE_NOOP("Messages", "database or disk is full"),
    QT_TRANSLATE_NOOP("Messages", "attempt to write a readonly database"),
    QT_TRANSLATE_NOOP("Messages", "unable to open database file"),
    QT_TRANSLATE_NOOP("Messages", "disk I/O error"),
    QT_TRANSLATE_NOOP("Messages", "Connection refused"),
    QT_TRANSLATE_NOOP("Messages", "Network is unreachable"),
    QT_TRANSLATE_NOOP("Messages", "Name or service not known"),
    QT_TRANSLATE_NOOP("Messages", "Temporary failure in name resolution"),
    QT_TRANSLATE_NOOP("Messages", "the file is damaged"),
    QT_TRANSLATE_NOOP("Messages", "the new model could not be written"),
)


def explain(error: FermataError | OSError) -> str:
    """Return an error's message to the user, with its full stop."""
    return translated(wording.explain(error))


def translated(message: Reason) -> str:
    """Return a message in the language of the window; unknown ones stay as they are."""
    return as_message(message).in_words(_translated)


def _translated(template: str) -> str:
    words = QCoreApplication.translate("Messages", template)
    if words == template:  # names of languages have a context of their own
        words = QCoreApplication.translate("Languages", template)
    return words
