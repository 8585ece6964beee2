"""Runs first in a frozen Fermata: `sounddevice` finds the bundle's PortAudio, not the system's."""

import ctypes.util
import sys
from pathlib import Path

_found = ctypes.util.find_library
_OURS = Path(sys._MEIPASS, "libportaudio.so.2")  # type: ignore[attr-defined]  # noqa: SLF001  PyInstaller's


def _find(name: str) -> str | None:
    return str(_OURS) if name == "portaudio" and _OURS.exists() else _found(name)


ctypes.util.find_library = _find
