"""The portals GlobalShortcuts and RemoteDesktop of a desktop, on the test's session bus.

Like the real ones, it is strict about the types of arguments; it reports what it is asked for.
Standard input: `down NAME` and `up NAME` are keys, `lose` ends it. With the argument `refuse` it
plays a person who says no, with `silent` one who does not answer.
"""

from __future__ import annotations

import sys
from threading import Thread

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

from tests.support.desktop.standard_input import say

_PATH = "/org/freedesktop/portal/desktop"
_PORTAL = "org.freedesktop.portal."
_VERSION = "org.freedesktop.DBus.Properties.Get"
_SIGNATURES = {
    _VERSION: "ss",
    "Register": "sa{sv}",
    "GlobalShortcuts.CreateSession": "a{sv}",
    "GlobalShortcuts.BindShortcuts": "oa(sa{sv})sa{sv}",
    "RemoteDesktop.CreateSession": "a{sv}",
    "RemoteDesktop.SelectDevices": "oa{sv}",
    "RemoteDesktop.Start": "osa{sv}",
    "RemoteDesktop.NotifyKeyboardKeysym": "oa{sv}iu",
}


class Portals:
    """Answers until its connection ends."""

    def __init__(self, mood: str) -> None:
        self._mood = mood
        self._connection = open_dbus_connection(bus="SESSION")
        Proxy(message_bus, self._connection).RequestName("org.freedesktop.portal.Desktop")
        self._session = ""

    def serve(self) -> None:
        """Answer every call."""
        say(begun=True)
        while True:
            message = self._connection.receive()
            if message.header.message_type is MessageType.method_call:
                self._answer(message)

    def command(self, line: str) -> None:
        """Do what standard input says."""
        word, _, name = line.strip().partition(" ")
        member = {"down": "Activated", "up": "Deactivated"}[word]
        body = (self._session, name, 1, {})
        self._signal(_PATH, "GlobalShortcuts", member, "osta{sv}", body)

    def _answer(self, message) -> None:
        fields = message.header.fields
        interface, member = fields[HeaderFields.interface], fields[HeaderFields.member]
        name = member if member == "Register" else f"{interface.removeprefix(_PORTAL)}.{member}"
        if fields.get(HeaderFields.signature, "") != _SIGNATURES.get(name):
            wrong = "org.freedesktop.DBus.Error.InvalidArgs"
            self._connection.send(new_error(message, wrong, "s", (name,)))
            return
        say(call=name, body=_plain(message.body))
        if name == _VERSION:
            self._connection.send(new_method_return(message, "v", (("u", 2),)))
            return
        options = message.body[-1]
        if "handle_token" not in (options if isinstance(options, dict) else {}):
            self._connection.send(new_method_return(message))
            return
        sender = fields[HeaderFields.sender].lstrip(":").replace(".", "_")
        request = f"{_PATH}/request/{sender}/{options['handle_token'][1]}"
        self._connection.send(new_method_return(message, "o", (request,)))
        self._respond(request, sender, name, options)

    def _respond(self, request, sender, name, options) -> None:
        results = {}
        if "session_handle_token" in options:
            self._session = f"{_PATH}/session/{sender}/{options['session_handle_token'][1]}"
            results["session_handle"] = ("s", self._session)
        elif self._mood == "silent":
            return
        if name == "RemoteDesktop.Start":
            results |= {"devices": ("u", 1), "restore_token": ("s", "let in before")}
        asks = name in {"RemoteDesktop.Start", "GlobalShortcuts.BindShortcuts"}
        code = 1 if asks and self._mood == "refuse" else 0
        self._signal(request, "Request", "Response", "ua{sv}", (code, results))

    def _signal(self, path, interface, member, signature, body) -> None:
        emitter = DBusAddress(path, interface=f"{_PORTAL}{interface}")
        self._connection.send(new_signal(emitter, member, signature, body))


def _plain(value):
    """Return a value as JSON can express it."""
    if isinstance(value, dict):
        return {name: _plain(it) for name, it in value.items()}
    return [_plain(it) for it in value] if isinstance(value, list | tuple) else value


if __name__ == "__main__":
    portals = Portals(sys.argv[1] if sys.argv[1:] else "willing")
    Thread(target=portals.serve, daemon=True).start()
    for line in sys.stdin:
        if line.strip() == "lose":
            break
        portals.command(line)
