"""Sound and video files of any format, rate and channel count, as a stream."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cache
from io import BufferedReader
from pathlib import Path
from typing import Any, Self

from engine.audio.resample import ChunkCutter, FrameResampler
from engine.errors import AudioFileError
from engine.messages import Message, own_words
from engine.regular_file import open_regular
from engine.types import AudioChunk

_log = logging.getLogger(__name__)
# A file holds its sound itself: a playlist would reach for other files, or for the network.
_FORMATS = (
    *("wav", "w64", "flac", "mp3", "ogg", "mov", "mp4", "matroska", "webm", "avi", "asf", "aac"),
    *("aiff", "amr", "amrnb", "amrwb", "caf", "au", "ac3", "eac3", "dts", "ape", "tta", "wv"),
    *("mpc", "mpc8", "flv", "mpeg", "mpegts", "mxf", "nut", "rm", "voc", "dv", "gsm", "qcp"),
)
_MOST_UNFRUITFUL_BYTES = 128 << 20  # read without a packet: indexes and frames are shorter
_LEAST_RATE_HZ = 2_000


class SoundFile:
    """The first audio stream of a file, decoded chunk by chunk in constant memory.

    What cannot be decoded is left out, and a file that was cut off ends where it was cut; only a
    file in which nothing at all can be decoded is an error. It is iterated once.
    """

    def __init__(self, path: Path) -> None:
        """Raises: AudioFileError: it is missing, not readable, or holds no sound."""
        self.path = path
        self.damaged_packets = 0
        with ExitStack() as stack:
            self._file = stack.enter_context(_open(path))
            self._container: Any = stack.enter_context(_demuxer(self._file, path))
            if not self._container.streams.audio:
                raise AudioFileError(path, "no sound in it")
            self._stream = self._container.streams.audio[0]
            self._opened = stack.pop_all()

    @property
    def duration_s(self) -> float | None:
        """Length as the file states it, None where it does not."""
        if self._stream.duration is not None and self._stream.time_base is not None:
            return float(self._stream.duration * self._stream.time_base)
        if self._container.duration is None:
            return None
        return float(self._container.duration) / 1e6

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks of 100 ms and a shorter last one.

        Raises:
            AudioFileError: nothing could be decoded, or reading failed on the way.
        """
        resampler, cutter = FrameResampler(), ChunkCutter()
        heard_any = False
        for frame in self._frames():
            resampled = self._resampled(resampler, frame)
            heard_any = heard_any or resampled is not None
            for samples in resampled or ():
                yield from cutter.push(samples)
        for samples in resampler.flush():
            yield from cutter.push(samples)
        yield from cutter.flush()
        self._report(heard_any=heard_any)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()

    def _frames(self) -> Iterator[Any]:
        import av

        for packet in self._packets():
            try:
                frames = packet.decode()
            except av.FFmpegError:
                self.damaged_packets += 1
                continue
            for frame in frames:
                if frame.sample_rate < _LEAST_RATE_HZ:  # a megabyte would last for days
                    rate = frame.sample_rate
                    reason = Message("{rate} samples a second are too few for sound", rate=rate)
                    raise AudioFileError(self.path, reason)
                yield frame

    def _resampled(self, resampler: FrameResampler, frame: Any) -> list[bytes] | None:  # noqa: ANN401
        """Return None for sound that nothing converts: of 65 channels, for example."""
        import av

        try:
            return list(resampler.push(frame))
        except av.FFmpegError:
            self.damaged_packets += 1
            return None

    def _packets(self) -> Iterator[Any]:
        import av

        try:
            for packet in self._container.demux():
                if packet.size:
                    self._file.unfruitful_bytes = 0
                if packet.stream is self._stream:
                    yield packet
        except (av.error.InvalidDataError, av.error.EOFError):  # cut off: the rest is not there
            self.damaged_packets += 1
        except (av.FFmpegError, OSError) as error:
            raise AudioFileError(self.path, _reason(error)) from error
        self.damaged_packets += self._file.is_given_up

    def _report(self, *, heard_any: bool) -> None:
        if self.damaged_packets:
            _log.warning("left out %d damaged packets of a sound file", self.damaged_packets)
        if not heard_any:
            raise AudioFileError(self.path, "nothing in it can be decoded")


class _BoundedFile(BufferedReader):
    """Ends where a demuxer reads on and on and finds nothing, since it keeps all that it reads."""

    unfruitful_bytes = 0

    @property
    def is_given_up(self) -> bool:
        return self.unfruitful_bytes > _MOST_UNFRUITFUL_BYTES

    def read(self, size: int | None = -1, /) -> bytes:
        content = b"" if self.is_given_up else super().read(size)
        self.unfruitful_bytes += len(content)
        return content


def _open(path: Path) -> _BoundedFile:
    try:
        return _BoundedFile(open_regular(path).detach())
    except FileNotFoundError as error:
        raise AudioFileError(path, "no such file") from error
    except (OSError, ValueError) as error:
        raise AudioFileError(path, own_words(error)) from error


def _demuxer(file: _BoundedFile, path: Path) -> Any:  # noqa: ANN401  PyAV is untyped here
    import av

    av.logging.set_level(None)  # FFmpeg's remarks are not for the user's terminal
    if not file.peek(1):
        raise AudioFileError(path, "the file is empty")
    options = {
        "protocol_whitelist": "file",
        "format_whitelist": ",".join(_FORMATS),
        "codec_whitelist": ",".join(_sound_decoders()),
    }
    try:
        return av.open(file, options=options, metadata_errors="replace")
    except (av.FFmpegError, OSError, ValueError) as error:
        raise AudioFileError(path, _reason(error)) from error


@cache
def _sound_decoders() -> list[str]:
    """Return all but those of pictures: a cover of two megabytes takes two gigabytes."""
    import av

    found = []
    for name in av.codecs_available:
        with suppress(ValueError):  # an encoder
            if av.Codec(name, "r").type == "audio":
                found.append(name)
    return found


def _reason(error: Exception) -> Message:
    import av

    if isinstance(error, av.error.InvalidDataError | ValueError):
        return Message("not a sound or video file, or damaged from its beginning")
    return own_words(error)
