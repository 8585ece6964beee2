"""Finds pre-trained encoders on this machine; no hub is asked."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def find_encoder(name: str) -> Path:
    """Return the folder of an encoder: a path, or an installed package that carries one.

    Raises:
        FileNotFoundError: neither exists.
    """
    if (Path(name) / "config.json").is_file():
        return Path(name)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    for root in (spec.submodule_search_locations or []) if spec else []:
        for weights in sorted(Path(root).rglob("model.safetensors")):
            return weights.parent
    raise FileNotFoundError(f"no encoder folder or package named {name!r}")
