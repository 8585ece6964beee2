"""Writes a trained tagger as a bundle: int8 ONNX, tokenizer, lexicon, `bundle.json`."""

from __future__ import annotations

import json
import shutil
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file, save_file
from torch import Tensor

from engine.punctuation.bundle import (
    DESCRIPTION,
    FLOAT_WEIGHTS,
    FORMAT,
    LEXICON,
    NETWORK,
    TOKENIZER,
    sha256_of,
)
from engine.punctuation.evidence import UNCALIBRATED, Calibration
from engine.punctuation.labels import Case, Mark
from engine.punctuation.marked_text import MarkedWord
from engine.punctuation.scorer import LABELS
from engine.punctuation.torch_network import EncoderShape, TaggerNetwork
from training.checkpoints import checkpoints

_COMMON_WORDS = 200
_LEAST_SIGHTINGS = 6
_LIVE_TOKENS, _OFFLINE_TOKENS = 64, 128


def read_encoder_shape(folder: Path) -> EncoderShape:
    """Read the sizes of a BERT-like or RoBERTa-like encoder from its `config.json`.

    Raises:
        ValueError: it is an encoder of another kind.
    """
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    try:
        return _encoder_shape(config)
    except KeyError as error:
        raise ValueError(f"the encoder in {folder} has no {error}") from error


def _encoder_shape(config: Mapping[str, Any]) -> EncoderShape:
    is_roberta = "roberta" in config["model_type"]
    return EncoderShape(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        inner_width=config["intermediate_size"],
        positions=config["max_position_embeddings"],
        first_position=config["pad_token_id"] + 1 if is_roberta else 0,
        token_types=config["type_vocab_size"],
        epsilon=config["layer_norm_eps"],
    )


def build_network(shape: EncoderShape, weights: Mapping[str, Tensor]) -> TaggerNetwork:
    """Put trained weights into the engine's own network.

    Raises:
        ValueError: the weights are another encoder's.
    """
    network = TaggerNetwork(shape, LABELS)
    try:
        network.load_state_dict({name: value.float() for name, value in weights.items()})
    except RuntimeError as error:
        raise ValueError("the weights do not fit the encoder of the recipe") from error
    return network.eval()


def write_onnx(network: TaggerNetwork, path: Path) -> None:
    """Export to float ONNX with free window and token counts."""
    ids = torch.ones((2, 16), dtype=torch.int64)
    free = {0: "windows", 1: "tokens"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (ids, torch.ones_like(ids)),
            str(path),
            input_names=["ids", "attention"],
            output_names=["scores"],
            dynamic_axes={"ids": free, "attention": free, "scores": free},
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
    with_float_weights: bool,
) -> Path:
    """Write a whole bundle; `description` gives name, languages, architecture and training."""
    folder.mkdir(parents=True, exist_ok=True)
    network = build_network(shape, weights)
    float_network = folder / "float.onnx"
    write_onnx(network, float_network)
    quantize_dynamic(float_network, folder / NETWORK, weight_type=QuantType.QInt8, per_channel=True)
    float_network.unlink()
    shutil.copyfile(tokenizer, folder / TOKENIZER)
    (folder / LEXICON).write_text(_json(lexicon), encoding="utf-8")
    (folder / FLOAT_WEIGHTS).unlink(missing_ok=True)  # those of an earlier export
    if with_float_weights:
        halves = {name: value.half().contiguous() for name, value in network.state_dict().items()}
        save_file(halves, folder / FLOAT_WEIGHTS)
    table = {
        "format": FORMAT,
        **description,
        "labels": {"marks": [mark.text for mark in Mark], "cases": len(Case)},
        "window": {"live_tokens": _LIVE_TOKENS, "offline_tokens": _OFFLINE_TOKENS},
        "encoder": asdict(shape),
        "committer": calibration.to_table(),
    }
    return write_description(folder, table)


def write_description(folder: Path, table: Mapping[str, Any]) -> Path:
    """Write `bundle.json` with fresh checksums of the files beside it."""
    names = (NETWORK, TOKENIZER, LEXICON, FLOAT_WEIGHTS)
    digests = {name: sha256_of(folder / name) for name in names if (folder / name).is_file()}
    path = folder / DESCRIPTION
    path.write_text(_json({**table, "sha256": digests}), encoding="utf-8")
    return path


def build_lexicon(words: Iterable[MarkedWord], always: Mapping[str, str]) -> dict[str, Any]:
    """Collect the commonest words and those whose usual written form is of mixed case."""
    forms: dict[str, Counter[str]] = {}
    counts: Counter[str] = Counter()
    for word in words:
        lower = word.core.lower()
        counts[lower] += 1
        if word.case is not Case.LOWER and lower.isascii():
            forms.setdefault(lower, Counter())[word.core] += 1
    return {
        "always": dict(always),
        "mixed": dict(sorted(_mixed(forms, counts))),
        "common": [word for word, _ in counts.most_common(_COMMON_WORDS)],
    }


def _mixed(
    forms: Mapping[str, Counter[str]], counts: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    for lower, written in forms.items():
        form, sightings = written.most_common(1)[0]
        is_word = lower.replace("'", "").isalnum()
        if sightings >= _LEAST_SIGHTINGS and sightings * 2 > counts[lower] and is_word:
            stem = form.removesuffix("'s")
            if _is_mixed(stem) and form != lower:
                yield lower, form


def _is_mixed(form: str) -> bool:
    return form not in {form.lower(), form.upper(), form[:1].upper() + form[1:].lower()}


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
