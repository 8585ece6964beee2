"""Writes a trained tagger as a bundle: int8 ONNX, tokenizer, lexicon, `bundle.json`."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.network.bundle import (
    DESCRIPTION,
    FLOAT_WEIGHTS,
    FORMAT,
    LEXICON,
    NETWORK,
    TOKENIZER,
    labels_table,
    sha256_of,
)
from engine.network.timing import TIMING_FEATURES
from engine.network.tokenizer import WordTokenizer
from engine.network.torch_network import EncoderShape, TaggerNetwork
from engine.punctuation.evidence import UNCALIBRATED, Calibration
from engine.punctuation.labels import PLAIN_MARKS, Mark
from engine.punctuation.mark_offsets import MarkOffsets
from engine.text.marked_text import MarkedWord
from training.architectures.encoders import find_encoder
from training.architectures.joint import without_beside
from training.architectures.registry import layout_of, slot_token_of
from training.architectures.sizes import Sizes, TokenSizes, WindowSizes
from training.export.lexicon import build_lexicon
from training.export.network import ScoresOf, build_network, named_as_bert
from training.export.quantise import write_quantised
from training.loop.checkpoints import checkpoints
from training.recipes.recipe import Recipe

_LIVE_TOKENS, _OFFLINE_TOKENS = 64, 128


def read_encoder_shape(folder: Path) -> EncoderShape:
    """Read the sizes of a BERT-like, RoBERTa-like or MPNet encoder from its `config.json`.

    Raises:
        ValueError: it is an encoder of another kind.
    """
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    try:
        return _encoder_shape(config)
    except KeyError as error:
        raise ValueError(f"the encoder in {folder} has no {error}") from error


def _encoder_shape(config: Mapping[str, Any]) -> EncoderShape:
    is_mpnet = config["model_type"] == "mpnet"
    is_padded_first = is_mpnet or "roberta" in config["model_type"]
    return EncoderShape(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        inner_width=config["intermediate_size"],
        positions=config["max_position_embeddings"],
        first_position=config["pad_token_id"] + 1 if is_padded_first else 0,
        token_types=0 if is_mpnet else config["type_vocab_size"],
        epsilon=config["layer_norm_eps"],
        relative_buckets=config["relative_attention_num_buckets"] if is_mpnet else 0,
    )


def write_onnx(network: TaggerNetwork | ScoresOf, path: Path) -> None:
    """Export to float ONNX with free window and token counts."""
    ids = torch.ones((2, 16), dtype=torch.int64)
    inputs = {"ids": ids, "attention": torch.ones_like(ids)}
    if network.timing is not None:
        inputs["timing"] = torch.zeros((2, 16, TIMING_FEATURES))
    free = {0: "windows", 1: "tokens"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=["scores"],
            dynamic_axes=dict.fromkeys([*inputs, "scores"], free),
            dynamo=False,
        )


def write_bundle(  # noqa: PLR0913  a bundle is made of just these
    folder: Path,
    *,
    description: Mapping[str, Any],
    shape: EncoderShape,
    weights: Mapping[str, Tensor],
    tokenizer: Path,
    lexicon: Mapping[str, Any],
    calibration: Calibration = UNCALIBRATED,
    sizes: Sizes | None = None,
    marks: int = len(PLAIN_MARKS),
    with_float_weights: bool,
) -> Path:
    """Write a whole bundle; `description` gives name, languages, architecture and training.

    `marks`: rows of the marks in the network's scores, five or six.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shape = replace(shape, timing=any(name.startswith("timing.") for name in weights))
    sizes = sizes or TokenSizes()
    slot_token = slot_token_of(WordTokenizer(tokenizer), sizes)
    weights = named_as_bert(weights)
    network = build_network(shape, weights, sizes, slot_token, marks)
    float_network = folder / "float.onnx"
    write_onnx(network, float_network)
    write_quantised(float_network, folder / NETWORK)
    float_network.unlink()
    shutil.copyfile(tokenizer, folder / TOKENIZER)
    write_lexicon(folder, lexicon)
    (folder / FLOAT_WEIGHTS).unlink(missing_ok=True)  # those of an earlier export
    if with_float_weights:
        halves = {name: _half(value) for name, value in weights.items()}
        save_file(halves, folder / FLOAT_WEIGHTS)
    table = {
        "format": FORMAT,
        **description,
        "labels": labels_table(tuple(Mark)[:marks]),
        "window": _window(sizes),
        "layout": asdict(layout_of(sizes, slot_token)),
        "sizes": asdict(sizes),
        "encoder": asdict(shape),
        "committer": calibration.to_table(),
    }
    return write_description(folder, table)


