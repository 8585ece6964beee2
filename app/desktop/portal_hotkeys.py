"""Global shortcuts on Wayland: the GlobalShortcuts portal."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from queue import Queue
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.desktop.portal import Options, Portal, new_session
from app.desktop.problems import Problem
from engine.errors import PortalError

_log = logging.getLogger(__name__)
_INTERFACE = "org.freedesktop.portal.GlobalShortcuts"
_XDG = {"Ctrl": "CTRL", "Alt": "ALT", "Shift": "SHIFT", "Meta": "LOGO"}
_NAMED = {
    "": "plus",
    "Space": "space",
    "Ins": "Insert",
    "Del": "Delete",
    "PgUp": "Page_Up",
    "PgDown": "Page_Down",
    "Esc": "Escape",
    "Backspace": "BackSpace",
    "ScrollLock": "Scroll_Lock",
}


class PortalHotkeys(QObject):
    """Asks the desktop for shortcuts; it and the user decide which keys they are.

    Signals (emitted on the portal's thread, so queued for receivers):
        begun(str): Name of a shortcut that was pressed.
        ended(str): Name of a shortcut that was released.
        failed(object): The `Problem` that prevents listening, `NONE` if there is none.
    """

    started = Signal(str)
    ended = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_over = Event()
        self._signals: Queue[Any] | None = None
        self._thread: Thread | None = None
        self._wanted: Queue[dict[str, str] | None] = Queue()

    def listen(self, keys: Mapping[str, str]) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._run, name="portal-hotkeys")
            self._thread.start()
        self._wanted.put(dict(keys))
        self._wake()

    def close(self) -> None:
        if self._thread is not None:
            self._is_over.set()
            self._wanted.put(None)
            self._wake()
            self._thread.join()

    def _wake(self) -> None:
        if self._signals is not None:
            self._signals.put(None)

    def _run(self) -> None:
        """Run the portal's thread: one connection for each set of keys."""
        while (keys := self._newest()) is not None:
            if not keys:
                self.failed.emit(Problem.NONE)
                continue
            try:
                self._hear(keys)
            except PortalError as error:
                _log.info("no keys from the portal: %s", error)
                refused = error.reason == "refused"
                self.failed.emit(Problem.REFUSED if refused else Problem.NO_KEYS_PORTAL)

    def _newest(self) -> dict[str, str] | None:
        keys = self._wanted.get()
        while keys is not None and not self._wanted.empty():
            keys = self._wanted.get()
        return keys

    def _hear(self, keys: dict[str, str]) -> None:
        portal = Portal(self._is_over)
        try:
            session = new_session(portal, _INTERFACE)
            with portal.signals(_INTERFACE) as signals:
                self._signals = signals
                portal.request(
                    _INTERFACE, "BindShortcuts", "oa(sa{sv})sa{sv}", (session, _shortcuts(keys), "")
                )
                self.failed.emit(Problem.NONE)
                while self._wanted.empty() and (message := signals.get()) is not None:
                    self._tell(session, message)
        finally:
            self._signals = None
            portal.close()

    def _tell(self, session: str, message: Any) -> None:  # noqa: ANN401  jeepney is untyped
        from jeepney import HeaderFields

        signals = {"Activated": self.started, "Deactivated": self.ended}
        signal = signals.get(message.header.fields[HeaderFields.member])
        if signal is not None and message.body[0] == session:
            signal.emit(message.body[1])


def trigger(keys: str) -> str:
    """Return keys in the notation of the XDG shortcuts specification: "CTRL+ALT+d"."""
    *modifiers, key = keys.split("+")
    name = _NAMED.get(key) or (key.lower() if len(key) == 1 else key)
    return "+".join([*(_XDG.get(word, word) for word in modifiers if word), name])


def _shortcuts(keys: Mapping[str, str]) -> list[tuple[str, Options]]:
    shown = {
        "toggle": QCoreApplication.translate("PortalHotkeys", "Start and stop dictation"),
        "push_to_talk": QCoreApplication.translate("PortalHotkeys", "Dictate while held down"),
        "discard": QCoreApplication.translate("PortalHotkeys", "Discard the dictation"),
    }
    return [
        (name, {"description": ("s", shown[name]), "preferred_trigger": ("s", trigger(text))})
        for name, text in keys.items()
    ]
