"""Makes the first encoder for several languages of a bundle that knows one.

The bundle's commonest word pieces keep their embeddings, its layers and heads go on as they are,
and rows for CJK characters are put behind the pieces. Layers may be left out from the top, which
costs least of all that shortens an encoder.
Ref: Sajjad et al. (2020), "On the Effect of Dropping Layers of Pre-trained Transformer Models".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.network.bundle import FLOAT_WEIGHTS, TOKENIZER, load_bundle
from engine.network.torch_network import EncoderShape, TaggerNetwork
from engine.punctuation.labels import Case, Mark
from engine.text.scripts import is_cjk
from training.architectures.vocabulary import renumbered

EMBEDDINGS = "encoder.embeddings.word_embeddings.weight"
_LAYER = re.compile(r"encoder\.encoder\.layer\.(\d+)\.")
_RARE_MARK_BIAS = -2.0
Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class SourceBundle:
    """What a bundle hands on: its tokenizer's table, its network's shape and weights."""

    tokenizer: Mapping[str, Any]
    shape: Mapping[str, Any]
    marks: int
    weights: Weights

    @property
    def pieces(self) -> dict[str, int]:
        """Id of each word piece; CJK characters are left out, they get rows of their own."""
        vocabulary: dict[str, int] = self.tokenizer["model"]["vocab"]
        return {piece: at for piece, at in vocabulary.items() if not is_cjk(piece)}


def read_source_bundle(folder: Path) -> SourceBundle:
    """Read a bundle of the architecture `token` with its float weights.

    Raises:
        ModelFormatError: it is no whole bundle.
        ValueError: it has no float weights, or another kind of network or tokenizer.
    """
    bundle = load_bundle(folder)
    tokenizer = json.loads((folder / TOKENIZER).read_text(encoding="utf-8"))
    if bundle.float_weights is None or bundle.architecture != "token":
        raise ValueError(f"{folder} has no float weights of a `token` network")
    if tokenizer["model"]["type"] != "WordPiece":
        raise ValueError(f"the tokenizer in {folder} is no WordPiece")
    weights = {key: value.float() for key, value in load_file(folder / FLOAT_WEIGHTS).items()}
    marks = len(bundle.description["labels"]["marks"])
    return SourceBundle(tokenizer, bundle.encoder, marks, weights)


def widened_tokenizer(
    source: SourceBundle, kept: Mapping[int, int], characters: Mapping[str, int]
) -> dict[str, Any]:
    """Return the table of a tokenizer with the kept pieces and the characters behind them.

    Full-width letters and digits are read as their narrow forms.

    Args:
        kept: new id of each piece by its old one.
        characters: row of each character, 0 for the first behind the pieces.
    """
    tokenizer = renumbered(json.loads(json.dumps(source.tokenizer)), kept)
    vocabulary = tokenizer["model"]["vocab"]
    for piece in [piece for piece in vocabulary if is_cjk(piece)]:
        del vocabulary[piece]
    vocabulary.update({one: len(kept) + row for one, row in characters.items()})
    tokenizer["normalizer"] = {
        "type": "Sequence",
        "normalizers": [{"type": "NFKC"}, tokenizer["normalizer"]],
    }
    tokenizer["truncation"] = tokenizer["padding"] = None
    return tokenizer


def widened_weights(
    source: SourceBundle, kept: Mapping[int, int], rows: np.ndarray, layers: int
) -> Weights:
    """Return the source's weights with other embeddings, fewer layers and a head for all marks.

    Args:
        kept: new id of each piece by its old one.
        rows: embeddings of the characters, (rows, width).
        layers: that stay, from the bottom.
    """
    old_ids = torch.tensor(sorted(kept, key=kept.__getitem__))
    weights = {
        name: value
        for name, value in source.weights.items()
        if not (found := _LAYER.match(name)) or int(found.group(1)) < layers
    }
    pieces = source.weights[EMBEDDINGS][old_ids]
    weights[EMBEDDINGS] = torch.cat([pieces, torch.from_numpy(rows).to(pieces.dtype)])
    for name in ("head.weight", "head.bias"):
        weights[name] = _widened_head(source.weights[name], source.marks)
    weights["head.bias"][source.marks : len(Mark)] += _RARE_MARK_BIAS
    return weights


def fresh_weights(shape: EncoderShape, seed: int) -> Weights:
    """Return random weights, as BERT begins (Devlin et al. 2019)."""
    torch.manual_seed(seed)
    network = TaggerNetwork(shape, len(Mark) + len(Case))
    for module in network.modules():
        if isinstance(module, (torch.nn.Linear, torch.nn.Embedding)):
            torch.nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, torch.nn.Linear) and module.bias is not None:
            torch.nn.init.zeros_(module.bias)
    return dict(network.state_dict())


def write_encoder(folder: Path, tokenizer: Mapping[str, Any], weights: Weights, heads: int) -> None:
    """Write a folder that `training.architectures.registry.load_body` reads."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_json(folder / "tokenizer.json", tokenizer)
    _write_json(folder / "config.json", _config(weights, heads))
    encoder = {
        name.removeprefix("encoder."): value.contiguous()
        for name, value in weights.items()
        if name.startswith("encoder.")
    }
    save_file(encoder, folder / "model.safetensors")


def _widened_head(values: Tensor, marks: int) -> Tensor:
    """Put rows of newer marks, at first the comma's, behind those of the source's."""
    newer = [values[Mark.COMMA : Mark.COMMA + 1]] * (len(Mark) - marks)
    return torch.cat([values[:marks], *newer, values[marks:]])


def _config(weights: Weights, heads: int) -> dict[str, Any]:
    vocabulary, width = weights[EMBEDDINGS].shape
    embeddings = EMBEDDINGS.removesuffix("word_embeddings.weight")
    layers = {int(found.group(1)) for name in weights if (found := _LAYER.match(name))}
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": vocabulary,
        "hidden_size": width,
        "num_hidden_layers": len(layers),
        "num_attention_heads": heads,
        "intermediate_size": weights["encoder.encoder.layer.0.intermediate.dense.bias"].shape[0],
        "max_position_embeddings": weights[f"{embeddings}position_embeddings.weight"].shape[0],
        "type_vocab_size": weights[f"{embeddings}token_type_embeddings.weight"].shape[0],
        "layer_norm_eps": 1e-12,
        "hidden_act": "gelu",
        "pad_token_id": 0,
    }


def _write_json(path: Path, table: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
