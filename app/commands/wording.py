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
_FOUND = "{reason}; `fermata doctor` shows what was found."
# what the window advises, and what a terminal does in its place
_ADVICE = {
    "microphone cannot be used: {reason}.": f"microphone cannot be used: {_FOUND}",
    "microphone “{device}” cannot be used: {reason}.": (
        f"microphone “{{device}}” cannot be used: {_FOUND}"
    ),
    "download one in the settings, or unpack one into {places}.": (
        "unpack one into {places}, or take one that `fermata models list --available` names."
    ),
    "the settings list those that can.": "see `fermata models list --available`.",
    "the settings list what is installed.": "`fermata models` lists what is installed.",
    "try again, or choose another in the settings.": (
        "try again, or choose another with --recogniser."
    ),
    "To try again with the model {model}, which knows it, choose “Try again”.": (
        "Try --model {model}, which knows it, or --language {code} where that is wrong."
    ),
    "Import a model that knows it in the settings.": (
        "Where that is wrong, add --language {code}."
    ),
    "choose another in the settings.": "leave --backend out.",
}


def exit_status(error: FermataError | OSError) -> int:
    """Return 2 where the input or the usage is to blame, else 1."""
    return FAILED if isinstance(error, _FAILURES) else BAD_INPUT


def explain(error: FermataError | OSError) -> str:
    """Return one sentence for people at a terminal, with its full stop."""
    return app.wording.explain(error).in_words(_with_commands)


def _with_commands(template: str) -> str:
    for window, terminal in _ADVICE.items():
        if template.endswith(window):
            return template.removesuffix(window) + terminal
    return template
