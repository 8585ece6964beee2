"""Reads a file in a child process that may not grow without bound."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.shared_data import REPOSITORY


def read_apart(path: Path, limit_s: float) -> dict[str, Any]:
    """Return what `tests.support.faults.reading` tells of a file."""
    pytest.importorskip("resource", reason="limits of memory are Unix's")
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.faults.reading", str(path)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=limit_s,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told
