"""The bundle that tests run: the bundled English model, or another folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_BUNDLED = Path(__file__).parents[2] / "assets" / "models" / "en"


def bundle_folder() -> Path:
    """Return `FERMATA_TEST_BUNDLE` or `assets/models/en`; skip, or in CI fail, without it."""
    folder = Path(os.environ.get("FERMATA_TEST_BUNDLE") or _BUNDLED)
    if not (folder / "bundle.json").is_file():
        _give_up(f"no bundle in {folder}")
    return folder


def needed_module(name: str) -> None:
    """Skip, or in CI fail, where an optional module is not installed."""
    try:
        __import__(name)
    except ImportError:
        _give_up(f"{name} is not installed")


def _give_up(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
