"""What native code writes to its terminal, kept in a file instead."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

_TAIL_BYTES = 8_192
# a line of its source code, of Kaldi and of sherpa-onnx
_PLACE = re.compile(r"^(ERROR \(VoskAPI:\S*\)|\S+\.(?:cc|h):\w+:\d+) ")
_TELLING = ("ERROR", "ASSERTION_FAILED", "FATAL")


class NativeOutput:
    """A temporary file for the output of one child process.

    The child unlinks it, so that it vanishes with its users, however they end.
    """

    def __init__(self) -> None:
        handle, name = tempfile.mkstemp(prefix="fermata-", suffix=".log")
        self.path = Path(name)
        self._file = os.fdopen(handle, "rb")

    def last_line(self) -> str:
        """Return the last line that reports an error, else the last one, else nothing."""
        if self._file.closed:
            return ""
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(max(0, size - _TAIL_BYTES))
        tail = self._file.read().decode(errors="replace")
        lines = [line.strip() for line in tail.splitlines() if line.strip()]
        telling = [line for line in lines if line.startswith(_TELLING)]
        return _PLACE.sub("", (telling or lines or [""])[-1])

    def close(self) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)


def send_output_to(path: Path) -> None:
    """Redirect this process's standard output and error, native code's too."""
    with path.open("ab", buffering=0) as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.stdout = sys.stderr = path.open("a", encoding="utf-8", errors="replace")
