"""What runs the network: ONNX Runtime on the CPU, torch on a GPU."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float32]


class Backend(Protocol):
    """Scores the labels of every token of some windows."""

    @property
    def description(self) -> str: ...

    @property
    def takes_timing(self) -> bool:
        """Whether the network was trained on pauses and confidences."""
        ...

    @property
    def has_failed(self) -> bool:
        """True once it answers no more and must be loaded anew."""
        ...

    def run(
        self, ids: IntArray, attention: IntArray, timing: FloatArray | None = None
    ) -> FloatArray:
        """Return unnormalised scores, marks before cases.

        Shapes: ids, attention (windows, tokens), timing (windows, tokens, 6), zeros where None →
        (windows, tokens, labels).
        """
        ...
