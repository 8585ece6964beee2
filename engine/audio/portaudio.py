"""PortAudio, shared by all streams of this process."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from threading import RLock
from typing import Any

from engine.errors import AudioDeviceError
from engine.messages import Message

_log = logging.getLogger(__name__)
_lock = RLock()  # held while devices are listed or opened
_streams: list[Any] = []


def open_stream(open_on: Callable[[Any], Any]) -> Any:  # noqa: ANN401  sounddevice is untyped
    """Return the stream that `open_on` opens with `sounddevice`, on the devices present now.

    PortAudio reads its device list once, and refreshing it ends every stream; so the list is only
    refreshed while no other stream is open.

    Raises:
        AudioDeviceError: PortAudio is missing or fails, or what `open_on` raises.
    """
    with _lock:
        was_loaded = "sounddevice" in sys.modules
        sounddevice = load_portaudio()
        _streams[:] = [stream for stream in _streams if not stream.closed]
        if was_loaded and not _streams:
            _look_again(sounddevice)
        stream = open_on(sounddevice)
        _streams.append(stream)
        return stream


def devices() -> tuple[list[dict[str, Any]], int]:
    """Return all devices PortAudio last saw, and the index of the default input.

    Raises:
        AudioDeviceError: PortAudio is missing or fails.
    """
    with _lock:
        sounddevice = load_portaudio()
        try:
            return list(sounddevice.query_devices()), sounddevice.default.device[0]
        except sounddevice.PortAudioError as error:
            raise AudioDeviceError("", portaudio_reason(error)) from error


def load_portaudio() -> Any:  # noqa: ANN401  sounddevice is untyped
    """Import and return `sounddevice`, which lists devices on first import.

    Raises:
        AudioDeviceError: the PortAudio library is missing.
    """
    try:
        import sounddevice
    except OSError as error:
        reason = Message(
            "the PortAudio library is missing (Debian and Ubuntu: apt install libportaudio2)"
        )
        raise AudioDeviceError("", reason) from error
    return sounddevice


def portaudio_reason(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__


def _look_again(sounddevice: Any) -> None:  # noqa: ANN401  sounddevice is untyped
    try:
        if sounddevice._initialized:  # noqa: SLF001  no public way; False after a failure here
            sounddevice._terminate()  # noqa: SLF001
        sounddevice._initialize()  # noqa: SLF001
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError("", portaudio_reason(error)) from error
    _log.debug("looked for sound devices again")
