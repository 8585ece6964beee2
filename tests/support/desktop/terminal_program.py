"""A terminal with a program that reports what is typed: `… TERMINAL [WORDS that run it]`."""

from __future__ import annotations

import os
import sys
import tty

from tests.support.desktop.standard_input import say
from tests.support.processes import program_command

_INSIDE = "inside"


def _listen(output: str) -> None:
    """Write to the terminal's own standard output what comes from its keyboard."""
    os.dup2(os.open(output, os.O_WRONLY), 1)
    tty.setraw(0)
    say(focus=True)
    typed = b""
    while more := os.read(0, 4096):
        typed += more
        say(text=typed.decode(errors="ignore"))


if __name__ == "__main__":
    if sys.argv[1] == _INSIDE:
        _listen(sys.argv[2])
    else:
        inside = program_command("desktop.terminal_program", _INSIDE, f"/proc/{os.getpid()}/fd/1")
        os.execvp(sys.argv[1], [sys.argv[1], *(sys.argv[2:] or ["-e"]), *inside])  # noqa: S606
