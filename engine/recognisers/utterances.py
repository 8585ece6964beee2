"""Cuts a stream of sound into utterances at its pauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from pocketsphinx import Endpointer

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_FRAME_SAMPLES = 480
_SILENCE_FRAMES = 5


class Utterances:
    """Voice activity in 30 ms frames: what is speech is passed on, silence is left out.

    After each block, `in_speech` tells whether the utterance goes on; when it does not, `start_s`
    says where that utterance began.
    """

    def __init__(self) -> None:
        self._endpointer = Endpointer(sample_rate=SAMPLE_RATE_HZ)
        self._held = bytearray()
        self._offset_s: float | None = None
        self._heard_bytes = 0

    def push(self, chunk: AudioChunk) -> Iterator[bytes]:
        """Yield blocks of speech, each of them in an utterance."""
        if self._offset_s is None:
            self._offset_s = chunk.start_s
        self._held += chunk.samples
        size_bytes = self._endpointer.frame_bytes
        while len(self._held) > size_bytes:
            frame = bytes(self._held[:size_bytes])
            del self._held[:size_bytes]
            self._heard_bytes += size_bytes
            if speech := self._endpointer.process(frame):
                yield speech

    def flush(self) -> Iterator[bytes]:
        """Yield the end of the open utterance."""
        if not self._held:  # nothing was ever heard, and no frame may be empty
            return
        rest = bytes(self._held)
        self._held.clear()
        self._heard_bytes += len(rest)
        if speech := self._endpointer.end_stream(rest):
            yield speech

    @property
    def in_speech(self) -> bool:
        return bool(self._endpointer.in_speech)

    @property
    def start_s(self) -> float:
        """Where the newest utterance began."""
        return (self._offset_s or 0.0) + float(self._endpointer.speech_start)

    @property
    def now_s(self) -> float:
        heard_s = self._heard_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        return (self._offset_s or 0.0) + heard_s


def quietest_place(samples: bytes | bytearray) -> int:
    """Return the byte offset of the quietest 150 ms in the second half, in mid-silence.

    Args:
        samples: int16, 16 kHz, at least half a second.
    """
    frames = len(samples) // (_FRAME_SAMPLES * BYTES_A_SAMPLE)
    kept = np.frombuffer(bytes(samples), "<i2")[: frames * _FRAME_SAMPLES].astype(np.float64)
    energy = (kept.reshape(frames, _FRAME_SAMPLES) ** 2).sum(axis=1)
    energies = np.convolve(energy, np.ones(_SILENCE_FRAMES), mode="valid")
    first = frames // 2
    middle = first + int(np.argmin(energies[first:])) + _SILENCE_FRAMES // 2
    return middle * _FRAME_SAMPLES * BYTES_A_SAMPLE
