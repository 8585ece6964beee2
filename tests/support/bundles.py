"""The bundle that tests use: the bundled English model, or another folder."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

_BUNDLED = Path(__file__).parents[2] / "assets" / "models" / "en"


def bundle_folder() -> Path:
    """Return `FERMATA_TEST_BUNDLE` or `assets/models/en`; skip without it."""
    folder = Path(os.environ.get("FERMATA_TEST_BUNDLE") or _BUNDLED)
    if not (folder / "bundle.json").is_file():
        pytest.skip(f"no bundle in {folder}")
    return folder


def offer_bundle(data: Path) -> None:
    """Offer `FERMATA_TEST_BUNDLE` as `en` in a user's folder.

    Without it, `en` is the bundled one, which runs in its caller's process; a copy would count as a
    stranger's and run in its own.
    """
    if os.environ.get("FERMATA_TEST_BUNDLE"):
        (data / "models").mkdir(parents=True, exist_ok=True)
        (data / "models" / "en").symlink_to(bundle_folder())


def empty_bundle(folder: Path, *, with_float_weights: bool = True) -> Path:
    """Write a bundle that is complete except for its weights, which are a few bytes."""
    shutil.copytree(bundle_folder(), folder, ignore=shutil.ignore_patterns("model.*"))
    table = json.loads((folder / "bundle.json").read_text(encoding="utf-8"))
    weights = ["model.onnx", "model.safetensors"] if with_float_weights else ["model.onnx"]
    table["sha256"].pop("model.safetensors", None)
    for name in weights:
        (folder / name).write_bytes(b"weights")
        table["sha256"][name] = hashlib.sha256(b"weights").hexdigest()
    (folder / "bundle.json").write_text(json.dumps(table), encoding="utf-8")
    return folder


def needed_module(name: str) -> None:
    """Skip if an optional module is not installed."""
    try:
        __import__(name)
    except ImportError:
        pytest.skip(f"{name} is not installed")
