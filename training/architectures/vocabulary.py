"""Makes an encoder smaller by dropping word pieces that its texts hardly use.

Half of a small encoder is its vocabulary. Words whose pieces are gone are split into shorter ones,
down to single characters, so no word becomes unknown.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file

_EMBEDDINGS = "embeddings.word_embeddings.weight"
_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
_FILES = ("config.json", "tokenizer_config.json", "special_tokens_map.json")


def prune_encoder(
    encoder: Path, counts: npt.NDArray[np.int64], keep: int, target: Path
) -> dict[int, int]:
    """Write a copy of a WordPiece encoder with the `keep` most used pieces.

    Special tokens and single characters stay whatever their count.

    Args:
        encoder: folder with `config.json`, `model.safetensors`, `tokenizer.json`.
        counts: (pieces,) how often each id occurs in the texts.

    Returns:
        New id of each piece that is kept, by its old id.

    Raises:
        ValueError: the tokenizer is not WordPiece.
    """
    tokenizer = json.loads((encoder / "tokenizer.json").read_text(encoding="utf-8"))
    if tokenizer["model"]["type"] != "WordPiece":
        raise ValueError(f"the tokenizer in {encoder} is no WordPiece")
    kept = kept_pieces(tokenizer, counts, keep)
    new_ids = {old: new for new, old in enumerate(kept)}
    target.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        if (encoder / name).is_file():
            shutil.copyfile(encoder / name, target / name)
    _write_json(target / "tokenizer.json", renumbered(tokenizer, new_ids))
    config = json.loads((encoder / "config.json").read_text(encoding="utf-8"))
    config["vocab_size"] = len(kept)
    config["pad_token_id"] = new_ids[config.get("pad_token_id", 0)]
    _write_json(target / "config.json", config)
    tensors = load_file(encoder / "model.safetensors")
    save_file(prune_weights(tensors, new_ids), target / "model.safetensors")
    return new_ids


def prune_weights(
    tensors: Mapping[str, torch.Tensor], new_ids: Mapping[int, int]
) -> dict[str, torch.Tensor]:
    """Return the tensors with only the kept rows of the word embeddings, in their new order."""
    rows = torch.tensor(sorted(new_ids, key=new_ids.__getitem__))
    return {
        name: value[rows].contiguous() if name.endswith(_EMBEDDINGS) else value.contiguous()
        for name, value in tensors.items()
    }


def kept_pieces(
    tokenizer: Mapping[str, Any], counts: npt.NDArray[np.int64], keep: int
) -> list[int]:
    """Return the ids of the `keep` most used pieces in order, special ones and letters among them.

    Args:
        tokenizer: the table in `tokenizer.json`.
        counts: (pieces,) how often each id occurs in the texts.
    """
    vocabulary: dict[str, int] = tokenizer["model"]["vocab"]
    always = {token["id"] for token in tokenizer["added_tokens"]}
    always |= {at for piece, at in vocabulary.items() if piece in _SPECIAL}
    for piece, at in vocabulary.items():
        core = piece.removeprefix("##")
        if len(core) == 1 and (core.isascii() or core in "£€°éèêëáàâäãåíìîïóòôöõúùûüçñß"):
            always.add(at)
    counted = np.zeros(max(vocabulary.values()) + 1, dtype=np.int64)
    counted[: len(counts)] = counts[: len(counted)]
    counted[sorted(always)] = np.iinfo(np.int64).max
    best = np.argsort(-counted, kind="stable")[:keep]
    return sorted(int(at) for at in best)


def renumbered(tokenizer: dict[str, Any], new_ids: Mapping[int, int]) -> dict[str, Any]:
    """Return the tokenizer's table with only the pieces that have a new id, changed in place."""
    vocabulary = tokenizer["model"]["vocab"]
    tokenizer["model"]["vocab"] = {
        piece: new_ids[at] for piece, at in vocabulary.items() if at in new_ids
    }
    for token in tokenizer["added_tokens"]:
        token["id"] = new_ids[token["id"]]
    post = tokenizer.get("post_processor") or {}
    for token in post.get("special_tokens", {}).values():
        token["ids"] = [new_ids[at] for at in token["ids"]]
    for name in ("sep", "cls"):
        if name in post:
            post[name] = [post[name][0], new_ids[post[name][1]]]
    return tokenizer


def _write_json(path: Path, table: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
