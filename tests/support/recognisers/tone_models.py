"""Handmade streaming models: each hears four tones as four tokens, one each 0.3 s.

Their networks have the inputs, outputs and metadata that sherpa-onnx drives in published models,
one kind for each of `sherpa_families.STREAMING_FAMILIES`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.recognisers.sherpa_models import read_sherpa_model
from engine.types import AudioChunk
from tests.support.recognisers.onnx_graphs import network

TONES_HZ = (250, 700, 1_600, 3_400)
PIECES = ("▁HEL", "LO", "你", "好")
PARAFORMER_PIECES = ("你", "好", "hel@@", "lo")
TOKEN_S = 0.3
_BINS, _STACKED, _FRAME_S = 80, 7, 0.06
_RATE_HZ = 16_000
_LOUD = {"zipformer": -6.8, "int16": 14.0, "NeMo": -9.0}
_BLANK = "<blk>"
_node = helper.make_node
_Network = onnx.ModelProto


def make_model(
    kind: str,
    folder: Path,
    *,
    pieces: Sequence[str] | None = None,
    frames: int = 32,
    about: Mapping[str, object | None] | None = None,
) -> Path:
    """Write a model into a folder, and return it.

    Args:
        kind: of `FAMILIES`.
        folder: is created.
        pieces: how the tones are written.
        frames: length of a chunk in frames of 10 ms, if the model has a choice.
        about: changed properties of the first network; None removes one.
    """
    pieces = pieces or (PARAFORMER_PIECES if kind == "paraformer" else PIECES)
    blank_is_last = "NeMo" in kind
    special = ["<unk>"] if blank_is_last else [_BLANK, "<sos/eos>", "<unk>"]
    tokens = [*special, *pieces, *([_BLANK] if blank_is_last else [])]
    if kind == "paraformer":
        tokens = ["<blank>", "<s>", "</s>", *pieces, "<unk>"]
    networks = _MAKERS[kind](tokens, len(special) if kind != "paraformer" else 3, frames)
    first = next(iter(networks.values()))
    told = {it.key: it.value for it in first.metadata_props} | (about or {})
    del first.metadata_props[:]
    helper.set_model_props(first, {k: str(v) for k, v in told.items() if v is not None})
    folder.mkdir(parents=True)
    for name, made in networks.items():
        onnx.save(made, folder / f"{name}.onnx")
    lines = "".join(f"{token} {number}\n" for number, token in enumerate(tokens))
    (folder / "tokens.txt").write_text(lines, encoding="utf-8")
    return folder


def sounding_alike(folder: Path, piece: str) -> None:
    """Change a transducer so that the token after this one sounds nearly like it."""
    model = read_sherpa_model(folder)
    first = model.tokens.index(piece)

    def sounds_nearly_the_same(names: np.ndarray) -> None:
        names[0, first + 1] = names[0, first] - 1

    def follows_neither(embedding: np.ndarray) -> None:
        embedding[first : first + 2, first : first + 2] = embedding.min()

    change_constant(model.networks["encoder"], "names", sounds_nearly_the_same)
    change_constant(model.networks["decoder"], "embedding", follows_neither)


def change_constant(path: Path, name: str, change: Callable[[np.ndarray], None]) -> None:
    """Change a constant of a network."""
    model = onnx.load(path)
    (constant,) = [it for it in model.graph.initializer if it.name == name]
    values = numpy_helper.to_array(constant).copy()
    change(values)
    constant.CopyFrom(numpy_helper.from_array(values, name))
    onnx.save(model, path)


def sung(*tokens: str, pieces: Sequence[str] = PIECES, silence_s: float = 1.5) -> list[AudioChunk]:
    """Return the tones of tokens, with silence before and after."""
    time_s = np.arange(round(TOKEN_S * _RATE_HZ)) / _RATE_HZ
    hz = dict(zip(pieces, TONES_HZ, strict=True))
    tones = [0.3 * np.sin(2 * np.pi * hz[token] * time_s) for token in tokens]
    silence = np.zeros(round(silence_s * _RATE_HZ))
    samples = np.concatenate([np.zeros(_RATE_HZ // 2), *tones, silence])
    content = (samples * 32_767).astype("<i2").tobytes()
    return [
        AudioChunk(content[at : at + 3_200], at / 32_000) for at in range(0, len(content), 3_200)
    ]


def bands(scale: str, tones_hz: Sequence[int] = TONES_HZ) -> np.ndarray:
    """Return (bins, tones) weights: which mel bins belong to which tone."""

    is_nemo = scale.startswith("NeMo")

    def mel(hz: float) -> float:
        if is_nemo and hz < 1_000:
            return hz * 3 / 200
        return (
            15 + 27 * np.log(hz / 1_000) / np.log(6.4) if is_nemo else 1_127 * np.log(1 + hz / 700)
        )

    high = 8_000 if scale == "NeMo" else 7_600
    low, near_mel = (0, 2.5) if is_nemo else (20, 120)
    centres = np.linspace(mel(low), mel(high), _BINS)
    away = np.abs(centres[:, None] - np.array([mel(hz) for hz in tones_hz]))
    near = (np.eye(len(tones_hz))[away.argmin(1)] * (away.min(1) < near_mel)[:, None]).astype("f4")
    return near / near.sum(0)


def _ears(scale: str = "zipformer") -> tuple[list, dict[str, np.ndarray]]:
    """From `frame` (1, n, bins) to `tone` (1, n, tones), which it is, and `voiced` (1, n, 1)."""
    constants = {"bands": bands(scale), "loud": np.array(_LOUD[scale], "f4")}
    nodes = [
        _node("MatMul", ["frame", "bands"], ["heard"]),
        _node("Softmax", ["heard"], ["tone"], axis=2),
        _node("ReduceMax", ["frame"], ["loudest"], axes=[2], keepdims=1),
        _node("Sub", ["loudest", "loud"], ["over"]),
        _node("Sigmoid", ["over"], ["voiced"]),
    ]
    return nodes, constants


def named(tokens: Sequence[str], begin: int) -> tuple[list, dict[str, np.ndarray]]:
    """From `tone` and `voiced` to `logits` (1, n, tokens): a tone's token, or the blank."""
    names = np.zeros((len(TONES_HZ), len(tokens)), "f4")
    names[np.arange(len(TONES_HZ)), begin + np.arange(len(TONES_HZ))] = 20
    rest = np.where(np.array(tokens) == _BLANK, 10, 0).astype("f4")
    nodes = [
        _node("Mul", ["tone", "voiced"], ["scores"]),
        _node("MatMul", ["scores", "names"], ["named"]),
        _node("Add", ["named", "rest"], ["logits"]),
    ]
    return nodes, {"names": names, "rest": rest}


