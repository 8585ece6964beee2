"""Lines of standard input as a signal."""

from __future__ import annotations

import json
import sys
from threading import Thread

from PySide6.QtCore import QObject, Signal


class StandardInput(QObject):
    """Reads on a thread of its own.

    Signals:
        came(str): a line.
    """

    came = Signal(str)

    def start(self) -> None:
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self.came.emit(line.strip())


def say(**words: object) -> None:
    """Write a line."""
    print(json.dumps(words), flush=True)
