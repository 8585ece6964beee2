"""The text around the caret of the application in front, as screen readers get it.

On Linux over AT-SPI2; Windows and macOS have modules of their own. Nothing that is read is kept
here, or logged.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from app.desktop.problems import Problem
from engine.types import Context

_log = logging.getLogger(__name__)
_TIMEOUT_S = 5.0
LONGEST_READING_S = 0.02  # an application that takes longer is not read
SIGNS = 300  # characters on either side
_REGISTRY, _REGISTRY_PATH = "org.a11y.atspi.Registry", "/org/a11y/atspi/registry"
_ACCESSIBLE, _TEXT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Text"
_EVENTS = (  # name to register for, interface, signal, first argument
    ("object:state-changed:focused", "org.a11y.atspi.Event.Object", "StateChanged", "focused"),
    ("object:text-caret-moved", "org.a11y.atspi.Event.Object", "TextCaretMoved", None),
    ("window:deactivate", "org.a11y.atspi.Event.Window", "Deactivate", None),
)
_PASSWORD_TEXT = 40  # a role
# Roles that take text only where they say that they are editable: check boxes, lists, menus, tabs,
# buttons, tables, plain text, trees, links, pages of the web. Terminals never say it.
_TEXTLESS = {7, 8, 11, 26, 29, 31, 32, 33, 34, 35, 37, 38, 43, 44, 45, 48, 51}
_TEXTLESS |= {55, 56, 61, 62, 65, 66, 88, 91, 95}
_EDITABLE, _FOCUSED = 1 << 7, 1 << 12  # states
_NOBODY = ("", "")
_BREAK = re.compile("[\n\r\u2028\u2029\ufffc]")  # ends a paragraph, or is a picture within it


@dataclass(frozen=True, slots=True)
class Caret:
    """The place where the next words go; `context` is None if nothing is known about it.

    `problem` is why words should not go there.
    """

    context: Context | None = None
    problem: Problem = Problem.NONE


_NOWHERE = Caret()


class CaretText:
    """Follows the focus on its own thread while wanted, and reads on request."""

    def __init__(self) -> None:
        self._items: SimpleQueue[Any] = SimpleQueue()
        self._thread: Thread | None = None

    def set_wanted(self, is_wanted: bool) -> None:  # noqa: FBT001  like Qt's setters
        """Start or stop following; start again if the bus went away and may be back."""
        if not is_wanted:
            self._items.put(None)
            self._thread = None
        elif not (self._thread and self._thread.is_alive()):
            self._items = SimpleQueue()
            self._thread = Thread(target=_run, args=(self._items,), name="caret-text", daemon=True)
            self._thread.start()

    def read(self) -> Caret | None:
        """Return what is known about the focused field; None if that takes over 20 ms."""
        if self._thread is None or not self._thread.is_alive():
            return _NOWHERE
        asked: Future[Caret | None] = Future()
        self._items.put(asked)
        try:
            return asked.result(LONGEST_READING_S)
        except TimeoutError:
            asked.cancel()
            return None


def paragraph(before: str, after: str) -> Context:
    """Cut what was read on either side of a caret to its paragraph."""
    return Context(_BREAK.split(utf16_part(before))[-1], _BREAK.split(utf16_part(after))[0])


def utf16_part(text: str, start: int = 0, end: int | None = None) -> str:
    """Return the text between two offsets in UTF-16 units, without characters cut in half."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * start : None if end is None else 2 * end].decode("utf-16-le", "ignore")


def bus_problem() -> str:
    """Return why the text of other applications cannot be read; "" if it can."""
    from jeepney import DBusErrorResponse
    from jeepney.io.common import RouterClosed

    try:
        with _accessibility_bus(SimpleQueue()):
            return ""
    except DBusErrorResponse as error:
        return str(error.name)
    except (OSError, KeyError, ValueError, RouterClosed) as error:
        return type(error).__name__


