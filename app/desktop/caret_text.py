"""The text around the caret of the application in front, as screen readers get it: AT-SPI2.

Nothing that is read is kept here, or logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from engine.types import Context

_log = logging.getLogger(__name__)
_TIMEOUT_S = 5.0
_LONGEST_READING_S = 0.02  # an application that takes longer is not read
_SIGNS = 300  # on either side
_REGISTRY, _REGISTRY_PATH = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry"
_ACCESSIBLE, _TEXT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Text"
_EVENTS = (  # as one registers for it, its interface, its signal, the first word of that
    ("object:state-changed:focused", "org.a11y.atspi.Event.Object", "StateChanged", "focused"),
    ("object:text-caret-moved", "org.a11y.atspi.Event.Object", "TextCaretMoved", None),
    ("window:deactivate", "org.a11y.atspi.Event.Window", "Deactivate", None),
)
_PASSWORD_TEXT = 40  # a role
_FOCUSED = 1 << 12  # a state
_NOBODY = ("", "")
_BREAK = re.compile("[\n\r\u2028\u2029\ufffc]")  # of a paragraph, or a picture within it


@dataclass(frozen=True, slots=True)
class Caret:
    """The place of the words to come; `context` is None where nothing tells of it."""

    context: Context | None = None
    is_password: bool = False


_NOWHERE = Caret()


class CaretText:
    """Follows the focus on a thread of its own while it is wanted, and reads when asked."""

    def __init__(self) -> None:
        self._items: SimpleQueue[Any] = SimpleQueue()
        self._thread: Thread | None = None

    def set_wanted(self, is_wanted: bool) -> None:  # noqa: FBT001  as Qt's setters
        if not is_wanted:
            self._items.put(None)
            self._thread = None
        elif self._thread is None and sys.platform == "linux":
            self._items = SimpleQueue()
            self._thread = Thread(target=_run, args=(self._items,), name="caret-text", daemon=True)
            self._thread.start()

    def read(self) -> Caret | None:
        """Return what the field with the focus tells; None where that takes over 20 ms."""
        if self._thread is None or not self._thread.is_alive():
            return _NOWHERE
        asked: Future[Caret | None] = Future()
        self._items.put(asked)
        try:
            return asked.result(_LONGEST_READING_S)
        except TimeoutError:
            asked.cancel()
            return None


def _run(items: SimpleQueue[Any]) -> None:
    from jeepney import DBusErrorResponse
    from jeepney.io.common import RouterClosed

    try:
        with _accessibility_bus(items) as router:
            focus = _Focus(router)
            while (item := items.get()) is not None:
                if not isinstance(item, Future):
                    focus.follow(item)
                elif item.set_running_or_notify_cancel():
                    item.set_result(focus.read())
    except (OSError, KeyError, ValueError, DBusErrorResponse, RouterClosed) as error:
        _log.info("other applications are not read: %s", type(error).__name__)


class _Focus:
    """The place on the bus that has the focus, and whether it takes a password, once known."""

    def __init__(self, router: Any) -> None:  # noqa: ANN401  jeepney is untyped
        self._router = router
        self._place = _NOBODY
        self._is_password: bool | None = None
        self._end_s = 0.0

    def follow(self, event: Any) -> None:  # noqa: ANN401
        from jeepney import HeaderFields

        fields = event.header.fields
        place = fields[HeaderFields.sender], fields[HeaderFields.path]
        match fields[HeaderFields.member]:
            case "StateChanged" if not event.body[1]:
                self._place = _NOBODY if place == self._place else self._place
            case "TextCaretMoved" if self._place != _NOBODY:
                pass  # else it has joined the bus after it got the focus
            case "Deactivate":  # the next window may tell nothing
                self._place = _NOBODY if place[0] == self._place[0] else self._place
            case _:
                self._place, self._is_password = place, None
                self.read(is_asked=False)  # it may hang by the time that words come

    def read(self, *, is_asked: bool = True) -> Caret | None:
        """Return what is there, its text only where somebody asked; None where that takes long."""
        from jeepney import DBusErrorResponse

        if self._place == _NOBODY:
            return _NOWHERE
        self._end_s = time.monotonic() + _LONGEST_READING_S
        try:
            if self._is_password is None:
                self._is_password = self._ask(_ACCESSIBLE, "GetRole") == _PASSWORD_TEXT
            reads = is_asked and not self._is_password
            return Caret(self._context() if reads else None, is_password=self._is_password)
        except TimeoutError:
            return None
        except DBusErrorResponse:  # it is gone, or has no text
            return _NOWHERE

    def _context(self) -> Context | None:
        """Return the text of the paragraph on either side of the caret, or of what is selected."""
        start = self._property("CaretOffset")
        if start < 0 or not self._ask(_ACCESSIBLE, "GetState")[0] & _FOCUSED:
            return None
        end, length = start, self._property("CharacterCount")
        if self._ask(_TEXT, "GetNSelections") == 1:
            start, end = sorted(self._ask(_TEXT, "GetSelection", "i", 0))
        before = self._ask(_TEXT, "GetText", "ii", max(0, start - _SIGNS), start)
        after = self._ask(_TEXT, "GetText", "ii", end, min(length, end + _SIGNS))
        return Context(_BREAK.split(before)[-1], _BREAK.split(after)[0])

    def _property(self, name: str) -> int:
        """Return a number that its text tells."""
        _, value = self._ask("org.freedesktop.DBus.Properties", "Get", "ss", _TEXT, name)
        return int(value)

    def _ask(self, interface: str, method: str, signature: str = "", *body: object) -> Any:  # noqa: ANN401
        from jeepney import DBusAddress, new_method_call
        from jeepney.wrappers import unwrap_msg

        sender, path = self._place
        message = new_method_call(DBusAddress(path, sender, interface), method, signature, body)
        left_s = max(0.0, self._end_s - time.monotonic())
        answer = unwrap_msg(self._router.send_and_get_reply(message, timeout=left_s))
        return answer[0] if len(answer) == 1 else answer


@contextmanager
def _accessibility_bus(items: SimpleQueue[Any]) -> Iterator[Any]:
    """Open the bus on which applications tell of their fields; its events come as items."""
    from jeepney import DBusAddress, MatchRule, message_bus, new_method_call
    from jeepney.io.threading import open_dbus_router
    from jeepney.wrappers import unwrap_msg

    def call(router: Any, path: str, name: str, method: str, *body: Any) -> Any:  # noqa: ANN401
        message = new_method_call(DBusAddress(path, name, name), method, *body)
        return unwrap_msg(router.send_and_get_reply(message, timeout=_TIMEOUT_S))

    with open_dbus_router("SESSION") as session:
        (address,) = call(session, "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    with open_dbus_router(address) as router:
        for event, interface, member, first in _EVENTS:
            rule = MatchRule(type="signal", interface=interface, member=member)
            if first is not None:
                rule.add_arg_condition(0, first)
            unwrap_msg(router.send_and_get_reply(message_bus.AddMatch(rule), timeout=_TIMEOUT_S))
            router.filter(rule, queue=items)
            # Without this, applications tell nobody of their fields.
            call(router, _REGISTRY_PATH, _REGISTRY, "RegisterEvent", "sass", (event, [], ""))
        yield router
