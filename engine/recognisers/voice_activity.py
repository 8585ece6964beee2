"""Silero's network of voice activity, heard frame by frame."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FRAME_SAMPLES = 512  # 32 ms
_CONTEXT_SAMPLES = 64
_STATE = (1, 1, 128)

Sound = npt.NDArray[np.float32]


class VoiceActivity:
    """Tells of each frame of 16 kHz sound how likely somebody speaks in it.

    The network comes with faster-whisper, which runs it over whole recordings; here its state is
    carried from frame to frame. Ref: Silero Team (2024), "Silero VAD".
    """

    def __init__(self) -> None:
        from faster_whisper.vad import get_vad_model

        self._network: Any = get_vad_model().session
        self.reset()

    def reset(self) -> None:
        """Begin another recording."""
        self._state = (np.zeros(_STATE, np.float32), np.zeros(_STATE, np.float32))
        self._context = np.zeros(_CONTEXT_SAMPLES, np.float32)

    def probability(self, frame: Sound) -> float:
        """Return 0..1; `frame` has `FRAME_SAMPLES` samples of -1..1."""
        hidden, cell = self._state
        heard = np.concatenate([self._context, frame])[None]
        output, hidden, cell = self._network.run(None, {"input": heard, "h": hidden, "c": cell})
        self._state, self._context = (hidden, cell), frame[-_CONTEXT_SAMPLES:]
        return float(output.reshape(-1)[-1])
