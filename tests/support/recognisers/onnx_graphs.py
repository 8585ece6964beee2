"""Writes graphs as the ONNX files that sherpa-onnx reads: constants, metadata and all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_OPSET = 13


def network(  # noqa: PLR0917  a graph has these parts
    nodes: Sequence[onnx.NodeProto],
    constants: Mapping[str, np.ndarray],
    inputs: Mapping[str, Sequence],
    outputs: Mapping[str, Sequence],
    metadata: Mapping[str, object],
    kinds: Mapping[str, int] | None = None,
) -> onnx.ModelProto:
    """Return a checked model; inputs and outputs are floats unless `kinds` says otherwise."""

    def values(shapes: Mapping[str, Sequence]) -> list[onnx.ValueInfoProto]:
        kind_of = kinds or {}
        return [
            helper.make_tensor_value_info(name, kind_of.get(name, TensorProto.FLOAT), shape)
            for name, shape in shapes.items()
        ]

    initializers = [numpy_helper.from_array(value, key) for key, value in constants.items()]
    graph = helper.make_graph(nodes, "graph", values(inputs), values(outputs), initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)])
    model.ir_version = 8
    helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    onnx.checker.check_model(model)
    return model
