"""Signals that end a command, or what it is doing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from engine.errors import FermataError

INTERRUPTED = 130
_SIGNALLED = 128  # plus the signal's number: a shell's convention for the exit status
_TO_END = ("SIGTERM", "SIGHUP")


class Interrupts:
    """Turns Ctrl-C into `KeyboardInterrupt`, and remembers it.

    A C extension that is just being imported turns it into an ImportError without its cause.
    """

    def __init__(self) -> None:
        self._came = False
        usual = {signal.SIG_DFL, signal.default_int_handler}
        is_main = threading.current_thread() is threading.main_thread()
        self._before = signal.getsignal(signal.SIGINT)
        self._is_ours = is_main and self._before in usual
        if self._is_ours:
            signal.signal(signal.SIGINT, self._interrupt)

    def close(self) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, self._before)

    def are_behind(self, error: Exception) -> bool:
        is_explained = isinstance(error, FermataError | OSError)
        return (self._came and not is_explained) or _follows_interrupt(error)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._came = True
        signal.default_int_handler(number, frame)


def _follows_interrupt(error: BaseException | None) -> bool:
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the block as `sys.exit` does, so that partial files are removed.

    Ignored signals stay ignored (nohup). After one of them, any exception also ends the block: a C
    extension that is just being imported raises an ImportError.
    """
    came: list[int] = []
    numbers = [getattr(signal, name) for name in _TO_END if hasattr(signal, name)]
    is_main = threading.current_thread() is threading.main_thread()
    ours = [it for it in numbers if is_main and signal.getsignal(it) is signal.SIG_DFL]

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        for other in ours:  # a second one would interrupt the clean-up
            signal.signal(other, signal.SIG_IGN)
        came.append(number)
        raise SystemExit(_SIGNALLED + number)

    for number in ours:
        signal.signal(number, end)
    try:
        yield
    except Exception:
        if not came:
            raise
        raise SystemExit(_SIGNALLED + came[0]) from None
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def first_interrupt(stop: Callable[[], object], *, or_end: bool = False) -> Iterator[None]:
    """Call `stop` on the first Ctrl-C; a second one acts as usual.

    Args:
        stop: Called in the signal handler.
        or_end: Also call it on SIGTERM and SIGHUP, unless they are ignored (nohup).
    """

    def interrupted(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before[signal.SIGINT])
        stop()

    ends = [getattr(signal, name) for name in _TO_END if or_end and hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ends)}
    ours = [it for it in before if it is signal.SIGINT or before[it] is not signal.SIG_IGN]
    for number in ours:
        signal.signal(number, interrupted)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])
