"""Processes that tests have started."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path


def program_command(name: str, *words: object) -> list[str]:
    """Return the command that runs one of the programs in this folder."""
    return [sys.executable, "-m", "tests.support", name, *map(str, words)]


def children_of(pid: int | None = None) -> list[int]:
    """Return the living children of a process, by default this one."""
    children: set[int] = set()
    for path in Path(f"/proc/{pid or os.getpid()}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            children |= {int(child) for child in path.read_text().split()}
    return sorted(children)


def peak_kib(pid: int | str = "self") -> int:
    """Return the peak memory of a process; rusage would begin with its parent's."""
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _, _, told = Path(f"/proc/{pid}/status").read_text().partition("VmHWM:")
    return int(told.split()[0])


def is_running(pid: int) -> bool:
    """Return whether it has not ended; a zombie has, though its status was not collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def recognisers() -> list[int]:
    """Return this process's recogniser processes, oldest first."""
    children = multiprocessing.active_children()
    return sorted(child.pid for child in children if child.name == "fermata-recogniser")


def recorder_of(pid: int) -> int | None:
    """Return the child that has the microphone."""
    for child in children_of(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            if "libportaudio" in Path(f"/proc/{child}/maps").read_text():
                return child
    return None
