"""The default backend: int8 on the CPU with ONNX Runtime."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from engine.errors import ModelFormatError
from engine.messages import Message
from engine.network.backend import FloatArray, IntArray
from engine.network.onnx_runtime import onnxruntime
from engine.network.timing import TIMING_FEATURES


class OnnxBackend:
    """Runs `model.onnx`; two threads are enough for windows of 64 tokens."""

    has_failed = False

    def __init__(self, model: Path, *, threads: int = 2, labels: int | None = None) -> None:
        """Args: labels: Number of scores per token; None for any.

        Raises:
            ModelFormatError: the file is missing or not such a network.
        """
        self._model = model
        self._labels = labels
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the library has no common error class
            raise ModelFormatError(model, "ONNX Runtime cannot load the network") from error
        self._inputs = [value.name for value in self._session.get_inputs()]
        if self._inputs not in (["ids", "attention"], ["ids", "attention", "timing"]):
            reason = Message("its inputs are {inputs}, not ids and attention", inputs=self._inputs)
            raise ModelFormatError(model, reason)

    @property
    def description(self) -> str:
        return f"ONNX Runtime {onnxruntime.__version__}, CPU"

    @property
    def takes_timing(self) -> bool:
        return "timing" in self._inputs

    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return unnormalised scores; see `Backend.run`.

        Raises:
            ModelFormatError: the network has other tokens or labels.
        """
        inputs: dict[str, IntArray | FloatArray] = {"ids": ids, "attention": attention}
        if self.takes_timing:
            none = np.zeros((*ids.shape, TIMING_FEATURES), dtype=np.float32)
            inputs["timing"] = none if timing is None else timing
        try:
            (scores,) = self._session.run(None, inputs)
        except Exception as error:  # the library has no common error class
            detail = type(error).__name__
            reason = Message("the network does not fit its tokenizer ({detail})", detail=detail)
            raise ModelFormatError(self._model, reason) from error
        return self._checked(np.asarray(scores, dtype=np.float32), ids.shape)

    def _checked(self, scores: FloatArray, tokens: tuple[int, ...]) -> FloatArray:
        fits = scores.ndim == 3 and scores.shape[:2] == tokens
        if not fits or self._labels not in {None, scores.shape[2]}:
            raise ModelFormatError(self._model, "its labels are not Fermata's")
        return scores
