"""What a desktop's screen reader sees, hears and presses, over AT-SPI's own bus."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from jeepney import DBusAddress, DBusErrorResponse, MatchRule, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.threading import open_dbus_router
from jeepney.wrappers import unwrap_msg

_REGISTRY = "org.a11y.atspi.Registry"
_ROOT = (_REGISTRY, "/org/a11y/atspi/accessible/root")
_CHECKED, _FOCUSED, _SHOWING = 4, 12, 25  # AT-SPI's state bits
_ASSERTIVE = 2
_EVENT = "org.a11y.atspi.Event.Object"

Place = tuple[str, str]


@dataclass(frozen=True)
class Seen:
    """A visible object.

    Attributes:
        place: its process and path on the bus.
        role: its name in AT-SPI, “radio button”.
        states: numbers of AT-SPI's states.
    """

    place: Place
    role: str
    name: str
    states: frozenset[int]

    @property
    def is_checked(self) -> bool:
        return _CHECKED in self.states

    @property
    def is_focused(self) -> bool:
        return _FOCUSED in self.states


class Assistant:
    """Tells a session bus that a screen reader is on, and reads the screen.

    Attributes:
        urgent: what it heard that was not to wait.
    """

    def __init__(self, session_bus: str) -> None:
        with open_dbus_router(session_bus) as session:
            status = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Status")
            unwrap_msg(session.send_and_get_reply(Properties(status).set("IsEnabled", "b", True)))
            where = new_method_call(status.with_interface("org.a11y.Bus"), "GetAddress")
            (address,) = unwrap_msg(session.send_and_get_reply(where))
        self.urgent: list[str] = []
        self._heard: list[str] = []
        self._opened = open_dbus_router(address)
        self._router = self._opened.__enter__()
        rule = MatchRule(type="signal", interface=_EVENT, member="Announcement")
        unwrap_msg(self._router.send_and_get_reply(message_bus.AddMatch(rule)))
        self._queue = self._router.filter(rule, bufsize=1000).queue
        registry = ("/org/a11y/atspi/registry", _REGISTRY)
        event = ("object:announcement", [], "")
        self._call((registry[1], registry[0]), _REGISTRY, "RegisterEvent", "sass", event)

    def close(self) -> None:
        self._opened.__exit__(None, None, None)

    @property
    def heard(self) -> list[str]:
        """What it was told to say, in order."""
        while not self._queue.empty():
            _, politeness, _, (_, text), *_ = self._queue.get().body
            self._heard.append(text)
            if politeness == _ASSERTIVE:
                self.urgent.append(text)
        return self._heard

    def look(self) -> list[Seen]:
        """Return everything visible, from top to bottom."""
        applications = self._children(_ROOT)
        return [seen for place in applications for seen in self._below(place)]

    def find(self, name: str, role: str = "") -> Seen | None:
        return next((it for it in self.look() if it.name == name and role in {"", it.role}), None)

    def wait_for(self, name: str, role: str = "", timeout_s: float = 60.0) -> Seen:
        """Look until something with this name is visible."""
        found: list[Seen] = []

        def is_there() -> bool:
            seen = self.find(name, role)
            found.extend([seen] if seen else [])
            return seen is not None

        self.until(is_there, f"nothing is called {name}", timeout_s)
        return found[0]

    def press(self, seen: Seen) -> None:
        """Activate it."""
        self._call(seen.place, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def text_of(self, seen: Seen) -> str:
        text: str
        (text,) = self._call(seen.place, "org.a11y.atspi.Text", "GetText", "ii", (0, -1))
        return text

    def until(self, is_so: Callable[[], object], problem: str, timeout_s: float = 60.0) -> None:
        end_s = time.monotonic() + timeout_s
        while not is_so():
            if time.monotonic() > end_s:
                pytest.fail(f"{problem}; it heard {self.heard} and sees {self.look()}")
            time.sleep(0.05)

    def _below(self, place: Place) -> Iterator[Seen]:
        try:
            role, name, states = self._looks(place)
            children = self._children(place)
        except DBusErrorResponse:  # it has gone meanwhile
            return
        if _SHOWING in states or role == "application":
            yield Seen(place, role, name, states)
            for child in children:
                yield from self._below(child)

    def _looks(self, place: Place) -> tuple[str, str, frozenset[int]]:
        (role,) = self._call(place, _ACCESSIBLE, "GetRoleName")
        ((_, name),) = self._call(
            place, "org.freedesktop.DBus.Properties", "Get", "ss", (_ACCESSIBLE, "Name")
        )
        ((low, high),) = self._call(place, _ACCESSIBLE, "GetState")
        bits = low | high << 32
        return role, name, frozenset(at for at in range(64) if bits >> at & 1)

    def _children(self, place: Place) -> list[Place]:
        (children,) = self._call(place, _ACCESSIBLE, "GetChildren")
        return [(process, path) for process, path in children]

    def _call(
        self, place: Place, interface: str, method: str, signature: str = "", body: Any = ()
    ) -> Any:
        address = DBusAddress(place[1], place[0], interface)
        message = new_method_call(address, method, signature, body)
        return unwrap_msg(self._router.send_and_get_reply(message, timeout=30.0))


_ACCESSIBLE = "org.a11y.atspi.Accessible"
