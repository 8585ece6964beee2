"""Sound of any rate, format and channel count → 16 kHz mono int16, in a stream."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

CHUNK_S = 0.1
CHUNK_BYTES = round(CHUNK_S * SAMPLE_RATE_HZ) * BYTES_A_SAMPLE


class FrameResampler:
    """Decoded PyAV frames → 16 kHz mono samples; the frames' format may change on the way."""

    def __init__(self) -> None:
        self._resampler: Any = None
        self._layout: tuple[object, ...] = ()

    def push(self, frame: Any) -> Iterator[bytes]:  # noqa: ANN401  PyAV is untyped here
        """Yield the samples that are complete after this frame: int16, little-endian.

        Raises:
            av.FFmpegError: no filter takes such frames; others may follow.
        """
        import av

        layout = (frame.format.name, frame.layout.name, frame.sample_rate)
        if layout != self._layout:
            yield from self.flush()
            self._resampler = av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE_HZ)
        self._layout = ()
        frame.pts = None  # gaps and jumps of a container's clock are not ours to fill
        try:
            resampled = self._resampler.resample(frame)
        except Exception:
            self._resampler = None  # half set up
            raise
        self._layout = layout
        yield from _samples(resampled)

    def flush(self) -> Iterator[bytes]:
        if self._resampler is not None:
            yield from _samples(self._resampler.resample(None))
            self._resampler, self._layout = None, ()


class RateConverter:
    """Mono int16 samples of one rate → 16 kHz, for microphones that refuse 16 kHz."""

    def __init__(self, sample_rate_hz: int) -> None:
        self._sample_rate_hz = sample_rate_hz
        self._frames = FrameResampler()

    def push(self, samples: bytes) -> bytes:
        import av

        if not samples:  # no frame is empty
            return b""
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples) // BYTES_A_SAMPLE)
        frame.sample_rate = self._sample_rate_hz
        frame.planes[0].update(samples.ljust(frame.planes[0].buffer_size, b"\0"))
        return b"".join(self._frames.push(frame))

    def flush(self) -> bytes:
        return b"".join(self._frames.flush())


class ChunkCutter:
    """Samples in blocks of any length → chunks of 100 ms and a shorter last one."""

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
        """Let what follows begin later than what came before has ended."""
        yield from self.flush()
        self._skipped_s += missing_s

    def _take(self, size_bytes: int) -> AudioChunk:
        start_s = self._skipped_s + self._taken_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)
        chunk = AudioChunk(bytes(self._held[:size_bytes]), start_s)
        del self._held[:size_bytes]
        self._taken_bytes += size_bytes
        return chunk


def _samples(frames: Any) -> Iterator[bytes]:  # noqa: ANN401  PyAV is untyped here
    for frame in frames:
        # a plane is padded to whole cache lines
        yield bytes(frame.planes[0])[: frame.samples * BYTES_A_SAMPLE]
