"""Processes that tests have started."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
from contextlib import suppress
from pathlib import Path


def program_command(name: str, *words: object) -> list[str]:
    """The command that runs one of the programs in this folder."""
    return [sys.executable, "-m", "tests.support", name, *map(str, words)]


def children_of(pid: int | None = None) -> list[int]:
    """The processes that one, by default this one, has started and that live."""
    children: set[int] = set()
    for path in Path(f"/proc/{pid or os.getpid()}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            children |= {int(child) for child in path.read_text().split()}
    return sorted(children)


def peak_kib(pid: int | str = "self") -> int:
    """The most memory that a process has had; rusage begins with that of its parent."""
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _, _, told = Path(f"/proc/{pid}/status").read_text().partition("VmHWM:")
    return int(told.split()[0])


def is_running(pid: int) -> bool:
    """Whether it has not ended; one that has may stay as a zombie until its status is asked for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def recognisers() -> list[int]:
    """The processes that this one has for recognisers, the oldest first."""
    children = multiprocessing.active_children()
    return sorted(child.pid for child in children if child.name == "fermata-recogniser")


def recorder_of(pid: int) -> int | None:
    """The process that has the microphone, of those that one has started."""
    for child in children_of(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            if "libportaudio" in Path(f"/proc/{child}/maps").read_text():
                return child
    return None
