"""The microphones of this system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import AudioDeviceError


@dataclass(frozen=True, slots=True)
class MicrophoneInfo:
    """A device that records; `index` is PortAudio's, and good until devices change."""

    index: int
    name: str
    sample_rate_hz: float
    is_default: bool


def microphones() -> tuple[MicrophoneInfo, ...]:
    """Return the devices that can record, as PortAudio saw them when it was first used.

    Raises:
        AudioDeviceError: PortAudio is missing or fails.
    """
    sounddevice = load_portaudio()
    try:
        found = list(sounddevice.query_devices())
        default = sounddevice.default.device[0]
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError("", portaudio_reason(error)) from error
    return tuple(
        MicrophoneInfo(index, item["name"], float(item["default_samplerate"]), index == default)
        for index, item in enumerate(found)
        if item["max_input_channels"] > 0
    )


def find_microphone(device: str | int | None) -> MicrophoneInfo:
    """Return the microphone of this index, or of this name or a part of it, or the default one.

    Raises:
        AudioDeviceError: there is none, or PortAudio is missing.
    """
    found = microphones()
    if not found:
        raise AudioDeviceError("" if device is None else str(device), "no microphone was found")
    if device is None:
        return next((item for item in found if item.is_default), found[0])
    wanted = str(device)
    exact = [item for item in found if wanted in {str(item.index), item.name}]
    similar = [item for item in found if wanted and wanted.lower() in item.name.lower()]
    for item in exact + similar:
        return item
    raise AudioDeviceError(wanted, "no microphone of this name or number")


def load_portaudio() -> Any:  # noqa: ANN401  sounddevice is untyped
    """Return the module `sounddevice`, which looks for devices when it is first imported.

    Raises:
        AudioDeviceError: the PortAudio library is missing.
    """
    try:
        import sounddevice
    except OSError as error:
        reason = "the PortAudio library is missing (Debian and Ubuntu: apt install libportaudio2)"
        raise AudioDeviceError("", reason) from error
    return sounddevice


def portaudio_reason(error: Exception) -> str:
    """Return PortAudio's own words for what failed."""
    return str(error.args[0]) if error.args else type(error).__name__
