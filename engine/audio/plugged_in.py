"""The microphones that are plugged in now, whatever this process records meanwhile."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from pathlib import Path

from engine.audio.devices import MicrophoneInfo, microphones
from engine.child_process import ChildProcess
from engine.errors import AudioDeviceError
from engine.recognisers.native_output import send_output_to

_TIMEOUT_S = 10.0


def microphones_now() -> tuple[MicrophoneInfo, ...]:
    """Return the devices that can record, read by a process of its own.

    PortAudio reads its list once, and a process that records cannot let it look again.

    Raises:
        AudioDeviceError: PortAudio is missing or fails, or the process did not answer.
        OSError: the system has no room for another process.
    """
    process = ChildProcess(_tell, name="fermata-microphones")
    try:
        return _answer(process.pipe)
    finally:
        process.close()


def _answer(pipe: Connection) -> tuple[MicrophoneInfo, ...]:
    silent = AudioDeviceError("", "the system does not tell which microphones there are")
    try:
        answer = pipe.recv() if pipe.poll(_TIMEOUT_S) else silent
    except EOFError:
        raise silent from None
    if isinstance(answer, AudioDeviceError):
        raise answer
    found: tuple[MicrophoneInfo, ...] = answer
    return found


def _tell(pipe: Connection) -> None:
    """In the other process."""
    send_output_to(Path(os.devnull))  # ALSA and JACK tell the terminal of what they do not find
    try:
        pipe.send(microphones())
    except AudioDeviceError as error:
        pipe.send(error)
