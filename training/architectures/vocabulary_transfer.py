"""Gives an encoder other tokens: each begins as the mean of the pieces that spell it.

Ref: Gee et al. (2022), "Fast Vocabulary Transfer for Language Model Compression".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.torch import save_file
from torch import Tensor

from engine.text.scripts import is_cjk

EMBEDDINGS = "encoder.embeddings.word_embeddings.weight"
_LAYER = re.compile(r"encoder\.encoder\.layer\.(\d+)\.")
_WORD = "▁"  # begins a word
_SPECIAL = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>", "[UNK]": "<unk>", "[MASK]": "<mask>"}
Floats = npt.NDArray[np.float32]
Weights = dict[str, Tensor]


class UnigramSpeller:
    """Spells words with the pieces of a unigram model, in the likeliest way (Kudo 2018, §3.2)."""

    def __init__(self, pieces: Sequence[str], log_probabilities: Floats) -> None:
        self._ids = {piece: at for at, piece in reversed(list(enumerate(pieces)))}
        self._values = log_probabilities
        self._longest = max(map(len, pieces), default=0)

    def spelling(self, token: str) -> list[int]:
        """Return the pieces of a WordPiece token; itself if it is one, nothing if none spell it."""
        if token in _SPECIAL:
            return [self._ids[piece] for piece in (_SPECIAL[token],) if piece in self._ids]
        core = token.removeprefix("##")
        forms = [_WORD + core, core]
        if core != token or is_cjk(core):  # no word begins with it, or none is told from another
            forms.reverse()
        whole = [[self._ids[form]] for form in forms if form in self._ids]
        return next(iter(whole), None) or self._best(forms[0]) or self._best(forms[1])

    def _best(self, text: str) -> list[int]:
        best: list[tuple[float, list[int]]] = [(0.0, [])]
        for end in range(1, len(text) + 1):
            found = [
                (best[start][0] + float(self._values[at]), [*best[start][1], at])
                for start in range(max(0, end - self._longest), end)
                if (at := self._ids.get(text[start:end])) is not None
            ]
            best.append(max(found, default=(-np.inf, [])))
        value, ids = best[-1]
        return ids if np.isfinite(value) else []


def transferred_rows(
    speller: UnigramSpeller, rows: Floats, vocabulary: Mapping[str, int]
) -> tuple[Floats, list[str]]:
    """Return embeddings of a vocabulary's tokens, and those that no pieces spell.

    A row with several tokens takes their shortest spelling; a row without any begins as the mean.

    Args:
        rows: (pieces, width) of the speller's pieces.
        vocabulary: row of each token.
    """
    best: dict[int, list[int]] = {}
    unspelt: dict[int, str] = {}
    for token, row in vocabulary.items():
        ids = speller.spelling(token)
        if not ids:
            unspelt[row] = token
        elif row not in best or len(ids) < len(best[row]):
            best[row] = ids
    found = np.tile(rows.mean(axis=0), (max(vocabulary.values()) + 1, 1)).astype(np.float32)
    for row, ids in best.items():
        found[row] = rows[ids].mean(axis=0)
    return found, [token for row, token in unspelt.items() if row not in best]


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