def _run(items: SimpleQueue[Any]) -> None:
    if sys.platform == "linux":
        _follow_bus(items)
    elif sys.platform == "win32":
        from app.desktop.caret_text_windows import open_reader

        _answer(items, open_reader)
    elif sys.platform == "darwin":
        from app.desktop.caret_text_macos import open_reader

        _answer(items, open_reader)


def _answer(items: SimpleQueue[Any], open_reader: Callable[[], Callable[[], Caret]]) -> None:
    """Read whenever asked, where the focus need not be followed."""
    try:
        read = open_reader()
        while (asked := items.get()) is not None:
            if asked.set_running_or_notify_cancel():
                asked.set_result(read())
    except (ImportError, OSError, ValueError) as error:
        _log.info("other applications are not read: %s", type(error).__name__)


def _follow_bus(items: SimpleQueue[Any]) -> None:
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
    """The focused object on the bus, and its role, once known."""

    def __init__(self, router: Any) -> None:  # noqa: ANN401  jeepney is untyped
        self._router = router
        self._place = _NOBODY
        self._role: int | None = None
        self._end_s = 0.0

    def follow(self, event: Any) -> None:  # noqa: ANN401
        from jeepney import HeaderFields

        fields = event.header.fields
        place = fields[HeaderFields.sender], fields[HeaderFields.path]
        match fields[HeaderFields.member]:
            case "StateChanged" if not event.body[1]:
                self._place = _NOBODY if place == self._place else self._place
            case "TextCaretMoved" if self._place != _NOBODY:
                pass  # otherwise it joined the bus after it got the focus
            case "Deactivate":  # the next window may report nothing
                self._place = _NOBODY if place[0] == self._place[0] else self._place
            case _:
                self._place, self._role = place, None
                self.read(is_asked=False)  # it may hang by the time words come

    def read(self, *, is_asked: bool = True) -> Caret | None:
        """Return what is there, with text only if `is_asked`; None if that takes too long."""
        from jeepney import DBusErrorResponse

        if self._place == _NOBODY:
            if is_asked:
                self._check_bus()
            return _NOWHERE
        self._end_s = time.monotonic() + LONGEST_READING_S
        try:
            if self._role is None:
                self._role = self._ask(_ACCESSIBLE, "GetRole")
            if self._role == _PASSWORD_TEXT:
                return Caret(problem=Problem.PASSWORD)
            return self._read() if is_asked else _NOWHERE
        except TimeoutError:
            return None
        except DBusErrorResponse:  # it is gone, or has no text
            return _NOWHERE

    def _read(self) -> Caret:
        states = self._ask(_ACCESSIBLE, "GetState")[0]
        if not states & _FOCUSED:
            return _NOWHERE
        if self._role in _TEXTLESS and not states & _EDITABLE:
            return Caret(problem=Problem.NO_FIELD)
        return Caret(self._context())

    def _context(self) -> Context | None:
        """Return the paragraph's text on either side of the caret or selection."""
        start = self._property("CaretOffset")
        if start < 0:
            return None
        end, length = start, self._property("CharacterCount")
        if self._ask(_TEXT, "GetNSelections") == 1:
            start, end = sorted(self._ask(_TEXT, "GetSelection", "i", 0))
        before = self._ask(_TEXT, "GetText", "ii", max(0, start - SIGNS), start)
        after = self._ask(_TEXT, "GetText", "ii", end, min(length, end + SIGNS))
        return paragraph(before, after)

    def _check_bus(self) -> None:
        """Raise RouterClosed where the bus is gone: its silence would tell nobody."""
        from jeepney import message_bus

        with suppress(TimeoutError):
            self._router.send_and_get_reply(message_bus.GetId(), timeout=LONGEST_READING_S)

    def _property(self, name: str) -> int:
        """Return an integer property of its text."""
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
    """Open the accessibility bus; events of applications are put into `items`."""
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
            # Without this, applications report nothing about their fields.
            call(router, _REGISTRY_PATH, _REGISTRY, "RegisterEvent", "sass", (event, [], ""))
        yield router
