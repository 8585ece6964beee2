"""What the system itself says of an error, as patterns of `sentence_patterns.py`."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QT_TRANSLATE_NOOP

SYSTEM_PATTERNS = cast(
    "tuple[str, ...]",
    (
        QT_TRANSLATE_NOOP("Sentences", "No such file or directory"),
        QT_TRANSLATE_NOOP("Sentences", "Permission denied"),
        QT_TRANSLATE_NOOP("Sentences", "No space left on device"),
        QT_TRANSLATE_NOOP("Sentences", "File too large"),
        QT_TRANSLATE_NOOP("Sentences", "Is a directory"),
        QT_TRANSLATE_NOOP("Sentences", "Not a directory"),
        QT_TRANSLATE_NOOP("Sentences", "File exists"),
        QT_TRANSLATE_NOOP("Sentences", "File name too long"),
        QT_TRANSLATE_NOOP("Sentences", "Read-only file system"),
        QT_TRANSLATE_NOOP("Sentences", "Input/output error"),
        QT_TRANSLATE_NOOP("Sentences", "database is locked"),
        QT_TRANSLATE_NOOP("Sentences", "database or disk is full"),
        QT_TRANSLATE_NOOP("Sentences", "attempt to write a readonly database"),
        QT_TRANSLATE_NOOP("Sentences", "unable to open database file"),
        QT_TRANSLATE_NOOP("Sentences", "disk I/O error"),
        QT_TRANSLATE_NOOP("Sentences", "Connection refused"),
        QT_TRANSLATE_NOOP("Sentences", "Network is unreachable"),
        QT_TRANSLATE_NOOP("Sentences", "Name or service not known"),
        QT_TRANSLATE_NOOP("Sentences", "Temporary failure in name resolution"),
    ),
)
