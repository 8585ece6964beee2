"""A streaming paraformer made by hand: it hears four tones as four tokens, one each 0.3 s.

Its networks are what sherpa-onnx drives for published paraformers: an encoder that says when a
token is due, a decoder that says which, and metadata with the frames' stacking and normalisation.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.types import AudioChunk

TOKENS = ("<blank>", "<s>", "</s>", "你", "好", "hel@@", "lo", "<unk>")
TONES_HZ = {"你": 250, "好": 700, "hel@@": 1_600, "lo": 3_400}
TOKEN_S = 0.3
_BINS, _STACKED, _FRAME_S = 80, 7, 0.06
_RATE_HZ = 16_000


def make_paraformer(folder: Path) -> Path:
    """Write the model into a folder, and return it."""
    folder.mkdir(parents=True)
    onnx.save(_encoder(), folder / "encoder.int8.onnx")
    onnx.save(_decoder(), folder / "decoder.int8.onnx")
    lines = "".join(f"{token} {number}\n" for number, token in enumerate(TOKENS))
    (folder / "tokens.txt").write_text(lines, encoding="utf-8")
    return folder


def sung(*tokens: str, silence_s: float = 1.5) -> list[AudioChunk]:
    """Return the tones of tokens, with silence before and behind."""
    time_s = np.arange(round(TOKEN_S * _RATE_HZ)) / _RATE_HZ
    tones = [0.3 * np.sin(2 * np.pi * TONES_HZ[token] * time_s) for token in tokens]
    silence = np.zeros(round(silence_s * _RATE_HZ))
    samples = np.concatenate([silence[: _RATE_HZ // 2], *tones, silence])
    content = (samples * 32_767).astype("<i2").tobytes()
    return [
        AudioChunk(content[at : at + 3_200], at / 32_000) for at in range(0, len(content), 3_200)
    ]


def _bands() -> np.ndarray:
    """Return (bins, tones) weights: which mel bins belong to which tone."""

    def mel(hz: float) -> float:
        return 1_127 * np.log(1 + hz / 700)

    centres = np.linspace(mel(20), mel(7_600), _BINS)
    tones = np.array([mel(hz) for hz in TONES_HZ.values()])
    nearest = np.abs(centres[:, None] - tones).argmin(1)
    near = np.abs(centres[:, None] - tones).min(1) < 120
    return (np.eye(len(tones))[nearest] * near[:, None]).astype(np.float32)


def _encoder() -> onnx.ModelProto:
    size = len(TONES_HZ)
    bands = _bands()
    middle = _BINS * (_STACKED // 2)
    constants = {
        "begin": np.array([middle]),
        "end": np.array([middle + _BINS]),
        "axis": np.array([2]),
        "bands": bands / bands.sum(0),
        "loud": np.array(14.0, np.float32),
        "share": np.array(1.05 * _FRAME_S / TOKEN_S, np.float32),
    }
    nodes = [
        helper.make_node("Slice", ["x", "begin", "end", "axis"], ["frame"]),
        helper.make_node("MatMul", ["frame", "bands"], ["heard"]),
        helper.make_node("Softmax", ["heard"], ["encoder_out"], axis=2),
        helper.make_node("Identity", ["x_lens"], ["encoder_out_lens"]),
        helper.make_node("ReduceMax", ["frame"], ["loudest"], axes=[2], keepdims=0),
        helper.make_node("Sub", ["loudest", "loud"], ["over"]),
        helper.make_node("Sigmoid", ["over"], ["voiced"]),
        helper.make_node("Mul", ["voiced", "share"], ["alpha"]),
    ]
    inputs = [
        _value("x", TensorProto.FLOAT, [1, "T", _BINS * _STACKED]),
        _value("x_lens", TensorProto.INT32, [1]),
    ]
    outputs = [
        _value("encoder_out", TensorProto.FLOAT, [1, "T", size]),
        _value("encoder_out_lens", TensorProto.INT32, [1]),
        _value("alpha", TensorProto.FLOAT, [1, "T"]),
    ]
    model = _model("encoder", nodes, constants, inputs, outputs)
    metadata = {
        "vocab_size": len(TOKENS),
        "lfr_window_size": _STACKED,
        "lfr_window_shift": 6,
        "encoder_output_size": size,
        "decoder_num_blocks": 1,
        "decoder_kernel_size": 2,
        "neg_mean": ",".join(["0.0"] * _BINS * _STACKED),
        # sherpa-onnx multiplies it by the root of the encoder's size
        "inv_stddev": ",".join([str(size**-0.5)] * _BINS * _STACKED),
    }
    helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    return model


def _decoder() -> onnx.ModelProto:
    size = len(TONES_HZ)
    nodes = [
        helper.make_node("Identity", ["acoustic_embeds"], ["logits"]),
        helper.make_node("ArgMax", ["acoustic_embeds"], ["best"], axis=2, keepdims=0),
        helper.make_node("Add", ["best", "first"], ["sample_ids"]),
        helper.make_node("Identity", ["in_cache_0"], ["out_cache_0"]),
    ]
    inputs = [
        _value("enc", TensorProto.FLOAT, [1, "T", size]),
        _value("enc_len", TensorProto.INT32, [1]),
        _value("acoustic_embeds", TensorProto.FLOAT, [1, "N", size]),
        _value("acoustic_embeds_len", TensorProto.INT32, [1]),
        _value("in_cache_0", TensorProto.FLOAT, [1, size, 1]),
    ]
    outputs = [
        _value("logits", TensorProto.FLOAT, [1, "N", size]),
        _value("sample_ids", TensorProto.INT64, [1, "N"]),
        _value("out_cache_0", TensorProto.FLOAT, [1, size, 1]),
    ]
    return _model("decoder", nodes, {"first": np.array(TOKENS.index("你"))}, inputs, outputs)


def _model(
    name: str, nodes: list, constants: dict[str, np.ndarray], inputs: list, outputs: list
) -> onnx.ModelProto:
    initializers = [numpy_helper.from_array(value, key) for key, value in constants.items()]
    graph = helper.make_graph(nodes, name, inputs, outputs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def _value(name: str, kind: int, shape: list) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)
