"""Decodes with libsndfile: WAV, FLAC, Ogg, MP3, AIFF and the like."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import SEEK_CUR, SEEK_END, SEEK_SET, BufferedReader
from typing import TYPE_CHECKING, Any

from engine.audio.resample import RATES_HZ, Resampler, to_int16
from engine.audio.tracks import SoundTrack
from engine.audio.understated import LEAST_UNSTATED_S, Understated, understated

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# libsndfile knows more formats, but they are rare or have no reliable signature
_FORMATS = (
    *("WAV", "WAVEX", "RF64", "W64", "AIFF", "AU", "CAF", "FLAC", "OGG", "MP3", "VOC", "NIST"),
    "SVX",
)
# where decoding may restart: after damage, and where recordings were joined in one file
_BEGINNINGS = {
    "MP3": re.compile(rb"ID3[\x02-\x04]\x00|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff][\x10-\xef]"),
    "FLAC": re.compile(rb"\xff[\xf8\xf9]|fLaC"),
    "OGG": re.compile(rb"OggS\x00\x02"),
}
_LONGEST_BEGINNING_BYTES = 6
_FLAC_SIGN = b"fLaC"
_FLAC_HEADER_BYTES = 42  # including its first metadata block, the only one needed
_FLAC_LENGTH = slice(21, 26)  # in samples; the first four bits belong to another field
_FLAC_BITE_BYTES = 512  # libFLAC reads ahead, and loses what it has read when it meets damage
_OGG_BEGINNING_BYTES = 1_024  # the first pages of all streams that run in parallel
_ENDLESS_BYTES = 1 << 36
_JOIN_BYTES = 4_096  # a gap between joined recordings; anything longer was once sound
_MOST_UNFRUITFUL_BYTES = 128 << 20  # searched without finding sound
_SEARCH_BYTES = 1 << 16
_BLOCK_FRAMES = 16_384


def sndfile_decoder(file: BufferedReader) -> SndfileDecoder | None:
    """Return a decoder; None if libsndfile does not know the file's format."""
    import soundfile

    more = understated(file)
    try:
        with _opened(_whole(file, more)) as sound:
            frames = sound.frames if sound.frames < _ENDLESS_BYTES else None
            found = SndfileDecoder(file, sound.format, int(sound.samplerate), frames, more)
    except soundfile.SoundFileError:
        return None
    return found if sound.format in _FORMATS else None


class SndfileDecoder:
    """The sound of an open file, as a single track; skips what cannot be decoded."""

    tracks: tuple[SoundTrack, ...] = ()
    track = 1

    def __init__(
        self,
        file: BufferedReader,
        file_format: str,
        sample_rate_hz: int,
        frames: int | None,
        more: Understated | None,
    ) -> None:
        """Start at the beginning of the file.

        Args:
            file: The open file.
            file_format: The format's name in libsndfile.
            sample_rate_hz: Sample rate.
            frames: Number of frames, if known.
            more: How to read the file if its header states too little.
        """
        self.is_damaged = False
        self.stated_s = more.stated_s if more else None
        self._more = more
        self.sample_rate_hz = sample_rate_hz
        self.duration_s = frames / sample_rate_hz if frames is not None else None
        self._file, self._format = file, file_format

    def __iter__(self) -> Iterator[bytes]:
        """Yield 16 kHz mono samples: int16, little-endian.

        Raises:
            OSError: reading failed.
        """
        converter, heard_s = None, 0.0
        for samples, rate_hz in self._blocks():
            heard_s += len(samples) / rate_hz
            if converter is None or not converter.takes(samples, rate_hz):
                yield converter.flush() if converter else b""
                converter = _Converter(rate_hz, samples.shape[1])
            yield converter.push(samples)
        yield converter.flush() if converter else b""
        if self._format == "FLAC" and 0.0 < (self.duration_s or 0.0) < heard_s - LEAST_UNSTATED_S:
            self.stated_s = self.duration_s

    def close(self) -> None:
        """Do nothing: the file belongs to whoever opened it."""

    def _blocks(self) -> Iterator[tuple[npt.NDArray[np.float32], int]]:
        """Yield samples of -1..1 and their rate, one part of the file after another."""
        import soundfile

        heard_end = 0
        begin: int | None = 0
        while begin is not None:
            part = self._part(begin)
            place = begin + 1
            with suppress(soundfile.SoundFileError), _opened(part) as sound:
                for samples in self._decoded(sound):
                    self.is_damaged |= 0 < heard_end < begin - _JOIN_BYTES
                    heard_end = self._file.tell()
                    yield samples, int(sound.samplerate)
                    place = max(place, self._file.tell())
            if part.error is not None:
                raise part.error
            if self._format == "OGG":  # libsndfile reads ahead, past the next beginning
                place = begin + _OGG_BEGINNING_BYTES
            begin = self._beginning(place, heard_end + _MOST_UNFRUITFUL_BYTES)

    def _part(self, begin: int) -> _Part:
        if self._format != "FLAC":
            if not begin:
                return _whole(self._file, self._more, is_endless=self._format == "MP3")
            return _Part(self._file, begin, is_endless=self._format == "MP3")
        self._file.seek(begin)
        header = bytearray(self._file.read(_FLAC_HEADER_BYTES))
        if header.startswith(_FLAC_SIGN) and len(header) == _FLAC_HEADER_BYTES:
            begin += len(header)
        else:
            self._file.seek(0)
            header = bytearray(self._file.read(_FLAC_HEADER_BYTES))
            header[len(_FLAC_SIGN)] = 0x80  # mark its block as the last before the sound
        header[_FLAC_LENGTH] = bytes([header[_FLAC_LENGTH.start] & 0xF0, 0, 0, 0, 0])  # unknown
        return _Part(self._file, begin, bytes(header), bite_bytes=_FLAC_BITE_BYTES)

    def _decoded(self, sound: Any) -> Iterator[npt.NDArray[np.float32]]:  # noqa: ANN401
        """Yield blocks, (samples, channels), up to the end or whatever cannot be decoded."""
        import numpy as np
        import soundfile

        block = np.empty((_BLOCK_FRAMES, sound.channels), np.float32)
        left, count = sound.frames, _BLOCK_FRAMES
        while count and sound.samplerate in RATES_HZ:
            block.fill(np.nan)
            try:
                count = sound.buffer_read_into(block, dtype="float32")
            except soundfile.SoundFileError:  # it does not say how much it decoded before
                count, decoded = 0, block[~np.isnan(block[:, -1])]
                self.is_damaged |= len(decoded) < left
            else:
                decoded = block[:count]
                left -= count
            if len(decoded):
                yield np.nan_to_num(decoded).clip(-1.0, 1.0)

    def _beginning(self, place: int, end: int) -> int | None:
        """Return where decoding may restart; None if nothing is found before `end`."""
        pattern = _BEGINNINGS.get(self._format)
        while pattern and place < end:
            self._file.seek(place)
            content = self._file.read(_SEARCH_BYTES)
            if found := pattern.search(content):
                return place + found.start()
            if len(content) < _SEARCH_BYTES:
                return None
            place += _SEARCH_BYTES - _LONGEST_BEGINNING_BYTES + 1
        self.is_damaged |= pattern is not None
        return None


