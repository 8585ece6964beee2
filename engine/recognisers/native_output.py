"""What native code writes to its terminal, kept in a file instead."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

_TAIL_BYTES = 8_192
_KALDI_PLACE = re.compile(r"^ERROR \(VoskAPI:\S*\) ")  # a line of its source code
_TELLING = ("ERROR", "ASSERTION_FAILED", "FATAL")


class NativeOutput:
    """A temporary file for the output of one child process."""

    def __init__(self) -> None:
        handle, name = tempfile.mkstemp(prefix="fermata-", suffix=".log")
        os.close(handle)
        self.path = Path(name)

    def last_line(self) -> str:
        """Return the last line that tells of an error, else the last one, else nothing."""
        try:
            tail = self.path.read_bytes()[-_TAIL_BYTES:].decode(errors="replace")
        except OSError:
            return ""
        lines = [line.strip() for line in tail.splitlines() if line.strip()]
        telling = [line for line in lines if line.startswith(_TELLING)]
        return _KALDI_PLACE.sub("", (telling or lines or [""])[-1])

    def close(self) -> None:
        """Remove the file; may be called again."""
        self.path.unlink(missing_ok=True)


def send_output_to(path: Path) -> None:
    """Let this process's standard output and error, native code's too, go to a file."""
    with path.open("ab", buffering=0) as file:
        for descriptor in (1, 2):
            os.dup2(file.fileno(), descriptor)
    sys.stdout = sys.stderr = path.open("a", encoding="utf-8", errors="replace")
