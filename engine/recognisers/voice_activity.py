"""Silero's voice activity network, run frame by frame."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.paths import default_paths

FRAME_SAMPLES = 512  # 32 ms
_CONTEXT_SAMPLES = 64
_STATE = (1, 1, 128)

Sound = npt.NDArray[np.float32]


class VoiceActivity:
    """Returns how likely somebody speaks in each frame of 16 kHz sound.

    The network is the sixth edition, from faster-whisper 1.2.1, which runs it over whole
    recordings; here its state is carried from frame to frame. Ref: Silero Team (2024), "Silero
    VAD".
    """

    def __init__(self) -> None:
        from engine.network.onnx_runtime import onnxruntime

        options = onnxruntime.SessionOptions()
        options.inter_op_num_threads = options.intra_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 4
        self._network: Any = onnxruntime.InferenceSession(
            str(default_paths().assets / "voice_activity" / "silero_vad_v6.onnx"),
            options,
            providers=["CPUExecutionProvider"],
        )
        self.reset()

    def reset(self) -> None:
        """Start another recording."""
        self._state = (np.zeros(_STATE, np.float32), np.zeros(_STATE, np.float32))
        self._context = np.zeros(_CONTEXT_SAMPLES, np.float32)

    def probability(self, frame: Sound) -> float:
        """Return the probability of speech; `frame` has `FRAME_SAMPLES` samples of -1..1."""
        hidden, cell = self._state
        heard = np.concatenate([self._context, frame])[None]
        output, hidden, cell = self._network.run(None, {"input": heard, "h": hidden, "c": cell})
        self._state, self._context = (hidden, cell), frame[-_CONTEXT_SAMPLES:]
        return float(output.reshape(-1)[-1])
