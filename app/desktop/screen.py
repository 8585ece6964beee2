"""Whether there is a screen that Qt can show windows on: without one it ends the process."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

_XCB = "libxcb.so.1"


def usable_platform(environment: Mapping[str, str] = os.environ) -> str | None:
    """Connect as Qt will, and hang up; return the name of Qt's plugin that can show windows.

    None where there is no screen; "" on other systems than Linux, which always have one. Qt's own
    platforms without a display server (offscreen, vnc …) are taken at their word.
    """
    if sys.platform != "linux":
        return ""
    is_wayland = (
        environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland"
    )
    by_default = "wayland;xcb" if is_wayland else "xcb"
    wanted = environment.get("QT_QPA_PLATFORM") or by_default
    names = (name.partition(":")[0] for name in wanted.split(";"))
    return next((name for name in names if _works(name, environment)), None)


def _works(platform: str, environment: Mapping[str, str]) -> bool:
    if platform.startswith("wayland"):
        return _has_wayland(environment)
    return platform != "xcb" or _has_x11(environment)


def _has_wayland(environment: Mapping[str, str]) -> bool:
    if sys.platform == "win32":  # `usable_platform` knows; this is for the type checker
        return False
    if environment.get("WAYLAND_SOCKET"):  # a connection that is made already
        return True
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    path = Path(environment.get("XDG_RUNTIME_DIR", ""), name)
    if not path.is_absolute():
        return False
    with suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        return True
    return False


def _has_x11(environment: Mapping[str, str]) -> bool:
    """Ask the library that Qt asks: it knows where a display is and the person's permission."""
    if not environment.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL(_XCB)
    except OSError:  # it may be Qt's own, under another name
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(environment["DISPLAY"].encode(), None)
    works = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return works
