"""Reads files in child processes with limited memory."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.support.processes import program_command
from tests.support.shared_data import REPOSITORY

ReadApart = Callable[[Path, int], dict[str, Any]]
_START_S = 300  # to import everything, on any machine


@contextmanager
def reading_process() -> Iterator[ReadApart]:
    """Provide a function of a file and a limit in seconds that returns what `reading` reports."""
    pytest.importorskip("resource", reason="limits of memory are Unix's")
    command = program_command("faults.reading")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=pipe, stdout=pipe, text=True) as process:

        def read_apart(path: Path, limit_s: int) -> dict[str, Any]:
            hangs = Timer(_START_S + limit_s, process.kill)  # if the fork has no limit of its own
            hangs.start()
            try:
                process.stdin.write(json.dumps([str(path), limit_s]) + "\n")
                process.stdin.flush()
                told: dict[str, Any] = {}
                while "status" not in told:
                    line = process.stdout.readline()
                    assert line, f"the process that reads files ended or hung: {told}"
                    told |= json.loads(line)
            finally:
                hangs.cancel()
            assert told["status"] == 0, told
            return told

        yield read_apart
        process.stdin.close()
