"""ONNX Runtime with its telemetry switched off before it is loaded."""

from __future__ import annotations

import os

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # must come before the import
import onnxruntime

__all__ = ["onnxruntime"]
