"""Standard input, output and error as every command can use them."""

from __future__ import annotations

import io
import os
import sys
from typing import IO


def prepare_streams() -> None:
    """Let each of the three be there, and take every sign that a text or a name may hold."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed by whoever started us
            setattr(sys, name, _nowhere(mode))
    _set_up(sys.stdin, {"encoding": "utf-8", "newline": "\n"}, {})
    # what goes into a pipe is UTF-8 on every system; names that are no text pass as they are
    in_pipes = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}
    _set_up(sys.stdout, in_pipes, {"errors": "replace"})


def _nowhere(mode: str) -> IO[str]:
    """Open nothing in place of a closed stream, for the processes that are started too."""
    stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115  lives as long as we
    if stream.fileno() <= 2:
        os.set_inheritable(stream.fileno(), True)  # noqa: FBT003  Python's signature
    return stream


def _set_up(stream: object, in_pipes: dict[str, str], on_terminals: dict[str, str]) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(**(on_terminals if stream.isatty() else in_pipes))  # type: ignore[arg-type]
