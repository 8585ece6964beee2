"""Lines of standard input as a signal."""

from __future__ import annotations

import json
import sys
from threading import Lock, Thread

from PySide6.QtCore import QObject, Signal

_ONE_AT_A_TIME = Lock()


class StandardInput(QObject):
    """Reads on its own thread.

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
    """Write a line, from any thread: `print` would write its end separately."""
    with _ONE_AT_A_TIME:
        sys.stdout.write(json.dumps(words) + "\n")
        sys.stdout.flush()
