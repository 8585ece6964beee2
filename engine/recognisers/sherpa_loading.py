"""Loads a sherpa-onnx model that has been checked (see `sherpa_models`)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import ModelFormatError, RecogniserError
from engine.messages import Message, own_words
from engine.recognisers.sherpa_hot_words import modelling_unit, piece_scores
from engine.recognisers.sherpa_models import TOKENS, SherpaModel

_HOT_WORD_SCORE = 2.0


def load(model: SherpaModel, options: Mapping[str, object], *, with_hot_words: bool = False) -> Any:  # noqa: ANN401  sherpa-onnx is untyped
    """Return an `OnlineRecognizer` or an `OfflineRecognizer`.

    Args:
        model: Its family must take hot words if these are wanted.
        options: Arguments of the factory method besides the family's own.
        with_hot_words: Whether streams will get some.

    Raises:
        ModelFormatError: ONNX Runtime refuses a network.
        RecogniserError: sherpa-onnx cannot be loaded.
    """
    try:
        from sherpa_onnx import OfflineRecognizer, OnlineRecognizer
    except ImportError as error:
        reason = Message("sherpa-onnx cannot be loaded: {detail}", detail=error)
        raise RecogniserError("sherpa", reason) from error
    family = model.family
    paths = {part: str(path) for part, path in model.networks.items()}
    paths["tokens"] = str(model.folder / TOKENS)
    make = getattr(OnlineRecognizer if family.is_streaming else OfflineRecognizer, family.maker)
    try:
        with tempfile.TemporaryDirectory(prefix="fermata-") as folder:
            biased = _biased(model, Path(folder)) if with_hot_words else {}
            return make(**paths, **family.options, **options, **biased)
    except RuntimeError as error:  # raised by ONNX Runtime
        raise ModelFormatError(model.folder, own_words(error)) from error


def _biased(model: SherpaModel, folder: Path) -> dict[str, Any]:
    """Return the options that make a model weigh hot words; only beam search does."""
    pieces = folder / "bpe.vocab"
    pieces.write_text(piece_scores(model), encoding="utf-8")
    unit = modelling_unit(model.tokens)
    return {
        "decoding_method": "modified_beam_search",
        "hotwords_score": _HOT_WORD_SCORE,
        "modeling_unit": unit,
        "bpe_vocab": "" if unit == "cjkchar" else str(pieces),
    }
