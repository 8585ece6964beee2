"""The desktop's portals on Wayland, over D-Bus: calls, requests to the user, signals."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from threading import Event
from typing import Any

from engine.errors import PortalError

_log = logging.getLogger(__name__)
_SERVICE = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_REGISTRY = "org.freedesktop.host.portal.Registry"
_APPLICATION = "fermata"
_TIMEOUT_S = 10.0
_PERSON_S = 300.0  # for the user to read a question and answer it
_LOOK_S = 0.25
_SIGNALS_AT_ONCE = 64

Options = dict[str, tuple[str, Any]]


class Portal:
    """A connection to the portals; its methods block, so they are not for the window's thread."""

    def __init__(self, is_over: Event) -> None:
        """Connect; once `is_over` is set, nothing waits for the user any more.

        Raises:
            PortalError: There is no session bus, or no portals on it.
        """
        from jeepney import DBusAddress
        from jeepney.io.threading import DBusRouter, open_dbus_connection

        self._address = DBusAddress(_PATH, bus_name=_SERVICE)
        try:
            self._connection = open_dbus_connection(bus="SESSION")
        except (OSError, KeyError, ValueError, TimeoutError) as error:
            raise PortalError(_SERVICE, type(error).__name__) from error
        self._is_over = is_over
        self._router = DBusRouter(self._connection)
        self._introduce()

    def close(self) -> None:
        self._router.close()
        self._connection.close()

    def call(self, interface: str, method: str, signature: str, body: tuple[Any, ...]) -> Any:  # noqa: ANN401
        """Call a method; return its reply.

        Raises:
            PortalError: It is refused, or there is no answer.
        """
        from jeepney import DBusErrorResponse, new_method_call
        from jeepney.io.common import RouterClosed
        from jeepney.wrappers import unwrap_msg

        message = new_method_call(
            self._address.with_interface(interface), method, signature or None, body
        )
        try:
            return unwrap_msg(self._router.send_and_get_reply(message, timeout=_TIMEOUT_S))
        except DBusErrorResponse as error:
            raise PortalError(method, error.name) from error
        except (OSError, TimeoutError, RouterClosed) as error:
            raise PortalError(method, type(error).__name__) from error

    def request(
        self,
        interface: str,
        method: str,
        signature: str,
        body: tuple[Any, ...],
        options: Options | None = None,
    ) -> dict[str, Any]:
        """Call a method that the user must answer; return the results.

        The signature covers all its arguments, including the options at the end.

        Raises:
            PortalError: The user or the desktop refused.
        """
        token = f"fermata_{secrets.token_hex(6)}"
        sender = self._connection.unique_name.lstrip(":").replace(".", "_")
        path = f"{_PATH}/request/{sender}/{token}"
        with self.signals("org.freedesktop.portal.Request", path=path) as answers:
            given: Options = {**(options or {}), "handle_token": ("s", token)}
            self.call(interface, method, signature, (*body, given))
            code, results = self._answer(method, answers)
        if code != 0:
            raise PortalError(method, "refused")
        return {name: value for name, (_, value) in results.items()}

    @contextmanager
    def signals(self, interface: str, path: str = _PATH) -> Iterator[Queue[Any]]:
        """Provide a queue of an interface's signals at a path, inside the block."""
        from jeepney import MatchRule, message_bus
        from jeepney.io.threading import Proxy

        rule = MatchRule(type="signal", interface=interface, path=path)
        bus = Proxy(message_bus, self._router, timeout=_TIMEOUT_S)
        bus.AddMatch(rule)
        with self._router.filter(rule, bufsize=_SIGNALS_AT_ONCE) as queue:
            yield queue

    def _answer(self, method: str, answers: Queue[Any]) -> tuple[int, dict[str, Any]]:
        end_s = time.monotonic() + _PERSON_S
        while time.monotonic() < end_s and not self._is_over.is_set():
            with suppress(Empty):
                code, results = answers.get(timeout=_LOOK_S).body
                return code, results
        raise PortalError(method, "nobody answered")

    def _introduce(self) -> None:
        """Register our name, as newer portals require outside a sandbox."""
        try:
            self.call(_REGISTRY, "Register", "sa{sv}", (_APPLICATION, {}))
        except PortalError as error:
            _log.debug("the portal needs no introduction: %s", error.reason)


def new_session(portal: Portal, interface: str) -> str:
    """Create a session of a portal; return its handle.

    Raises:
        PortalError: This desktop has no such portal.
    """
    token = f"fermata_{secrets.token_hex(6)}"
    options: Options = {"session_handle_token": ("s", token)}
    return str(portal.request(interface, "CreateSession", "a{sv}", (), options)["session_handle"])


def portal_version(name: str) -> int:
    """Return the version of one of this desktop's portals.

    Raises:
        PortalError: It has no such portal.
    """
    portal = Portal(Event())
    try:
        wanted = (f"org.freedesktop.portal.{name}", "version")
        _, version = portal.call("org.freedesktop.DBus.Properties", "Get", "ss", wanted)[0]
    finally:
        portal.close()
    return int(version)
