"""systemd's logind as far as sleep goes, on the system bus of the test.

A line of its standard input lets the computer go to sleep as soon as nobody delays it any more; it
then says so.
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
_LONGEST_DELAY_S = 60.0  # 5 s usually, on machines that are not as busy as one that tests


class Logind:
    """Hands out delays, and waits for them."""

    def __init__(self) -> None:
        self._connection = open_dbus_connection(bus="SYSTEM", enable_fds=True)
        Proxy(message_bus, self._connection).RequestName("org.freedesktop.login1")
        self._delays: list[int] = []

    def serve(self) -> None:
        """Answer calls of `Inhibit`."""
        say("begun")
        while True:
            message = self._connection.receive()
            is_call = message.header.message_type is MessageType.method_call
            if is_call and message.header.fields[HeaderFields.member] == "Inhibit":
                ours, theirs = os.pipe()
                self._delays.append(ours)
                with os.fdopen(theirs, "wb") as file:
                    self._connection.send(new_method_return(message, "h", (file,)))
                say("held", *message.body)

    def sleep(self) -> None:
        """Announce it, wait for those who delay it, sleep."""
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
    for _line in sys.stdin:
        logind.sleep()
