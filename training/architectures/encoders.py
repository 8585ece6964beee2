"""Finds pre-trained encoders: on this machine, or by name on the Hugging Face hub."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

_HUB_NAME = re.compile(r"[\w.-]+(/[\w.-]+)?")
_FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")


def find_encoder(name: str) -> Path:
    """Return the folder of an encoder, given as a path, an installed package or a name.

    Only a name that is neither is looked up on the hub, and never if `HF_HUB_OFFLINE` is set.

    Raises:
        FileNotFoundError: none of them exists.
    """
    if (Path(name) / "config.json").is_file():
        return Path(name)
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    for root in (spec.submodule_search_locations or []) if spec else []:
        for weights in sorted(Path(root).rglob("model.safetensors")):
            return weights.parent
    if spec is None and _HUB_NAME.fullmatch(name) and not Path(name).exists():
        return _from_hub(name)
    raise FileNotFoundError(f"no encoder folder or package named {name!r}")


def _from_hub(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    try:
        return Path(snapshot_download(name, allow_patterns=list(_FILES)))
    except (OSError, HfHubHTTPError, HFValidationError) as error:
        raise FileNotFoundError(
            f"no encoder folder or package named {name!r}, and the hub does not give it"
        ) from error
