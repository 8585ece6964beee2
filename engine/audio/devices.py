"""The system's microphones: as PortAudio last saw them, and as plugged in now."""

from __future__ import annotations

import os
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from engine.audio.portaudio import devices
from engine.child_process import ChildProcess, send_output_to
from engine.errors import AudioDeviceError

_TIMEOUT_S = 10.0


@dataclass(frozen=True, slots=True)
class MicrophoneInfo:
    """An input device; PortAudio's `index` is valid until devices change."""

    index: int
    name: str
    sample_rate_hz: float
    is_default: bool


def microphones() -> tuple[MicrophoneInfo, ...]:
    """Return the input devices PortAudio saw when it last looked.

    Raises:
        AudioDeviceError: PortAudio is missing or fails.
    """
    found, default = devices()
    return tuple(
        MicrophoneInfo(index, item["name"], float(item["default_samplerate"]), index == default)
        for index, item in enumerate(found)
        if item["max_input_channels"] > 0
    )


def microphones_now() -> tuple[MicrophoneInfo, ...]:
    """Return the current input devices, read in a child process.

    PortAudio reads its list once, and a process that is recording cannot refresh it.

    Raises:
        AudioDeviceError: PortAudio is missing or fails, or the child did not answer.
        OSError: the system has no room for another process.
    """
    process = ChildProcess(_tell, name="fermata-microphones")
    try:
        return _answer(process.pipe)
    finally:
        process.close()


def find_microphone(device: str | int | None) -> MicrophoneInfo:
    """Return the microphone with this index, or this name or part of it; None for the default.

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
    raise AudioDeviceError(wanted, "no microphone has this name or number")


def _answer(pipe: Connection) -> tuple[MicrophoneInfo, ...]:
    silent = AudioDeviceError("", "the system does not say which microphones there are")
    try:
        answer: tuple[MicrophoneInfo, ...] | AudioDeviceError = (
            pipe.recv() if pipe.poll(_TIMEOUT_S) else silent
        )
    except EOFError:
        raise silent from None
    if isinstance(answer, AudioDeviceError):
        raise answer
    return answer


def _tell(pipe: Connection) -> None:
    send_output_to(Path(os.devnull))  # ALSA and JACK print complaints about missing devices
    try:
        pipe.send(microphones())
    except AudioDeviceError as error:
        pipe.send(error)
