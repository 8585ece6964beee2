"""A music player on the test's session bus, following MPRIS: `python -m … NAME`.

It reports its state: "Playing", "Paused". A line of standard input changes it; after `hang` it no
longer answers.
"""

from __future__ import annotations

import sys
from threading import Event, Thread

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

from tests.support.desktop.standard_input import say

_PLAYER = "org.mpris.MediaPlayer2.Player"
_UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"


class Player:
    """Plays from the start."""

    def __init__(self, name: str) -> None:
        self._connection = open_dbus_connection(bus="SESSION")
        Proxy(message_bus, self._connection).RequestName(f"org.mpris.MediaPlayer2.{name}")
        self._hangs = Event()
        self.do("Playing")

    def do(self, what: str) -> None:
        """Play, pause, stop or hang."""
        if what == "hang":
            self._hangs.set()
            say(hangs=True)
        else:
            self._status = what
            say(status=what)

    def serve(self) -> None:
        """Answer calls."""
        while True:
            message = self._connection.receive()
            if message.header.message_type is MessageType.method_call and not self._hangs.is_set():
                self._connection.send(self._answer(message))

    def _answer(self, message):
        match message.header.fields[HeaderFields.member], message.body:
            case "Get", (interface, "PlaybackStatus") if interface == _PLAYER:
                return new_method_return(message, "v", (("s", self._status),))
            case "Pause", ():
                self.do("Paused")
            case "Play", ():
                self.do("Playing")
            case _:
                return new_error(message, _UNKNOWN)
        return new_method_return(message)


if __name__ == "__main__":
    player = Player(sys.argv[1])
    Thread(target=player.serve, daemon=True).start()
    for line in sys.stdin:
        player.do(line.strip())
