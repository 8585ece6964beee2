"""Other applications on an X11 screen: which has the focus, and whether the clipboard responds."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

from app.desktop.desktop_kind import DesktopKind

_T = TypeVar("_T")


class Neighbours:
    """Queries the screen on request; on other desktops nothing is known."""

    def __init__(self, kind: DesktopKind) -> None:
        self._is_askable = kind is DesktopKind.OPEN and sys.platform == "linux"
        self._display: Any = None

    def application(self) -> str:
        """Return the class of the window in front, such as "XTerm"; empty if unknown."""
        return self._ask(self._application, "")

    def focus(self) -> int:
        """Return the id of the focused window; 0 if unknown."""
        return self._ask(lambda: getattr(self._display.get_input_focus().focus, "id", 0), 0)

    def answers(self, selection: str, timeout_s: float) -> bool:
        """Whether the owner of a selection responds: "CLIPBOARD", or "PRIMARY" for selected text.

        Qt would wait five seconds for a hanging application. Not for selections we own ourselves.
        """
        return self._ask(lambda: self._answers(selection, timeout_s), if_unknown=True)

    def close(self) -> None:
        self._is_askable = False
        if self._display is not None:
            self._display.close()

    def _ask(self, ask: Callable[[], _T], if_unknown: _T) -> _T:
        if not self._is_askable:
            return if_unknown
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError, XError

        try:
            if self._display is None:
                self._display = Display()
            return ask()
        except XError:  # the window was closed
            return if_unknown
        except (ConnectionClosedError, DisplayError, OSError):
            self._is_askable = False
            return if_unknown

    def _application(self) -> str:
        window = self._display.get_input_focus().focus
        while not isinstance(window, int) and window:  # a number where no window has it
            if named := window.get_wm_class():
                return " ".join(str(named[1]).split())
            window = window.query_tree().parent
        return ""

    def _answers(self, selection: str, timeout_s: float) -> bool:
        from Xlib import X

        display, end_s = self._display, time.monotonic() + timeout_s
        atom, targets = display.intern_atom(selection), display.intern_atom("TARGETS")
        if not display.get_selection_owner(atom):
            return True  # it is empty
        window = display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        window.convert_selection(atom, targets, targets, X.CurrentTime)
        display.flush()
        try:
            while (left_s := end_s - time.monotonic()) > 0:
                while display.pending_events():
                    event = display.next_event()
                    if event.type == X.SelectionNotify and event.requestor == window:
                        return True
                select.select([display], [], [], left_s)
            return False
        finally:
            window.destroy()
            display.flush()
