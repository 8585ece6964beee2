"""A command's terminal: messages beside the results, progress, and silencing libraries."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from select import select
from threading import RLock
from typing import IO, Any, Self

_saying = RLock()
_PIECE = 1_000  # characters: a pipe that takes any takes this many at once


def say(text: str, patience_s: float = 1.0) -> None:
    """Print a message to standard error; drop it if that takes too long, and never raise."""
    line = f"{text}\n"
    with _saying:
        try:
            for at in range(0, len(line), _PIECE):
                if _takes_more(sys.stderr, patience_s):
                    sys.stderr.write(line[at : at + _PIECE])
                    sys.stderr.flush()
        except OSError:  # the disk is full, or the reader has gone
            sys.stderr = _null_stream("w")


def _takes_more(stream: IO[str], patience_s: float) -> bool:
    try:
        return bool(select([], [stream], [], patience_s)[1])
    except (OSError, ValueError):  # it has no descriptor, or the system cannot tell
        return True


def warn(text: str) -> None:
    say(f"fermata: Warning: {text}")


def note(text: str) -> None:
    """Tell a person something that is of no interest to a program."""
    if sys.stderr.isatty():
        say(text)


def harmless(line: str) -> str:
    """Replace control characters: the content of a file must not steer the terminal.

    Undecodable bytes in a folder's name stay: the name is useful only as a whole.
    """
    return "".join(it if it.isprintable() or "\udc80" <= it <= "\udcff" else "�" for it in line)


def terminal_size() -> os.terminal_size:
    """Ask the terminal itself: `COLUMNS` may be another's, or out of date after a resize."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return shutil.get_terminal_size()
    return size if size.columns and size.lines else shutil.get_terminal_size()


class Progress:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(
        self, name: str, total: float | None, unit: str, *, is_wanted: bool = True
    ) -> None:
        """Args: unit: "s", "B" or " lines"; total: None if unknown."""
        self._bar: Any = None
        if is_wanted and sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(
                total=total,
                desc=name,
                unit=unit,
                unit_scale=unit == "B",
                bar_format=None if total is None else _BAR_FORMAT % _DONE_OF_ALL[unit],
                leave=False,
                dynamic_ncols=True,
            )

    def advance(self, more: float) -> None:
        """Add to the progress; never goes past a total that was too small."""
        if self._bar is not None:
            left = more if self._bar.total is None else self._bar.total - self._bar.n
            self._bar.update(min(more, left))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the bar while something is printed."""
        with nullcontext() if self._bar is None else self._bar.external_write_mode(sys.stdout):
            yield
            sys.stdout.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar is not None:
            self._bar.close()


_BAR_FORMAT = "{desc} {percentage:3.0f}%%|{bar}| %s [{remaining} left]"
_DONE_OF_ALL = {
    "s": "{n:.0f} of {total:.0f} s of sound",
    "B": "{n_fmt} of {total_fmt}",
    " lines": "{n_fmt} of {total_fmt} lines",
}


def prepare_streams() -> None:
    """Replace standard streams that are closed, and let them carry any text or file name."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # whoever started us closed it
            setattr(sys, name, _null_stream(mode))
    _reconfigure(sys.stdin, {"encoding": "utf-8", "newline": "\n"}, {})
    # pipes carry UTF-8 on every system; names that are not text pass unchanged
    in_pipes = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}
    _reconfigure(sys.stdout, in_pipes, {"errors": "replace"})


def _null_stream(mode: str) -> IO[str]:
    stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115  lives as long as we do
    if stream.fileno() <= 2:
        os.set_inheritable(stream.fileno(), True)  # noqa: FBT003  child processes need it too
    return stream


def _reconfigure(stream: object, in_pipes: dict[str, str], on_terminals: dict[str, str]) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(**(on_terminals if stream.isatty() else in_pipes))  # type: ignore[arg-type]


@contextmanager
def quiet_libraries(*, is_wanted: bool) -> Iterator[None]:
    """Let only Python write to standard error inside the block.

    PortAudio and ALSA write about every device there, in the middle of a dictation.
    """
    own = sys.stderr
    number = None
    with suppress(OSError, AttributeError):  # standard error is not a file
        number = own.fileno()
    if number is None or not is_wanted:
        yield
        return
    own.flush()
    kept = os.dup(number)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
    sys.stderr = open(kept, "w", encoding=own.encoding, errors="backslashreplace", closefd=False)  # noqa: SIM115  a descriptor
    try:
        yield
    finally:
        sys.stderr = own
        os.dup2(kept, number)
        os.close(kept)