def every(stride: int, frames: int, source: str) -> tuple[list, dict[str, np.ndarray]]:
    """Take a frame of each step from `source` (1, frames, bins)."""
    cut = {"begin": [0], "end": [frames], "axis": [1], "stride": [stride]}
    nodes = [_node("Slice", [source, *cut], ["frame"])]
    return nodes, {key: np.array(value) for key, value in cut.items()}


def joined(*parts: tuple[list, dict[str, np.ndarray]]) -> tuple[list, dict[str, np.ndarray]]:
    nodes = [node for part in parts for node in part[0]]
    return nodes, {key: value for part in parts for key, value in part[1].items()}


def handed_on(states: Mapping[str, str]) -> list[onnx.NodeProto]:
    return [_node("Identity", [state], [new]) for state, new in states.items()]


_ZIPFORMER = {
    "encoder_dims": 8,
    "query_head_dims": 4,
    "value_head_dims": 4,
    "num_heads": 1,
    "num_encoder_layers": 1,
    "cnn_module_kernels": 3,
    "left_context_len": 4,
}
_ZIPFORMER_STATES = {
    "cached_key_0": [4, 1, 4],
    "cached_nonlin_attn_0": [1, 1, 4, 6],
    "cached_val1_0": [4, 1, 4],
    "cached_val2_0": [4, 1, 4],
    "cached_conv1_0": [1, 8, 1],
    "cached_conv2_0": [1, 8, 1],
    "embed_states": [1, 128, 3, 19],
    "processed_lens": [1],
}


def _zipformer(tokens: Sequence[str], begin: int, frames: int) -> _Network:
    whole = frames + 13
    nodes, constants = joined(every(4, frames, "x"), _ears(), named(tokens, begin))
    new = {f"new_{name}": shape for name, shape in _ZIPFORMER_STATES.items()}
    nodes += [_node("Identity", ["logits"], ["encoder_out"])]
    nodes += handed_on(dict(zip(_ZIPFORMER_STATES, new, strict=True)))
    about = {"model_type": "zipformer2", "version": 1, "T": whole, "decode_chunk_len": frames}
    return network(
        nodes,
        constants,
        {"x": [1, whole, _BINS]} | _ZIPFORMER_STATES,
        {"encoder_out": [1, "n", len(tokens)]} | new,
        about | _ZIPFORMER,
        dict.fromkeys(("processed_lens", "new_processed_lens"), TensorProto.INT64),
    )


