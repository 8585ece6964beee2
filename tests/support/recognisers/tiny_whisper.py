"""A multilingual Whisper whose network says one word, whatever it hears."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from ctranslate2.specs import WhisperSpec

from engine.recognisers.speech_models import built_in_model

SAID = (" hel", "lo")
LIKELY = ("zh", "de", "en")  # of the languages it hears, the likeliest first
_SIZE, _INNER = 16, 32
_MELS, _FRAMES, _MOST_TOKENS = 80, 1500, 448
_SURE = 10.0


def make_tiny_whisper(folder: Path) -> Path:
    """Write a model for CTranslate2; its tokens are those of the English one here.

    Each token leads directly to the next: the layers add nothing. CTranslate2 considers a network
    multilingual if its vocabulary has an empty token.
    """
    source = built_in_model()
    folder.mkdir()
    shutil.copy(source / "tokenizer.json", folder)
    names = (source / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:51864]
    names.append("")
    ids = {name: number for number, name in enumerate(names)}
    spec = WhisperSpec(1, 1, 1, 1)
    _fill(spec, len(names))
    languages = [f"<|{code}|>" for code in LIKELY]
    said = [text.replace(" ", "Ġ") for text in SAID]
    path = ["<|notimestamps|>", *said, "<|endoftext|>"]
    for state, (one, following) in enumerate(pairwise(path)):
        spec.decoder.embeddings.weight[ids[one], state] = 1.0
        spec.decoder.projection.weight[ids[following], state] = _SURE
    state = len(path)
    spec.decoder.embeddings.weight[ids["<|startoftranscript|>"], state] = 1.0
    for rank, name in enumerate(languages):
        spec.decoder.projection.weight[ids[name], state] = _SURE - rank
    spec.register_vocabulary(names)
    spec.config.lang_ids = [ids[name] for name in languages]
    spec.config.suppress_ids = spec.config.suppress_ids_begin = []
    spec.config.alignment_heads = [[0, 0]]
    spec.validate()
    spec.optimize()
    spec.save(str(folder))
    return folder


def _fill(spec: WhisperSpec, tokens: int) -> None:
    """Give every part its size, filled with zeros."""
    encoder, decoder = spec.encoder, spec.decoder
    for conv, inputs in ((encoder.conv1, _MELS), (encoder.conv2, _SIZE)):
        conv.weight, conv.bias = _zeros(_SIZE, inputs, 3), _zeros(_SIZE)
    encoder.position_encodings.encodings = _zeros(_FRAMES, _SIZE)
    decoder.position_encodings.encodings = _zeros(_MOST_TOKENS, _SIZE)
    decoder.embeddings.weight = _zeros(tokens, _SIZE)
    decoder.projection.weight = _zeros(tokens, _SIZE)
    decoder.scale_embeddings = False
    for norm in (encoder.layer_norm, decoder.layer_norm):
        _fill_norm(norm)
    for layer in (*encoder.layer, *decoder.layer):
        heard = [layer.attention] if hasattr(layer, "attention") else []
        for attention, sizes in zip(
            (layer.self_attention, *heard), ((3, 1), (1, 2, 1)), strict=False
        ):
            _fill_norm(attention.layer_norm)
            for linear, times in zip(attention.linear, sizes, strict=True):
                linear.weight, linear.bias = _zeros(times * _SIZE, _SIZE), _zeros(times * _SIZE)
        _fill_norm(layer.ffn.layer_norm)
        inner, outer = layer.ffn.linear_0, layer.ffn.linear_1
        inner.weight, inner.bias = _zeros(_INNER, _SIZE), _zeros(_INNER)
        outer.weight, outer.bias = _zeros(_SIZE, _INNER), _zeros(_SIZE)


def _fill_norm(norm: SimpleNamespace) -> None:
    norm.gamma, norm.beta = np.ones(_SIZE, np.float32), _zeros(_SIZE)


def _zeros(*sizes: int) -> np.ndarray:
    return np.zeros(sizes, np.float32)
