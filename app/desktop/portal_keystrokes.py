"""Presses keys on Wayland: the RemoteDesktop portal."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from app.desktop.keysyms import keysym
from app.desktop.portal import Options, Portal, new_session
from engine.errors import PortalError

_INTERFACE = "org.freedesktop.portal.RemoteDesktop"
_KEYBOARD = 1
_UNTIL_REVOKED = 2
_UP, _DOWN = 0, 1


class PortalKeystrokes:
    """A keyboard provided by the desktop, once the user has allowed it."""

    def __init__(self, token: Path, is_over: Event) -> None:
        """Request it; the permission is stored in the file `token`, so the user is asked only once.

        Raises:
            PortalError: There is no such portal, or the user refused.
        """
        self._portal = Portal(is_over)
        try:
            self._session = new_session(self._portal, _INTERFACE)
            self._start(token)
        except PortalError:
            self._portal.close()
            raise

    def has_target(self) -> bool:
        return True  # the desktop does not tell

    def paste(self, keys: str) -> None:
        *modifiers, key = keys.split("+")
        for word in modifiers:
            self._press(keysym(word), _DOWN)
        self._tap(keysym(key.lower() if len(key) == 1 else key))
        for word in reversed(modifiers):
            self._press(keysym(word), _UP)

    def write(self, text: str) -> None:
        for sign in text:
            self._tap(keysym(sign))

    def can_write(self, text: str) -> bool:
        """Assume so: every character has a keysym; which ones the desktop knows is unknown."""
        return bool(text)

    def close(self) -> None:
        self._portal.close()

    def _start(self, token: Path) -> None:
        options: Options = {"types": ("u", _KEYBOARD), "persist_mode": ("u", _UNTIL_REVOKED)}
        if token.exists():
            options["restore_token"] = ("s", token.read_text(encoding="utf-8"))
        self._portal.request(_INTERFACE, "SelectDevices", "oa{sv}", (self._session,), options)
        results = self._portal.request(_INTERFACE, "Start", "osa{sv}", (self._session, ""))
        if not int(results.get("devices", 0)) & _KEYBOARD:
            raise PortalError("Start", "refused")
        if kept := results.get("restore_token"):
            token.parent.mkdir(parents=True, exist_ok=True)
            token.write_text(str(kept), encoding="utf-8")

    def _tap(self, symbol: int) -> None:
        self._press(symbol, _DOWN)
        self._press(symbol, _UP)

    def _press(self, symbol: int, state: int) -> None:
        self._portal.call(
            _INTERFACE, "NotifyKeyboardKeysym", "oa{sv}iu", (self._session, {}, symbol, state)
        )
