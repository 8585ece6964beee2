"""A float network → one of 8-bit weights.

Weights and activations have a scale for every 64 of them. With one scale for all activations of a
layer, as in `quantize_dynamic`, a few large ones cost the others their precision (Dettmers et al.
2022, "LLM.int8()", §3).
"""

from __future__ import annotations

import logging
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic

_BLOCK = 64  # weights per scale
_INT8_ACTIVATIONS = 4  # "accuracy level" of ONNX Runtime's `MatMulNBits`
_WITHOUT_BLOCKS = ["Gather", "LSTM"]  # embeddings; those of `lstm`


def write_quantised(network: Path, path: Path) -> None:
    """Write the network of a float ONNX file with 8-bit weights; ONNX Runtime 1.22 reads it."""
    from onnxruntime.quantization.matmul_nbits_quantizer import (
        DefaultWeightOnlyQuantConfig,
        MatMulNBitsQuantizer,
    )

    quantize_dynamic(
        network,
        path,
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=_WITHOUT_BLOCKS,
    )
    settings = DefaultWeightOnlyQuantConfig(
        bits=8, block_size=_BLOCK, is_symmetric=True, accuracy_level=_INT8_ACTIVATIONS
    )
    logging.getLogger(MatMulNBitsQuantizer.__module__).setLevel(logging.WARNING)  # a line per layer
    quantizer = MatMulNBitsQuantizer(onnx.load(path), algo_config=settings)
    quantizer.process()
    quantizer.model.save_model_to_file(str(path))
