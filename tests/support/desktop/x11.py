"""Another program on an X11 screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from Xlib import X
from Xlib.display import Display


@contextmanager
def grabbed(display: str, letter: str) -> Iterator[None]:
    """Let another program grab Ctrl, Alt and a letter first."""
    other = Display(display)
    code, mode = other.keysym_to_keycode(ord(letter)), X.GrabModeAsync
    other.screen().root.grab_key(code, X.ControlMask | X.Mod1Mask, 0, mode, mode)
    other.sync()
    yield
    other.close()
