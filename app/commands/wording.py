"""Error messages for the terminal: as in the window, but with commands and options to try."""

from __future__ import annotations

from app.wording import explain_at_terminal
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


def exit_status(error: FermataError | OSError) -> int:
    """Return 2 if the input or usage is to blame, else 1."""
    return FAILED if isinstance(error, _FAILURES) else BAD_INPUT


def explain(error: FermataError | OSError) -> str:
    """Return one sentence for a person at a terminal, with its full stop."""
    return str(explain_at_terminal(error))
