"""The bundle that tests run: the bundled English model, or another folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BUNDLED = Path(__file__).parents[2] / "assets" / "models" / "en"


def bundle_folder() -> Path:
    """Return `FERMATA_TEST_BUNDLE` or `assets/models/en`; skip without it."""
    folder = Path(os.environ.get("FERMATA_TEST_BUNDLE") or _BUNDLED)
    if not (folder / "bundle.json").is_file():
        pytest.skip(f"no bundle in {folder}")
    return folder


def needed_module(name: str) -> None:
    """Skip where an optional module is not installed."""
    try:
        __import__(name)
    except ImportError:
        pytest.skip(f"{name} is not installed")
