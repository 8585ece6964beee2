"""Which libraries of the system the window lacks: without some, Qt ends the process."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable

# What PySide6's Qt is linked to and does not bring, with its package in Debian and Ubuntu.
_ALWAYS = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_FOR_X11 = {
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


def missing_packages(platform: str | None) -> list[str]:
    """Return the Debian packages that lack where Qt shall show windows.

    `platform` is the name of Qt's plugin, None where there is no screen. On other systems than
    Linux nothing can lack: Qt brings all.
    """
    if sys.platform != "linux":
        return []
    wanted = _ALWAYS | (_FOR_X11 if platform == "xcb" else {})
    return [package for library, package in wanted.items() if not _is_there(library)]


def way_to(packages: Iterable[str]) -> str:
    return f"Debian and Ubuntu: apt install {' '.join(packages)}"


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)  # as Qt will; a frozen application has it beside itself
    except OSError:
        return False
    return True
