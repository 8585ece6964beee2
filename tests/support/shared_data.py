"""Data beside the repository and system libraries: found, or the test is skipped.

Under CI, skipping is a failure: `tests/conftest.py`.
"""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import shutil
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PYTHON_PATH = os.pathsep.join(str(REPOSITORY / it) for it in (".", "tests/support/loopback_only"))
DATA = REPOSITORY / "tests" / "data"


def shared(*parts: str) -> Path:
    """Return a path under the shared folder; skip if it is missing."""
    folder = Path(os.environ.get("FERMATA_SHARED") or REPOSITORY.parent / "shared")
    path = folder.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"shared data: no {'/'.join(parts)} in {folder}")
    return path


def need_library(name: str) -> None:
    """Skip if the system has no library "lib<name>"."""
    if ctypes.util.find_library(name) is None:
        pytest.skip(f"the system library {name} is missing")


def need_module(name: str) -> None:
    """Skip if an optional package is not installed."""
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"the package {name} is missing")


def need_program(name: str) -> str:
    """Return the program's path; skip if it is missing."""
    path = shutil.which(name)
    return path or pytest.skip(f"the program {name} is missing")
