"""Data beside the repository and libraries of the system: found, or the test says why not."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PYTHON_PATH = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "tests" / "loopback_only")])
DATA = REPOSITORY / "tests" / "data"


def shared(*parts: str) -> Path:
    """Return a path under the shared folder; skip where it is missing, fail there under CI."""
    folder = Path(os.environ.get("FERMATA_SHARED") or REPOSITORY.parent / "shared")
    path = folder.joinpath(*parts)
    if not path.exists():
        _do_without(f"shared data: no {'/'.join(parts)} in {folder}")
    return path


def need_library(name: str) -> None:
    """Skip where the system has no library "lib<name>"; fail there under CI."""
    if ctypes.util.find_library(name) is None:
        _do_without(f"the system library {name} is missing")


def need_module(name: str) -> None:
    """Skip where an optional package is not installed; fail there under CI."""
    if importlib.util.find_spec(name) is None:
        _do_without(f"the package {name} is missing")


def need_program(name: str) -> str:
    """Return the program's path; skip where it is missing, fail there under CI."""
    path = shutil.which(name)
    return path or _do_without(f"the program {name} is missing")


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