class _Converter:
    """Converts sound of one rate and channel count to 16 kHz mono int16."""

    def __init__(self, sample_rate_hz: int, channels: int) -> None:
        from engine.audio.channels import ChannelMixer

        self._resampler = Resampler(sample_rate_hz, channels)
        self._mixer = ChannelMixer(channels)

    def takes(self, samples: npt.NDArray[np.float32], sample_rate_hz: int) -> bool:
        mine = (self._resampler.sample_rate_hz, self._resampler.channels)
        return mine == (sample_rate_hz, samples.shape[1])

    def push(self, samples: npt.NDArray[np.float32]) -> bytes:
        return to_int16(self._mixer.push(self._resampler.push(samples)))

    def flush(self) -> bytes:
        rest = self._mixer.push(self._resampler.flush())
        return to_int16(rest) + to_int16(self._mixer.flush())


class _Part:
    """A file from some place on, after a header, as libsndfile reads it."""

    def __init__(
        self,
        file: BufferedReader,
        begin: int = 0,
        header: bytes = b"",
        *,
        bite_bytes: int | None = None,
        is_endless: bool = False,
    ) -> None:
        """Start at the beginning.

        Args:
            file: Read from `begin` on.
            begin: Byte offset.
            header: Bytes to present before that.
            bite_bytes: Most bytes per read.
            is_endless: State a huge size. mpg123 estimates the length from the size and the first
                frames, and decodes no more: a fifth of the sound if it starts with silence.
        """
        self.error: OSError | None = None  # it cannot pass through native code
        self._file, self._begin, self._header = file, begin - len(header), header
        self._bite_bytes = bite_bytes
        self._size = os.fstat(file.fileno()).st_size - self._begin
        self._stated_size = self._size + (_ENDLESS_BYTES if is_endless else 0)
        self._place = 0

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        base = {SEEK_SET: 0, SEEK_CUR: self._place, SEEK_END: self._stated_size}[whence]
        self._place = max(0, base + offset)
        return self._place

    def tell(self) -> int:
        return self._place

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401  of cffi
        target = memoryview(buffer)[: self._bite_bytes]
        if self._place > self._size:  # mpg123 looks for a tag at the end of the stated size
            target[:] = bytes(len(target))
            count = len(target)
        elif self._place < len(self._header):
            content = self._header[self._place : self._place + len(target)]
            count = len(content)
            target[:count] = content
        else:
            count = self._read_on(target)
        self._place += count
        return count

    def _read_on(self, target: memoryview) -> int:
        try:
            self._file.seek(self._begin + self._place)
            return self._file.readinto(target)
        except OSError as error:
            self.error = error
            return 0


def _whole(file: BufferedReader, more: Understated | None, *, is_endless: bool = False) -> _Part:
    if more is None:
        return _Part(file, is_endless=is_endless)
    return _Part(file, more.begin, more.header)


def _opened(part: _Part) -> Any:  # noqa: ANN401  soundfile is untyped here
    return _streamed()(part)


@cache
def _streamed() -> Any:  # noqa: ANN401
    import soundfile

    class Streamed(soundfile.SoundFile):  # type: ignore[misc]
        """A file read from start to end."""

        def seekable(self) -> bool:
            return False  # otherwise it seeks after each block, and stops at damage

    return Streamed
