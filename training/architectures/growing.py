"""Deepens an encoder by repeating each layer; training then tells the copies apart.

Ref: Gong et al. (2019), "Efficient Training of BERT by Progressively Stacking".
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from safetensors.torch import load_file, save_file
from torch import Tensor

_LAYER = re.compile(r"(?<=\blayer\.)(\d+)(?=\.)")
_FILES = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")
_WEIGHTS = "model.safetensors"


def deepen_encoder(encoder: Path, times: int, target: Path) -> int:
    """Write a copy of an encoder in which each layer is followed by copies of itself.

    Args:
        encoder: folder with `config.json`, `model.safetensors`, `tokenizer.json`.


    Raises:
        ValueError: `times` is below 1, or its layers are not named as BERT's and RoBERTa's are.
    """
    if times < 1:
        raise ValueError(f"layers cannot stand {times} times")
    config = json.loads((encoder / "config.json").read_text(encoding="utf-8"))
    tensors = load_file(encoder / _WEIGHTS)
    found = {layer for layer in map(layer_of, tensors) if layer is not None}
    if found != set(range(config.get("num_hidden_layers", 0))):
        raise ValueError(f"the layers of the encoder in {encoder} are not named layer.0, layer.1 …")
    target.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        if (encoder / name).is_file():
            shutil.copyfile(encoder / name, target / name)
    config["num_hidden_layers"] *= times
    (target / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    save_file(deepened_weights(tensors, times), target / _WEIGHTS, metadata={"format": "pt"})
    return int(config["num_hidden_layers"])


def deepened_weights(tensors: dict[str, Tensor], times: int) -> dict[str, Tensor]:
    """Return the tensors of an encoder with each layer repeated in place."""
    grown: dict[str, Tensor] = {}
    for name, value in tensors.items():
        layer = layer_of(name)
        if layer is None:
            grown[name] = value
            continue
        for copy in range(times):
            grown[_LAYER.sub(str(layer * times + copy), name, count=1)] = value.clone()
    return grown


def layer_of(name: str) -> int | None:
    """Return the number of a weight's layer, None if it has none."""
    found = _LAYER.search(name)
    return int(found.group()) if found else None
