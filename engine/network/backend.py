"""Interface of the backends: ONNX Runtime on the CPU, torch on a GPU."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float32]


class Backend(Protocol):
    """Scores the labels of every token in a batch of windows."""

    @property
    def description(self) -> str: ...

    @property
    def takes_timing(self) -> bool:
        """Whether the network was trained with pauses and confidences."""
        ...

    @property
    def has_failed(self) -> bool:
        """Whether it no longer answers and must be reloaded."""
        ...

    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return unnormalised scores, marks before cases.

        Shapes: ids, attention (windows, tokens), timing (windows, tokens, 6), zeros if None →
        (windows, tokens, labels).
        """
        ...
