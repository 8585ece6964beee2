"""Whether it is worth asking torch for a GPU."""

from __future__ import annotations

import sys
from ctypes.util import find_library
from pathlib import Path

_DEVICES = ("/dev/nvidiactl", "/dev/dxg", "/dev/kfd")  # NVIDIA, the same in WSL, AMD


def gpu_driver_is_present(devices: tuple[str, ...] = _DEVICES) -> bool:
    """False where torch would find no GPU; asking torch itself loads a second's worth of it."""
    if sys.platform == "win32":
        return find_library("nvcuda") is not None
    return any(Path(device).exists() for device in devices)
