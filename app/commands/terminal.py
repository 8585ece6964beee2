"""The terminal of a command: what is said beside the results, progress, and quiet libraries."""

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
_PIECE = 1_000  # signs: a pipe that takes anything takes as much at once


def say(text: str, patience_s: float = 1.0) -> None:
    """Tell a person; what nobody takes in time is not said, and no work ends with it."""
    line = f"{text}\n"
    with _saying:
        try:
            for at in range(0, len(line), _PIECE):
                if _takes_more(sys.stderr, patience_s):
                    sys.stderr.write(line[at : at + _PIECE])
                    sys.stderr.flush()
        except OSError:  # its disk is full, or its reader has left
            sys.stderr = _null_stream("w")


def _takes_more(stream: IO[str], patience_s: float) -> bool:
    try:
        return bool(select([], [stream], [], patience_s)[1])
    except (OSError, ValueError):  # no descriptor is behind it, or this system cannot tell
        return True


def warn(text: str) -> None:
    say(f"fermata: Warning: {text}")


def note(text: str) -> None:
    """Say something of interest to a person, not to a program."""
    if sys.stderr.isatty():
        say(text)


def harmless(line: str) -> str:
    """Replace what is no sign: what stands in a file must not steer the terminal.

    Bytes of a folder's name that are no text stay: the name is of use only as a whole.
    """
    return "".join(it if it.isprintable() or "\udc80" <= it <= "\udcff" else "�" for it in line)


def terminal_size() -> os.terminal_size:
    """Ask the terminal itself: `COLUMNS` may be another's, or of before it was resized."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return shutil.get_terminal_size()
    return size if size.columns and size.lines else shutil.get_terminal_size()


class Progress:
    """A progress bar on standard error; none where that is no terminal."""

    def __init__(
        self, name: str, total: float | None, unit: str, *, is_wanted: bool = True
    ) -> None:
        """Args: unit: "s", "B" or " lines"; total: None where unknown."""
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
        """Add to what is done; a total that was too small is not exceeded."""
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
    """Replace standard streams that are closed, and let them take any text or file name."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed by whoever started us
            setattr(sys, name, _null_stream(mode))
    _reconfigure(sys.stdin, {"encoding": "utf-8", "newline": "\n"}, {})
    # what goes into a pipe is UTF-8 on every system; names that are no text pass as they are
    in_pipes = {"encoding": "utf-8", "errors": "surrogateescape", "newline": "\n"}
    _reconfigure(sys.stdout, in_pipes, {"errors": "replace"})


def _null_stream(mode: str) -> IO[str]:
    stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115  lives as long as we
    if stream.fileno() <= 2:
        os.set_inheritable(stream.fileno(), True)  # noqa: FBT003  child processes need it too
    return stream


def _reconfigure(stream: object, in_pipes: dict[str, str], on_terminals: dict[str, str]) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(**(on_terminals if stream.isatty() else in_pipes))  # type: ignore[arg-type]


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
