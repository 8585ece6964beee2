"""Whether a person has done anything since: the first key, click or other window on X11."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import Enum
from typing import Any

from app.desktop.x11_keyboard import X11Keyboard

_EXTENSION = "XInputExtension"
_DETAIL_AT = 6  # of a raw event: after the device and the time
_BUTTONS = {1, 2, 3}  # the others are those of a wheel


class Touch(Enum):
    """What the person did."""

    KEY = "key"
    CLICK = "click"
    WINDOW = "window"


class X11InputWatch:
    """Is told of keys and clicks from `begin` to the first one; keeps none of them."""

    def __init__(self, keyboard: X11Keyboard) -> None:
        self._keyboard = keyboard
        self._is_on = self._has_started = False
        self._active: Any = None

    def begin(self) -> None:
        from Xlib.ext.xinput import RawButtonPressMask, RawKeyPressMask

        self._select(RawKeyPressMask | RawButtonPressMask)
        self._active = self._keyboard.active_window()
        self._is_on, self._has_started = True, False

    def events(self) -> list[Any]:
        """Return what the screen has told; what it told of one key is all there."""
        display = self._keyboard.display
        if self._is_on:
            display.sync()
        return [display.next_event() for _ in range(display.pending_events())]

    def found(self, events: Sequence[Any]) -> Touch | None:
        """Return what the person did, and look no further; None where it was nothing.

        The keys that are grabbed do not count, nor those that write nothing alone.
        """
        if not self._has_started:  # what was told before, of the keys that wrote the words
            self._has_started = True
            return None
        touch = self._found(events) if self._is_on and events else None
        if touch is not None:
            self._is_on = False
            self._select(0)
        return touch

    def _found(self, events: Sequence[Any]) -> Touch | None:
        from Xlib import X
        from Xlib.ext.xinput import RawButtonPress, RawKeyPress

        if _raw(events, RawButtonPress) & _BUTTONS:
            return Touch.CLICK
        grabbed = {event.detail for event in events if event.type == X.KeyPress}
        if _raw(events, RawKeyPress) - grabbed - self._modifiers():
            return Touch.KEY
        is_other = any(event.type == X.PropertyNotify for event in events)
        return Touch.WINDOW if is_other and self._keyboard.active_window() != self._active else None

    def _select(self, mask: int) -> None:
        from Xlib import X
        from Xlib.ext.xinput import AllMasterDevices

        display, root = self._keyboard.display, self._keyboard.root
        if display.has_extension(_EXTENSION):
            display.xinput_query_version()  # else nothing is told
            root.xinput_select_events([(AllMasterDevices, mask)])
        root.change_attributes(event_mask=X.PropertyChangeMask if mask else 0)
        display.sync()

    def _modifiers(self) -> set[int]:
        rows = self._keyboard.display.get_modifier_mapping()
        return {code for row in rows for code in row}


def _raw(events: Sequence[Any], kind: int) -> set[int]:
    """Return which keys or buttons raw events tell of."""
    from Xlib.ext.ge import GenericEventCode

    told = [it for it in events if it.type == GenericEventCode and it.evtype == kind]
    return {struct.unpack_from("=I", bytes(it.data), _DETAIL_AT)[0] for it in told}
