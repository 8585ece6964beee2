"""Termination signals: Fermata quits as if its window were closed."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

_NAMES = ("SIGTERM", "SIGHUP", "SIGINT")


class TerminationSignals(QObject):
    """Reports signals that end a program to Qt's event loop.

    Signals:
        received(): One has arrived.
    """

    received = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        self._ours.setblocking(False)  # noqa: FBT003  Python's signature
        theirs.setblocking(False)  # noqa: FBT003  Python's signature
        self._before_fd = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        self._before = {
            number: signal.signal(number, _do_nothing)
            for name in _NAMES
            if (number := getattr(signal, name, None)) is not None
        }
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._take)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before_fd)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._ours.close()
        self._theirs.close()

    def _take(self) -> None:
        self._ours.recv(64)
        self.received.emit()


def _do_nothing(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing: the number is written to the socket anyway."""
