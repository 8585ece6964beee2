"""Delays sleep and shutdown until what was said is saved."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Signal

_log = logging.getLogger(__name__)
_SERVICE, _PATH = "org.freedesktop.login1", "/org/freedesktop/login1"
_MANAGER = "org.freedesktop.login1.Manager"
_SIGNS = ("PrepareForSleep", "PrepareForShutdown")
_TIMEOUT_S = 5.0
_HOLD, _RELEASE, _END = "hold", "release", "end"


class SleepInhibitor(QObject):
    """Holds a delay lock of systemd's logind; without logind, does nothing.

    It talks to logind on its own thread; every method may be called from any thread and returns at
    once.

    Signals:
        going(): The computer is about to sleep or shut down, and waits a few seconds.
    """

    going = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: SimpleQueue[Any] = SimpleQueue()
        self._thread = Thread(target=self._run, name="sleep-watch", daemon=True)

    def start(self) -> None:
        if sys.platform == "linux":
            self._thread.start()

    def hold(self) -> None:
        self._items.put(_HOLD)

    def release(self) -> None:
        self._items.put(_RELEASE)

    def close(self) -> None:
        self._items.put(_END)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        from jeepney import DBusErrorResponse
        from jeepney.io.common import RouterClosed

        try:
            with _logind(self._items) as router:
                self._follow(router)
        except (OSError, KeyError, ValueError, StopIteration, DBusErrorResponse, RouterClosed) as e:
            _log.info("sleep is not watched: %s", type(e).__name__)

    def _follow(self, router: Any) -> None:  # noqa: ANN401  jeepney is untyped
        held: int | None = None
        while (item := self._items.get()) != _END:
            if item == _HOLD and held is None:
                held = _delay(router)
            elif item == _RELEASE and held is not None:
                os.close(held)
                held = None
            elif not isinstance(item, str) and item.body[0]:
                self.going.emit()
        if held is not None:
            os.close(held)


@contextmanager
def _logind(items: SimpleQueue[Any]) -> Iterator[Any]:
    from jeepney import MatchRule, message_bus
    from jeepney.io.threading import DBusRouter, Proxy, open_dbus_connection

    with open_dbus_connection(bus="SYSTEM", enable_fds=True) as connection:
        router = DBusRouter(connection)
        bus = Proxy(message_bus, router, timeout=_TIMEOUT_S)
        for sign in _SIGNS:
            rule = MatchRule(type="signal", interface=_MANAGER, member=sign, path=_PATH)
            bus.AddMatch(rule)
            router.filter(rule, queue=items)
        try:
            yield router
        finally:
            router.close()


def _delay(router: Any) -> int:  # noqa: ANN401  jeepney is untyped
    """Request a delay; return the file descriptor whose closing ends it."""
    from jeepney import DBusAddress, new_method_call
    from jeepney.wrappers import unwrap_msg

    manager = DBusAddress(_PATH, bus_name=_SERVICE, interface=_MANAGER)
    words = ("sleep:shutdown", "Fermata", "What was said is being written down", "delay")
    call = new_method_call(manager, "Inhibit", "ssss", words)
    (file,) = unwrap_msg(router.send_and_get_reply(call, timeout=_TIMEOUT_S))
    return int(file.to_raw_fd())
