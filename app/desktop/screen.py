"""Whether Qt can show windows here: without a screen or a library it aborts the process."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

_XCB = "libxcb.so.1"
# What PySide6's Qt is linked against but does not include, with its package in Debian and Ubuntu.
_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def usable_platform(environment: Mapping[str, str] = os.environ) -> str | None:
    """Try to connect like Qt; return the name of Qt's plugin that can show windows.

    None if there is no screen; "" on systems other than Linux, which always have one. Qt's
    platforms without a display server (offscreen, vnc …) are assumed to work.
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
    if sys.platform == "win32":  # `usable_platform` checks this; for the type checker
        return False
    if environment.get("WAYLAND_SOCKET"):  # an existing connection
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
    """Ask the library that Qt uses: it knows where the display is, and the user's permission."""
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


def missing_packages(platform: str | None) -> list[str]:
    """Return the missing Debian packages that Qt needs to show windows.

    `platform` is the name of Qt's plugin, None if there is no screen. On systems other than Linux
    none is missing: Qt includes everything.
    """
    if sys.platform != "linux":
        return []
    wanted = _LIBRARIES | (_X11_LIBRARIES if platform == "xcb" else {})
    return [package for library, package in wanted.items() if not _is_there(library)]


def way_to(packages: Iterable[str]) -> str:
    return f"Debian and Ubuntu: apt install {' '.join(packages)}"


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)  # like Qt; a frozen application brings it along
    except OSError:
        return False
    return True
