"""What a terminal says of errors: as the window does, but with commands and options to try."""

from __future__ import annotations

import app.wording
from engine.errors import (
    AudioDeviceError,
    DiskSpaceError,
    DownloadError,
    FermataError,
    FileJobError,
    HistoryError,
    InstanceError,
    PortalError,
    RecogniserError,
)

FAILED = 1
BAD_INPUT = 2
_FAILURES = (
    AudioDeviceError,
    DiskSpaceError,
    DownloadError,
    FileJobError,
    HistoryError,
    InstanceError,
    PortalError,
    RecogniserError,
    OSError,
)
_WITH_COMMANDS = {
    "The microphone cannot be used: {reason}.": (
        "The microphone cannot be used: {reason}; `fermata doctor` shows what was found."
    ),
    "The microphone “{device}” cannot be used: {reason}.": (
        "The microphone “{device}” cannot be used: {reason}; `fermata doctor` shows what was found."
    ),
    "No speech model for this recogniser is installed: download one in the settings, or"
    " unpack one into {places}.": (
        "No speech model for this recogniser is installed: unpack one into {places},"
        " or use --recogniser pocketsphinx, which needs none."
    ),
    "No model “{name}” can be downloaded; the settings list those that can.": (
        "No model “{name}” can be downloaded; see `fermata models list --available`."
    ),
    "No {kind} “{name}” was found; the settings list what is installed.": (
        "No {kind} “{name}” was found; `fermata models` lists what is installed."
    ),
    "No {kind} “{name}” was found in {places}; the settings list what is installed.": (
        "No {kind} “{name}” was found in {places}; `fermata models` lists what is installed."
    ),
    "The recogniser {recogniser} stopped: {reason}; try again, or choose another in the"
    " settings.": (
        "The recogniser {recogniser} stopped: {reason};"
        " try again, or choose another with --recogniser."
    ),
    "The backend {backend} cannot run here: {reason}; choose another in the settings.": (
        "The backend {backend} cannot run here: {reason}; leave --backend out."
    ),
}


def exit_status(error: FermataError | OSError) -> int:
    """Return 2 where the input or the usage is to blame, else 1."""
    return FAILED if isinstance(error, _FAILURES) else BAD_INPUT


def explain(error: FermataError | OSError) -> str:
    """Return one sentence for people at a terminal, with its full stop."""
    words = app.wording.explain(error)
    return words.in_words(lambda template: _WITH_COMMANDS.get(template, template))
