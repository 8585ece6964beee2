"""Whether the computer runs on mains power."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")
_TELLS_WITHIN_S = 5.0


def is_on_mains() -> bool | None:
    """Return whether it does; None if unknown, as on most computers without a battery."""
    if sys.platform == "win32":
        return _on_windows()
    if sys.platform == "darwin":
        return _on_macos()
    return on_linux(_SUPPLIES)


def on_linux(supplies: Path) -> bool | None:
    """Read the folder where Linux reports mains adapters and batteries."""
    found = [_value(path) for path in supplies.glob("*/online")]
    if "1" in found:
        return True
    states = [_value(path) for path in supplies.glob("*/status")]
    return False if found or "Discharging" in states else None


def _value(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:  # it was unplugged
        return ""


if sys.platform == "win32":
    import ctypes

    class _PowerStatus(ctypes.Structure):
        _fields_ = (
            ("line", ctypes.c_ubyte),
            ("battery", ctypes.c_ubyte),
            ("percent", ctypes.c_ubyte),
            ("saver", ctypes.c_ubyte),
            ("left_s", ctypes.c_ulong),
            ("whole_s", ctypes.c_ulong),
        )

    def _on_windows() -> bool | None:
        status = _PowerStatus()
        is_known = ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status))
        return {0: False, 1: True}.get(status.line) if is_known else None


if sys.platform == "darwin":

    def _on_macos() -> bool | None:
        try:
            found = subprocess.run(
                ["/usr/bin/pmset", "-g", "batt"],
                capture_output=True,
                text=True,
                timeout=_TELLS_WITHIN_S,
                check=False,
            ).stdout
        except (OSError, subprocess.TimeoutExpired):
            return None
        return True if "AC Power" in found else False if "Battery Power" in found else None