def never_again(tokens: Sequence[str]) -> np.ndarray:
    """Return what a decoder adds after each token: it is not heard again while its tone lasts."""
    is_blank = np.array(tokens) == _BLANK
    return (np.eye(len(tokens)) * -40 * ~is_blank).astype("f4")


def _transducer(tokens: Sequence[str], begin: int, frames: int) -> dict[str, _Network]:
    size = len(tokens)
    decoder = network(
        [
            _node("Gather", ["y", "last"], ["token"], axis=1),
            _node("Gather", ["embedding", "token"], ["decoder_out"]),
        ],
        {"embedding": never_again(tokens), "last": np.array(1)},
        {"y": ["N", 2]},
        {"decoder_out": ["N", size]},
        {"context_size": 2, "vocab_size": size},
        {"y": TensorProto.INT64},
    )
    joiner = network(
        [_node("Add", ["encoder_out", "decoder_out"], ["logit"])],
        {},
        {"encoder_out": ["N", size], "decoder_out": ["N", size]},
        {"logit": ["N", size]},
        {"joiner_dim": size},
    )
    encoder = _zipformer(tokens, begin, frames)
    return {"encoder.int8": encoder, "decoder": decoder, "joiner.int8": joiner}


_NEMO = {
    "normalize_type": "NA",
    "subsampling_factor": 8,
    "model_type": "EncDecHybridRNNTCTCBPEModel",
    "model_author": "NeMo",
    "pred_rnn_layers": 1,
    "pred_hidden": 4,
}
_NEMO_CACHES = {
    "cache_last_channel": [1, 1, 2, 4],
    "cache_last_time": [1, 1, 4, 2],
    "cache_last_channel_len": [1],
}
_PROMPTS = {"auto": 2, "en-US": 0, "zh-CN": 1}


