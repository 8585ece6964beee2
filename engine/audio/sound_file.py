"""Sound and video files of any format, rate and channel count, as a stream of chunks."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from io import BufferedReader
from pathlib import Path
from typing import Protocol, Self

from engine.audio.ffmpeg import FfmpegDecoder
from engine.audio.resample import RATES_HZ, ChunkCutter, no_rate_of_sound
from engine.audio.sndfile import sndfile_decoder
from engine.audio.tracks import SoundTrack, no_such_track
from engine.errors import AudioFileError
from engine.messages import own_words
from engine.regular_file import open_regular
from engine.types import AudioChunk

_log = logging.getLogger(__name__)


class _Decoder(Protocol):
    tracks: tuple[SoundTrack, ...]
    track: int

    @property
    def duration_s(self) -> float | None: ...

    @property
    def is_damaged(self) -> bool: ...

    @property
    def stated_s(self) -> float | None: ...

    def __iter__(self) -> Iterator[bytes]:
        """Yield 16 kHz mono samples: int16, little-endian."""
        ...

    def close(self) -> None: ...


class SoundFile:
    """A sound track of a file, decoded chunk by chunk in constant memory.

    libsndfile decodes what it knows, ffmpeg, if installed, the rest. Damaged parts are skipped and
    a truncated file just ends early; only a file with nothing to decode is an error. Iterate it
    once.
    """

    def __init__(self, path: Path, track: int = 0, languages: Iterable[str] = ()) -> None:
        """Open the file.

        Args:
            path: Path of the file.
            track: Number of a sound track; 0 picks the one with speech.
            languages: Codes of the expected languages, to choose between tracks with speech.

        Raises:
            AudioFileError: it is missing, unreadable, has no sound, or has no such track.
        """
        self.path = path
        with ExitStack() as stack:
            file = stack.enter_context(_open(path))
            self._decoder = _decoder(file, path, track, languages)
            stack.callback(self._decoder.close)
            self._opened = stack.pop_all()

    @property
    def tracks(self) -> tuple[SoundTrack, ...]:
        """All sound tracks of the file; empty if its format allows only one."""
        return self._decoder.tracks

    @property
    def track(self) -> int:
        """Number of the track being read."""
        return self._decoder.track

    @property
    def duration_s(self) -> float | None:
        """Length stated by the file; None if it states none."""
        return self._decoder.duration_s

    @property
    def is_damaged(self) -> bool:
        """Whether some of the sound so far was damaged and skipped."""
        return self._decoder.is_damaged

    @property
    def stated_s(self) -> float | None:
        """Length stated by the header if there is more sound than that; else None."""
        return self._decoder.stated_s

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks of 100 ms and a shorter last one.

        Raises:
            AudioFileError: nothing could be decoded, or reading failed.
        """
        cutter = ChunkCutter()
        heard_any = False
        try:
            for samples in self._decoder:
                heard_any = heard_any or bool(samples)
                yield from cutter.push(samples)
        except OSError as error:
            raise AudioFileError(self.path, own_words(error)) from error
        yield from cutter.flush()
        if self.is_damaged:
            _log.warning("left out damaged parts of a sound file")
        if not heard_any:
            raise AudioFileError(self.path, "nothing in it can be decoded")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()


def _decoder(file: BufferedReader, path: Path, track: int, languages: Iterable[str]) -> _Decoder:
    if not file.peek(1):
        raise AudioFileError(path, "the file is empty")
    found = sndfile_decoder(file)
    if found is None:
        return FfmpegDecoder(file, path, track, languages)
    if track > 1:
        raise AudioFileError(path, no_such_track(track, 1))
    if found.sample_rate_hz not in RATES_HZ:
        raise AudioFileError(path, no_rate_of_sound(found.sample_rate_hz))
    return found


def _open(path: Path) -> BufferedReader:
    try:
        return open_regular(path)
    except FileNotFoundError as error:
        raise AudioFileError(path, "no such file") from error
    except (OSError, ValueError) as error:
        raise AudioFileError(path, own_words(error)) from error
