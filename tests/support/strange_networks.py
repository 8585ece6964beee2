"""Networks that ONNX Runtime loads and nobody should run, as in a stranger's bundle."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np

from engine.network.bundle import DESCRIPTION, NETWORK
from engine.network.scorer import LABELS
from tests.support.bundles import bundle_folder, needed_module

_MANY = 1 << 30  # of four bytes each


def endless_loop() -> bytes:
    """A loop of 2⁶² turns."""
    from onnx import TensorProto, helper

    inside = [
        helper.make_tensor_value_info("turn", TensorProto.INT64, []),
        helper.make_tensor_value_info("goes_on", TensorProto.BOOL, []),
        helper.make_tensor_value_info("last", TensorProto.FLOAT, []),
    ]
    outside = [
        helper.make_tensor_value_info("still", TensorProto.BOOL, []),
        helper.make_tensor_value_info("sum", TensorProto.FLOAT, []),
    ]
    steps = [
        helper.make_node("Identity", ["goes_on"], ["still"]),
        helper.make_node("Add", ["last", "last"], ["sum"]),
    ]
    body = helper.make_graph(steps, "body", inside, outside)
    nodes = [
        helper.make_node("ReduceMax", ["ids"], ["largest"], keepdims=0),
        helper.make_node("Cast", ["largest"], ["first"], to=TensorProto.FLOAT),
        helper.make_node("Loop", ["turns", "yes", "first"], ["score"], body=body),
    ]
    return _network(nodes, turns=np.array(2**62), yes=np.array(True))


def huge_tensor() -> bytes:
    """Four gibibytes of zeros from a file of 300 bytes."""
    from onnx import helper

    nodes = [
        helper.make_node("ReduceMax", ["ids"], ["largest"], keepdims=1),
        helper.make_node("Mul", ["largest", "zero"], ["nothing"]),
        helper.make_node("Reshape", ["nothing", "one"], ["flat"]),
        helper.make_node("Add", ["flat", "many"], ["length"]),
        helper.make_node("ConstantOfShape", ["length"], ["zeros"]),
        helper.make_node("ReduceMax", ["zeros"], ["score"], keepdims=0),
    ]
    return _network(nodes, zero=np.array(0), one=np.array([1]), many=np.array([_MANY]))


def strange_bundle(folder: Path, network: bytes) -> Path:
    """Write a complete bundle with another network."""
    from training.export.bundle import write_description

    shutil.copytree(bundle_folder(), folder, ignore=shutil.ignore_patterns("model.*"))
    (folder / NETWORK).write_bytes(network)
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    write_description(folder, table | {"name": folder.name})
    return folder


def _network(nodes, **constants: np.ndarray) -> bytes:
    """One number as the score of every token and label."""
    needed_module("onnx")
    from onnx import TensorProto, helper, numpy_helper

    nodes += [
        helper.make_node("Shape", ["ids"], ["tokens"]),
        helper.make_node("Concat", ["tokens", "labels"], ["shape"], axis=0),
        helper.make_node("Expand", ["score", "shape"], ["scores"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["windows", "tokens"])
        for name in ("ids", "attention")
    ]
    output = helper.make_tensor_value_info(
        "scores", TensorProto.FLOAT, ["windows", "tokens", LABELS]
    )
    constants["labels"] = np.array([LABELS])
    tensors = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "strange", inputs, [output], tensors)
    opset = helper.make_opsetid("", 17)
    return helper.make_model(graph, opset_imports=[opset], ir_version=8).SerializeToString()
