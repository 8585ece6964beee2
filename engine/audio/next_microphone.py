"""The microphone that is wanted, or where none is: one that works."""

from __future__ import annotations

from contextlib import suppress

from engine.audio.devices import microphones
from engine.audio.microphone import Microphone
from engine.errors import AudioDeviceError


def open_microphone(device: str, *, queue_s: float = 30.0) -> Microphone:
    """Open a device and begin to record.

    Args:
        device: name or part of a name; "" for the system's default, and for any other where that
            is gone or another program has taken it.
        queue_s: how much sound may wait to be taken.

    Raises:
        AudioDeviceError: there is none, or none can be opened.
    """
    try:
        return Microphone(device or None, queue_s=queue_s)
    except AudioDeviceError:
        if device:
            raise
        for other in microphones():
            with suppress(AudioDeviceError):
                return Microphone(other.index, queue_s=queue_s)
        raise