def write_recipe_bundle(  # noqa: PLR0913  the options of `export`
    recipe: Recipe,
    weights: Mapping[str, Tensor],
    folder: Path,
    words: Iterable[MarkedWord] = (),
    *,
    with_float_weights: bool = False,
    has_half_depth: bool = False,
) -> None:
    """Write a recipe's trained network; the lexicon comes from its written words.

    `has_half_depth`: the weights are what `half_depth` left of them.
    """
    encoder = find_encoder(recipe.encoder)
    shape = read_encoder_shape(encoder)
    shape = replace(shape, layers=shape.layers // 2) if has_half_depth else shape
    write_bundle(
        folder,
        description={
            "name": recipe.name,
            "languages": list(recipe.languages),
            "architecture": recipe.architecture,
            "training": [{"data": s.name, "licence": s.licence} for s in recipe.sources],
            "scores": {},
        },
        shape=shape,
        weights=without_beside(weights),
        tokenizer=encoder / "tokenizer.json",
        lexicon=build_lexicon(words, recipe.always_written),
        sizes=recipe.sizes,
        marks=recipe.marks,
        with_float_weights=with_float_weights,
    )


def _window(sizes: Sizes) -> dict[str, int]:
    if isinstance(sizes, WindowSizes):  # it learnt whole windows of one length
        return {"live_tokens": sizes.window, "offline_tokens": sizes.window}
    return {"live_tokens": _LIVE_TOKENS, "offline_tokens": _OFFLINE_TOKENS}


def _half(value: Tensor) -> Tensor:
    return (value.half() if value.is_floating_point() else value).contiguous()


def with_offsets(weights: Mapping[str, Tensor], offsets: MarkOffsets) -> dict[str, Tensor]:
    """Return the weights of a `token` network with the offsets built in.

    Raises:
        ValueError: the network has no such head.
    """
    if "head.bias" not in weights:
        raise ValueError("mark offsets need the head of a `token` network")
    bias = weights["head.bias"].numpy()
    return {**weights, "head.bias": torch.from_numpy(offsets.added_to(bias))}


def write_lexicon(folder: Path, lexicon: Mapping[str, Any]) -> None:
    (folder / LEXICON).write_text(_json(lexicon), encoding="utf-8")


def write_description(folder: Path, table: Mapping[str, Any]) -> Path:
    """Write `bundle.json` with new checksums of the files beside it."""
    names = (NETWORK, TOKENIZER, LEXICON, FLOAT_WEIGHTS)
    digests = {name: sha256_of(folder / name) for name in names if (folder / name).is_file()}
    path = folder / DESCRIPTION
    path.write_text(_json({**table, "sha256": digests}), encoding="utf-8")
    return path


def latest_average(folder: Path) -> dict[str, Tensor]:
    """Return the averaged weights of a run's newest checkpoint.

    Raises:
        FileNotFoundError: the run has none.
    """
    found = checkpoints(folder)
    if not found:
        raise FileNotFoundError(f"no checkpoint in {folder}")
    return load_file(found[-1] / "average.safetensors")


def _json(table: Mapping[str, Any] | Sequence[Any]) -> str:
    return json.dumps(table, indent=1, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value)} is not JSON")
