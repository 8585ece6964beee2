"""systemd's logind, as far as sleep and locked screens go, on the test's system bus.

A line of standard input locks or unlocks the screen, or puts the computer to sleep as soon as
nobody delays it any more; it then says so.
"""

from __future__ import annotations

import os
import select
import sys
from threading import Thread

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

_PATH = "/org/freedesktop/login1"
_MANAGER = "org.freedesktop.login1.Manager"
_SESSION = "org.freedesktop.login1.Session"
_LONGEST_DELAY_S = 60.0  # usually 5 s, on machines less busy than this one


class Logind:
    """Hands out delays, and waits for them."""

    def __init__(self) -> None:
        self._connection = open_dbus_connection(bus="SYSTEM", enable_fds=True)
        Proxy(message_bus, self._connection).RequestName("org.freedesktop.login1")
        self._delays: list[int] = []
        self.is_locked = False

    def serve(self) -> None:
        """Answer calls of `Inhibit`, and whether the screen is locked."""
        say("begun")
        while True:
            message = self._connection.receive()
            is_call = message.header.message_type is MessageType.method_call
            member = message.header.fields.get(HeaderFields.member)
            if is_call and message.body == (_SESSION, "LockedHint"):
                self._connection.send(new_method_return(message, "v", (("b", self.is_locked),)))
            if is_call and member == "Inhibit":
                ours, theirs = os.pipe()
                self._delays.append(ours)
                with os.fdopen(theirs, "wb") as file:
                    self._connection.send(new_method_return(message, "h", (file,)))
                say("held", *message.body)

    def sleep(self) -> None:
        """Announce sleep, wait for those who delay it, then sleep."""
        manager = DBusAddress(_PATH, interface=_MANAGER)
        self._connection.send(new_signal(manager, "PrepareForSleep", "b", (True,)))
        for delay in self._delays:
            let_go, _, _ = select.select([delay], [], [], _LONGEST_DELAY_S)
            say("waited for" if let_go else "waited in vain for")
        say("sleeps")


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    logind = Logind()
    Thread(target=logind.serve, daemon=True).start()
    for line in sys.stdin:
        if line.strip() == "sleep":
            logind.sleep()
        else:
            logind.is_locked = line.strip() == "lock"
            say(line.strip())
