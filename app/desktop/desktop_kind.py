"""The kind of desktop, as far as keys are concerned."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum

_SCREENLESS = {"offscreen", "minimal", "minimalegl", "linuxfb", "eglfs", "vnc"}


class DesktopKind(Enum):
    """Who may listen to keys and press them.

    Attributes:
        NONE: There are no other applications.
        OPEN: Every application: X11, Windows, macOS if the user allows it.
        WAYLAND: Only those that the desktop's portals allow.
    """

    NONE = "none"
    OPEN = "open"
    WAYLAND = "wayland"


def desktop_kind(platform_name: str, environment: Mapping[str, str] = os.environ) -> DesktopKind:
    """Return the kind of this desktop; `platform_name` is the name of Qt's platform plugin.

    An X11 application on a Wayland desktop gets only the keys of X11 applications.
    """
    if platform_name in _SCREENLESS:
        return DesktopKind.NONE
    is_wayland = (
        platform_name.startswith("wayland")
        or bool(environment.get("WAYLAND_DISPLAY"))
        or environment.get("XDG_SESSION_TYPE") == "wayland"
    )
    return DesktopKind.WAYLAND if is_wayland else DesktopKind.OPEN
