"""Writes the tiny transducer as the files that sherpa-onnx reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from tests.support.recognisers.onnx_graphs import network as write

if TYPE_CHECKING:
    from tests.support.recognisers.tiny_transducer import Transducer

_STEPS_A_CHUNK = 4


def export(network: Transducer, tokens: Sequence[str], folder: Path) -> None:
    """Write encoder (int8), decoder, joiner and tokens.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    whole = folder / "encoder.onnx"
    onnx.save(_encoder(weights), whole)
    quantize_dynamic(whole, folder / "encoder.int8.onnx", weight_type=QuantType.QInt8)
    whole.unlink()
    onnx.save(_decoder(weights), folder / "decoder.onnx")
    onnx.save(_joiner(weights), folder / "joiner.onnx")
    lines = "".join(f"{token} {number}\n" for number, token in enumerate(tokens))
    (folder / "tokens.txt").write_text(lines, encoding="utf-8")


def _encoder(weights: Mapping[str, np.ndarray]) -> onnx.ModelProto:
    hidden = weights["lstm.weight_hh_l0"].shape[1]
    dim, bins, window = weights["conv.weight"].shape
    stride = 4
    frames = window + stride * (_STEPS_A_CHUNK - 1)
    constants = {
        "mean": weights["mean"],
        "scale": weights["scale"],
        "conv_w": weights["conv.weight"],
        "conv_b": weights["conv.bias"],
        "lstm_w": _gates(weights["lstm.weight_ih_l0"])[None],
        "lstm_r": _gates(weights["lstm.weight_hh_l0"])[None],
        "lstm_b": np.concatenate(
            [_gates(weights["lstm.bias_ih_l0"]), _gates(weights["lstm.bias_hh_l0"])]
        )[None],
        "out_w": weights["encoder_out.weight"].T.copy(),
        "out_b": weights["encoder_out.bias"],
        "one": np.array([1]),
    }
    nodes = [
        helper.make_node("Sub", ["x", "mean"], ["centred"]),
        helper.make_node("Mul", ["centred", "scale"], ["normal"]),
        helper.make_node("Transpose", ["normal"], ["bins_first"], perm=[0, 2, 1]),
        helper.make_node("Conv", ["bins_first", "conv_w", "conv_b"], ["conv"], strides=[stride]),
        helper.make_node("Relu", ["conv"], ["relu"]),
        helper.make_node("Transpose", ["relu"], ["steps_first"], perm=[2, 0, 1]),
        helper.make_node(
            "LSTM",
            ["steps_first", "lstm_w", "lstm_r", "lstm_b", "", "state0", "state1"],
            ["heard", "new_state0", "new_state1"],
            hidden_size=hidden,
        ),
        helper.make_node("Squeeze", ["heard", "one"], ["squeezed"]),
        helper.make_node("Transpose", ["squeezed"], ["batch_first"], perm=[1, 0, 2]),
        helper.make_node("MatMul", ["batch_first", "out_w"], ["projected"]),
        helper.make_node("Add", ["projected", "out_b"], ["encoder_out"]),
    ]
    state = [1, "N", hidden]
    inputs = {"x": ["N", frames, bins], "state0": state, "state1": state}
    outputs = {"encoder_out": ["N", _STEPS_A_CHUNK, dim], "new_state0": state, "new_state1": state}
    metadata = {
        "model_type": "lstm",
        "version": 1,
        "num_encoder_layers": 1,
        "T": frames,
        "decode_chunk_len": stride * _STEPS_A_CHUNK,
        "rnn_hidden_size": hidden,
        "d_network": hidden,
    }
    return write(nodes, constants, inputs, outputs, metadata)


def _decoder(weights: Mapping[str, np.ndarray]) -> onnx.ModelProto:
    vocabulary, dim = weights["embedding.weight"].shape
    context = weights["decoder_out.weight"].shape[1] // dim
    constants = {
        "embedding": np.maximum(weights["embedding.weight"], 0),
        "out_w": weights["decoder_out.weight"].T.copy(),
        "out_b": weights["decoder_out.bias"],
    }
    nodes = [
        helper.make_node("Gather", ["embedding", "y"], ["embedded"]),
        helper.make_node("Flatten", ["embedded"], ["flat"], axis=1),
        helper.make_node("MatMul", ["flat", "out_w"], ["projected"]),
        helper.make_node("Add", ["projected", "out_b"], ["decoder_out"]),
    ]
    metadata = {"context_size": context, "vocab_size": vocabulary}
    return write(
        nodes,
        constants,
        {"y": ["N", context]},
        {"decoder_out": ["N", dim]},
        metadata,
        {"y": TensorProto.INT64},
    )


def _joiner(weights: Mapping[str, np.ndarray]) -> onnx.ModelProto:
    vocabulary, dim = weights["joiner.weight"].shape
    constants = {"out_w": weights["joiner.weight"].T.copy(), "out_b": weights["joiner.bias"]}
    nodes = [
        helper.make_node("Add", ["encoder_out", "decoder_out"], ["sum"]),
        helper.make_node("Tanh", ["sum"], ["tanh"]),
        helper.make_node("MatMul", ["tanh", "out_w"], ["projected"]),
        helper.make_node("Add", ["projected", "out_b"], ["logit"]),
    ]
    inputs = {"encoder_out": ["N", dim], "decoder_out": ["N", dim]}
    outputs = {"logit": ["N", vocabulary]}
    return write(nodes, constants, inputs, outputs, {"joiner_dim": dim})


def _gates(matrix: np.ndarray) -> np.ndarray:
    """Reorder torch's gates (input, forget, cell, output) for ONNX."""
    into, forget, cell, out = np.split(matrix, 4)
    return np.concatenate([into, out, forget, cell])