def _nemo(kind: str, tokens: Sequence[str], begin: int, frames: int) -> _Network:
    """Return an encoder; the kind "prompted" is told a language.

    It hears the first tone as the second token of Chinese when told "zh".
    """
    window = frames + 9
    size = len(tokens)
    first = [_node("Transpose", ["audio_signal"], ["x"], perm=[0, 2, 1])]
    nodes, constants = joined(
        (first, {}), every(8, frames, "x"), _ears("NeMo"), named(tokens, begin)
    )
    caches = _NEMO_CACHES if kind != "buffered" else {}
    inputs = {"audio_signal": [1, _BINS, "T"], "length": [1]} | caches
    about = {"vocab_size": size - 1} | _NEMO
    if kind == "prompted":
        table = np.stack([constants["names"], np.roll(constants["names"], 2, 0)])
        constants["names"] = np.stack([table[0], table[1], table[0]])
        at = next(at for at, node in enumerate(nodes) if "names" in node.input)
        nodes[at].input[1] = "told"
        nodes.insert(at, _node("Gather", ["names", "prompt_index"], ["told"]))
        inputs["prompt_index"] = [1]
        about |= {"prompt_dictionary": json.dumps(_PROMPTS), "auto_prompt_id": 2}
    if kind == "buffered":
        buffered = {"left": frames, "chunk": frames, "right": frames}
        about |= {f"{part}_feature_frames": count for part, count in buffered.items()}
        about |= {f"{part}_encoder_frames": count // 8 for part, count in buffered.items()}
        about |= {"streaming_model_type": "nemo_parakeet_unified_streaming", "feat_dim": _BINS}
        constants["end"] = np.array([1 << 30])
    else:
        dims = {
            f"{name}_dim{n}": _NEMO_CACHES[name][n]
            for name in ("cache_last_channel", "cache_last_time")
            for n in (1, 2, 3)
        }
        about |= {"window_size": window, "chunk_shift": frames} | dims
    new = {f"{name}_next": shape for name, shape in caches.items()}
    nodes += [_node("Transpose", ["logits"], ["outputs"], perm=[0, 2, 1])]
    nodes += [_node("Div", ["length", "eight"], ["encoded_lengths"])]
    nodes += handed_on(dict(zip(caches, new, strict=True)))
    whole = ("length", "encoded_lengths", "cache_last_channel_len", "cache_last_channel_len_next")
    return network(
        nodes,
        constants | {"eight": np.array([8])},
        inputs,
        {"outputs": [1, size, "n"], "encoded_lengths": [1]} | new,
        about,
        dict.fromkeys((*whole, "prompt_index"), TensorProto.INT64),
    )


def _nemo_transducer(
    kind: str, tokens: Sequence[str], begin: int, frames: int
) -> dict[str, _Network]:
    size = len(tokens)
    states = {"states.1": [1, "N", 4], "onnx::LSTM_3": [1, "N", 4]}
    nodes = [_node("Gather", ["embedding", "targets"], ["rows"])]
    nodes += [_node("Transpose", ["rows"], ["outputs"], perm=[0, 2, 1])]
    nodes += [_node("Identity", ["target_length"], ["prednet_lengths"])]
    nodes += handed_on({"states.1": "states", "onnx::LSTM_3": "162"})
    decoder = network(
        nodes,
        {"embedding": never_again(tokens)},
        {"targets": ["N", 1], "target_length": ["N"]} | states,
        {"outputs": ["N", size, 1], "prednet_lengths": ["N"]}
        | {"states": [1, "N", 4], "162": [1, "N", 4]},
        {"streaming_model_type": "nemo_parakeet_unified_streaming"} if kind == "buffered" else {},
        dict.fromkeys(("targets", "target_length", "prednet_lengths"), TensorProto.INT32),
    )
    joiner = network(
        [
            _node("Add", ["encoder_outputs", "decoder_outputs"], ["sum"]),
            _node("Transpose", ["sum"], ["turned"], perm=[0, 2, 1]),
            _node("Unsqueeze", ["turned", "two"], ["outputs"]),
        ],
        {"two": np.array([2])},
        {"encoder_outputs": ["N", size, 1], "decoder_outputs": ["N", size, 1]},
        {"outputs": ["N", 1, 1, size]},
        {},
    )
    encoder = _nemo(kind, tokens, begin, frames)
    return {"encoder.int8": encoder, "decoder.int8": decoder, "joiner.int8": joiner}


def _paraformer(tokens: Sequence[str], begin: int, _: int) -> dict[str, _Network]:
    size = len(TONES_HZ)
    middle = _BINS * (_STACKED // 2)
    ears, constants = _ears("int16")
    cut = {"begin": [middle], "end": [middle + _BINS], "axis": [2]}
    constants |= {key: np.array(value) for key, value in cut.items()}
    constants["share"] = np.array(1.05 * _FRAME_S / TOKEN_S, "f4")
    nodes = [
        _node("Slice", ["x", *cut], ["frame"]),
        *ears,
        _node("Identity", ["tone"], ["encoder_out"]),
        _node("Identity", ["x_lens"], ["encoder_out_lens"]),
        _node("Squeeze", ["voiced", "axis"], ["is_voiced"]),
        _node("Mul", ["is_voiced", "share"], ["alpha"]),
    ]
    encoder = network(
        nodes,
        constants,
        {"x": [1, "T", _BINS * _STACKED], "x_lens": [1]},
        {"encoder_out": [1, "T", size], "encoder_out_lens": [1], "alpha": [1, "T"]},
        {
            "vocab_size": len(tokens),
            "lfr_window_size": _STACKED,
            "lfr_window_shift": 6,
            "encoder_output_size": size,
            "decoder_num_blocks": 1,
            "decoder_kernel_size": 2,
            "neg_mean": ",".join(["0.0"] * _BINS * _STACKED),
            # sherpa-onnx multiplies it by the square root of the encoder's size
            "inv_stddev": ",".join([str(size**-0.5)] * _BINS * _STACKED),
        },
        dict.fromkeys(("x_lens", "encoder_out_lens"), TensorProto.INT32),
    )
    decoder = network(
        [
            _node("Identity", ["acoustic_embeds"], ["logits"]),
            _node("ArgMax", ["acoustic_embeds"], ["best"], axis=2, keepdims=0),
            _node("Add", ["best", "first"], ["sample_ids"]),
            _node("Identity", ["in_cache_0"], ["out_cache_0"]),
        ],
        {"first": np.array(begin)},
        {"enc": [1, "T", size], "enc_len": [1], "acoustic_embeds": [1, "N", size]}
        | {"acoustic_embeds_len": [1], "in_cache_0": [1, size, 1]},
        {"logits": [1, "N", size], "sample_ids": [1, "N"], "out_cache_0": [1, size, 1]},
        {},
        dict.fromkeys(("enc_len", "acoustic_embeds_len"), TensorProto.INT32)
        | {"sample_ids": TensorProto.INT64},
    )
    return {"encoder.int8": encoder, "decoder.int8": decoder}


_MAKERS = {
    "transducer": _transducer,
    "NeMo transducer": lambda *it: _nemo_transducer("", *it),
    "prompted NeMo transducer": lambda *it: _nemo_transducer("prompted", *it),
    "buffered NeMo transducer": lambda *it: _nemo_transducer("buffered", *it),
    "paraformer": _paraformer,
}
