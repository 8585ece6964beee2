"""Resamples a stream of any rate to 16 kHz mono int16."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.messages import Message
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

if TYPE_CHECKING:  # the microphone's process loads NumPy only if it has to convert
    import numpy as np
    import numpy.typing as npt

CHUNK_S = 0.1
CHUNK_BYTES = round(CHUNK_S * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE
RATES_HZ = range(2_000, 1_000_001)  # below that, a megabyte would last for hours
_FULL_SCALE = 32_768


def no_rate_of_sound(rate_hz: int) -> Message:
    """Say why a rate is not in `RATES_HZ`."""
    if rate_hz < RATES_HZ.start:
        return Message("{rate} samples a second is too few for sound", rate=rate_hz)
    return Message("{rate} samples a second is too many for sound", rate=rate_hz)


class Resampler:
    """Resamples one rate to 16 kHz; 16 kHz passes through."""

    def __init__(self, sample_rate_hz: int, channels: int = 1) -> None:
        self.sample_rate_hz, self.channels = sample_rate_hz, channels
        self._stream: Any = None
        if sample_rate_hz != SAMPLE_RATE_HZ:
            import soxr

            # floats, since soxr adds dither when it rounds
            self._stream = soxr.ResampleStream(
                sample_rate_hz, SAMPLE_RATE_HZ, channels, dtype="float32"
            )

    def push(
        self, samples: npt.NDArray[np.float32], *, is_last: bool = False
    ) -> npt.NDArray[np.float32]:
        """Return the output completed by these samples of -1..1: (samples, channels)."""
        if self._stream is None:
            return samples
        if self.channels == 1:
            samples = samples[:, 0]
        resampled: npt.NDArray[np.float32] = self._stream.resample_chunk(samples, last=is_last)
        return resampled.reshape(-1, self.channels)

    def flush(self) -> npt.NDArray[np.float32]:
        """Return the rest; call it last."""
        import numpy as np

        return self.push(np.zeros((0, self.channels), np.float32), is_last=True)


def to_int16(samples: npt.NDArray[np.float32]) -> bytes:
    """Return samples of -1..1 as int16, little-endian."""
    import numpy as np

    scaled = np.rint(samples * np.float32(_FULL_SCALE))
    clipped: npt.NDArray[np.int16] = scaled.clip(-_FULL_SCALE, _FULL_SCALE - 1).astype("<i2")
    return clipped.tobytes()


class RateConverter:
    """Converts mono int16 samples to 16 kHz, for microphones that refuse 16 kHz."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._resampler = Resampler(sample_rate_hz)

    def push(self, samples: bytes) -> bytes:
        import numpy as np

        scaled = np.frombuffer(samples, "<i2").astype(np.float32) / np.float32(_FULL_SCALE)
        return to_int16(self._resampler.push(scaled[:, None]))

    def flush(self) -> bytes:
        return to_int16(self._resampler.flush())


class ChunkCutter:
    """Cuts blocks of any length into chunks of 100 ms and a shorter last one."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._taken_bytes = 0
        self._skipped_s = 0.0

    def push(self, samples: bytes) -> Iterator[AudioChunk]:
        self._held += samples
        while len(self._held) >= CHUNK_BYTES:
            yield self._take(CHUNK_BYTES)

    def flush(self) -> Iterator[AudioChunk]:
        if self._held:
            yield self._take(len(self._held))

    def skip(self, missing_s: float) -> Iterator[AudioChunk]:
        """Start the next chunk this much later, after a gap."""
        yield from self.flush()
        self._skipped_s += missing_s

    def _take(self, size_bytes: int) -> AudioChunk:
        start_s = self._skipped_s + self._taken_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        chunk = AudioChunk(bytes(self._held[:size_bytes]), start_s)
        del self._held[:size_bytes]
        self._taken_bytes += size_bytes
        return chunk
