"""Keeps the remarks of C libraries off the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def quiet_libraries(*, is_wanted: bool) -> Iterator[None]:
    """Let only Python write to standard error while the block runs.

    PortAudio and ALSA write there what they think of every device, in the midst of a dictation.
    """
    own = sys.stderr
    number = None
    with suppress(OSError, AttributeError):  # a standard error that is no file
        number = own.fileno()
    if number is None or not is_wanted:
        yield
        return
    own.flush()
    with open(os.dup(number), "w", encoding=own.encoding, errors="backslashreplace") as kept:  # noqa: PTH123  a descriptor
        _send(number, os.devnull)
        sys.stderr = kept
        try:
            yield
        finally:
            sys.stderr = own
            kept.flush()
            os.dup2(kept.fileno(), number)


def _send(number: int, path: str) -> None:
    nowhere = os.open(path, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
