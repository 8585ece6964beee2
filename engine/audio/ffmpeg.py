"""Decodes videos, M4A, WMA and other formats with the ffmpeg program, if it is installed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from io import BufferedReader
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

from engine.audio.resample import RATES_HZ, no_rate_of_sound, to_int16
from engine.audio.tracks import (
    ENOUGH,
    SoundTrack,
    TrackList,
    no_such_track,
    places_s,
    speech_share,
    track_with_speech,
)
from engine.errors import AudioFileError
from engine.messages import Message, own_words
from engine.types import SAMPLE_RATE_HZ

_PROGRAM = "ffmpeg.exe" if sys.platform == "win32" else "ffmpeg"
_WAYS = {"win32": "winget install ffmpeg", "darwin": "brew install ffmpeg"}
_LINUX_WAY = "apt install ffmpeg"
# Only formats that hold their own sound: a playlist could open other files or the network.
_FORMATS = (
    *("wav", "w64", "flac", "mp3", "ogg", "mov", "mp4", "matroska", "webm", "avi", "asf", "aac"),
    *("aiff", "amr", "amrnb", "amrwb", "caf", "au", "ac3", "eac3", "dts", "ape", "tta", "wv"),
    *("mpc", "mpc8", "flv", "mpeg", "mpegts", "mxf", "nut", "rm", "voc", "dv", "gsm", "qcp"),
)
# No image decoders: a cover of two megabytes takes two gigabytes.
_DECODERS = (
    *("aac", "aac_fixed", "aac_latm", "ac3", "ac3_fixed", "adpcm_g722", "adpcm_g726"),
    *("adpcm_g726le", "adpcm_ima_qt", "adpcm_ima_wav", "adpcm_ms", "adpcm_swf", "adpcm_yamaha"),
    *("alac", "amrnb", "amrwb", "ape", "cook", "dca", "dvaudio", "eac3", "flac", "gsm", "gsm_ms"),
    *("mace3", "mace6", "mlp", "mp1", "mp1float", "mp2", "mp2float", "mp3", "mp3float"),
    *("mp3adu", "mp3adufloat", "mp3on4", "mp3on4float", "mpc7", "mpc8", "nellymoser", "opus"),
    *("libopus", "libspeex", "pcm_alaw", "pcm_bluray", "pcm_dvd", "pcm_f32be", "pcm_f32le"),
    *("pcm_f64be", "pcm_f64le", "pcm_lxf", "pcm_mulaw", "pcm_s16be", "pcm_s16be_planar"),
    *("pcm_s16le", "pcm_s16le_planar", "pcm_s24be", "pcm_s24daud", "pcm_s24le", "pcm_s32be"),
    *("pcm_s32le", "pcm_s64be", "pcm_s64le", "pcm_s8", "pcm_s8_planar", "pcm_u16be", "pcm_u16le"),
    *("pcm_u24be", "pcm_u24le", "pcm_u32be", "pcm_u32le", "pcm_u8", "qcelp", "qdm2", "ra_144"),
    *("ra_288", "sipr", "speex", "truehd", "tta", "vorbis", "wavpack", "wmalossless", "wmapro"),
    *("wmav1", "wmav2", "wmavoice"),
)
_BLOCK_BYTES = 1 << 16
_LINE_BYTES = 4_096
_VERSION_TIMEOUT_S = 20.0
_HEADER_TIMEOUT_S = 10.0
_ERROR = re.compile(r"(?:\[[^\]]* @ \w+\] )?\[(?:error|fatal|panic)\] ")
_DURATION = re.compile(r"\[info\]   Duration: (\d+):(\d\d):(\d\d\.\d+),")
_BEGINS = "[info] Output #0"
_NO_SOUND, _NO_INDEX = "matches no streams", "moov atom not found"
_PR_SET_PDEATHSIG = 1
_AU = struct.Struct(">4s5I")  # magic, size of the header, of the sound, encoding, rate, channels
_FULL_SCALE = 32_768
_LOOK_S, _LOOKS = 8.0, 5  # samples of a track to find speech in


def ffmpeg_program() -> Path | None:
    """Return the ffmpeg that came with Fermata, else the system's."""
    beside = [getattr(sys, "_MEIPASS", ""), str(Path(sys.executable).parent)]
    folders = [*(beside if getattr(sys, "frozen", False) else ()), *os.get_exec_path()]
    for folder in folders:  # never one in the current folder
        if Path(folder).is_absolute() and (found := shutil.which(Path(folder) / _PROGRAM)):
            return Path(found)
    return None


def way_to_ffmpeg() -> Message:
    """Return the command that installs ffmpeg."""
    return Message(_WAYS.get(sys.platform, _LINUX_WAY))


def ffmpeg_version(program: Path) -> str | None:
    """Return ffmpeg's version; None if it does not run."""
    with suppress(OSError, subprocess.SubprocessError):
        command = [str(program), "-nostdin", "-version"]
        told = subprocess.run(  # noqa: S603
            command, capture_output=True, timeout=_VERSION_TIMEOUT_S, check=True
        )
        if found := re.match(r"ffmpeg version (\S+)", told.stdout.decode(errors="replace")):
            return found[1]
    return None


class FfmpegDecoder:
    """A sound track of an open file, decoded by a process that ends with this one.

    Attributes:
        tracks: All tracks of the file.
        track: Number of the track being decoded.
    """

    stated_s = None

    def __init__(
        self, file: BufferedReader, path: Path, track: int = 0, languages: Iterable[str] = ()
    ) -> None:
        """Start decoding.

        Args:
            file: The open file.
            path: Its path, for errors.
            track: Number of a track; 0 picks the one with speech.
            languages: Codes of the expected languages, to choose between tracks with speech.

        Raises:
            AudioFileError: there is no ffmpeg, or the file has no sound or no such track.
        """
        program = ffmpeg_program()
        if program is None:
            reason = Message(
                "reading it needs the program ffmpeg, which is not installed: {way}",
                way=way_to_ffmpeg(),
            )
            raise AudioFileError(path, reason)
        self._path = path
        self._decoding = _Decoding(program, file, path, track or 1)
        try:
            self._decoding.check()
            self.tracks = self._decoding.remarks.tracks.tracks()
            self.track = track or 1
            if not track and len(self.tracks) > 1:
                self._choose(program, file, languages)
        except BaseException:
            self.close()
            raise

    @property
    def duration_s(self) -> float | None:
        return self._decoding.remarks.duration_s

    @property
    def is_damaged(self) -> bool:
        return self._decoding.is_damaged

    def __iter__(self) -> Iterator[bytes]:
        """Yield 16 kHz mono samples: int16, little-endian.

        Raises:
            AudioFileError: ffmpeg crashed on the file.
        """
        yield from self._decoding
        self._decoding.check_end()

    def close(self) -> None:
        self._decoding.close()

    def _choose(self, program: Path, file: BufferedReader, languages: Iterable[str]) -> None:
        """Switch from the first track to the one with speech."""

        def speech(track: SoundTrack) -> float:
            shares: list[float] = []
            for start_s in places_s(self.duration_s, _LOOK_S, _LOOKS):
                span = (start_s, _LOOK_S * _LOOKS if start_s == 0.0 else _LOOK_S)
                look = _Decoding(program, file, self._path, track.number, span)
                with closing(look):
                    shares.append(speech_share(b"".join(look)))
                if len(shares) > 1 and min(shares) >= ENOUGH:
                    break
            return sum(shares) / len(shares)

        self.track = track_with_speech(self.tracks, languages, speech).number
        if self.track != 1:
            self._decoding.close()
            self._decoding = _Decoding(program, file, self._path, self.track)
            self._decoding.check()


class _Decoding:
    """A process that decodes a track, or part of it, and what it reports about the file."""

    def __init__(
        self,
        program: Path,
        file: BufferedReader,
        path: Path,
        track: int,
        span_s: tuple[float, float] | None = None,
    ) -> None:
        """Args: span_s: start and length of the part; None for the whole track."""
        self._path, self._track = path, track
        try:
            self._process = _started(program, file, path, track, span_s)
        except OSError as error:
            raise AudioFileError(path, own_words(error)) from error
        self._output = self._process.stdout
        self.remarks = _Remarks(self._process.stderr)
        try:
            self._header = self._output.read(_AU.size)
            if len(self._header) == _AU.size:
                self._output.read(_AU.unpack(self._header)[1] - _AU.size)
            self._first = self._output.read(_BLOCK_BYTES)
            self.remarks.wait_for_header()
        except BaseException:
            self.close()
            raise

    @property
    def is_damaged(self) -> bool:
        return self.remarks.tell_damage or self._process.returncode not in {None, 0}

    def __iter__(self) -> Iterator[bytes]:
        """Yield 16 kHz mono samples: int16, little-endian."""
        if len(self._header) < _AU.size:
            return
        *_, channels = _AU.unpack(self._header)
        yield from _mixed(self._blocks(), channels)

    def check(self) -> None:
        """Raise AudioFileError if the file has no sound that can be decoded."""
        tracks = self.remarks.tracks.tracks()
        if 0 < len(tracks) < self._track:
            raise AudioFileError(self._path, no_such_track(self._track, len(tracks)))
        rate = tracks[self._track - 1].sample_rate_hz if tracks else None
        if rate is not None and rate not in RATES_HZ:
            raise AudioFileError(self._path, no_rate_of_sound(rate))
        if self._first or self.remarks.has_started:
            return
        code = self._process.wait()
        if code < 0:
            reason = Message("the process that read it ended (exit code {code})", code=code)
        elif self.remarks.tell_no_index:
            reason = Message("its index is missing: it was cut off, or never finished")
        elif self.remarks.tell_no_sound:
            reason = Message("there is no sound in it")
        else:
            reason = Message("not a sound or video file, or damaged from the start")
        raise AudioFileError(self._path, reason)

    def check_end(self) -> None:
        """Raise AudioFileError if ffmpeg crashed on the file."""
        code = self._process.wait()
        self.remarks.join()
        if code < 0:
            reason = Message("the process that read it ended (exit code {code})", code=code)
            raise AudioFileError(self._path, reason)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()
        self.remarks.join()

    def _blocks(self) -> Iterator[bytes]:
        samples = self._first
        while samples:
            yield samples
            samples = self._output.read(_BLOCK_BYTES)


def _mixed(blocks: Iterable[bytes], channels: int) -> Iterator[bytes]:
    """Mix blocks of big-endian int16 samples down to little-endian mono."""
    import numpy as np

    from engine.audio.channels import ChannelMixer

    mixer, held = ChannelMixer(channels), b""
    for block in blocks:
        held += block
        size = len(held) // (2 * channels) * 2 * channels
        samples = np.frombuffer(held[:size], ">i2")
        held = held[size:]
        if channels == 1:
            yield samples.astype("<i2").tobytes()
            continue
        scaled = samples.reshape(-1, channels).astype(np.float32) / np.float32(_FULL_SCALE)
        yield to_int16(mixer.push(scaled))
    yield to_int16(mixer.flush())


class _Remarks(Thread):
    """Parses ffmpeg's messages about a file, line by line; none are kept or shown."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="ffmpeg-remarks", daemon=True)
        self.duration_s: float | None = None
        self.tracks = TrackList()
        self.has_started = self.tell_damage = self.tell_no_sound = self.tell_no_index = False
        self._stream = stream
        self._header_is_read = Event()
        self.start()

    def run(self) -> None:
        with self._stream:
            for line in iter(partial(self._stream.readline, _LINE_BYTES), b""):
                self._read(line.decode(errors="replace"))
        self._header_is_read.set()

    def wait_for_header(self) -> None:
        """Wait for the header; not forever, in case another version words it differently."""
        self._header_is_read.wait(_HEADER_TIMEOUT_S)

    def _read(self, line: str) -> None:
        if self.has_started:
            self.tell_damage |= _ERROR.match(line) is not None
        elif line.startswith(_BEGINS):
            self.has_started = True
            self._header_is_read.set()
        elif found := _DURATION.match(line):
            hours, minutes, seconds = found.groups()
            self.duration_s = 3_600.0 * int(hours) + 60.0 * int(minutes) + float(seconds)
        else:
            self.tracks.read(line)
            self.tell_no_sound |= _NO_SOUND in line
            self.tell_no_index |= _NO_INDEX in line


def _started(
    program: Path,
    file: BufferedReader,
    path: Path,
    track: int,
    span_s: tuple[float, float] | None,
) -> Any:  # noqa: ANN401  its pipes are
    """Start ffmpeg; on POSIX with the file that was opened, not whatever has its name now."""
    seek = ("-ss", f"{span_s[0]:.1f}") if span_s and span_s[0] else ()
    length = ("-t", f"{span_s[1]:.1f}") if span_s else ()
    posix, descriptor = os.name == "posix", file.fileno()
    source = f"/dev/fd/{descriptor}" if posix else str(path.resolve())
    command = [
        *(str(program), "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info"),
        *("-max_error_rate", "0", "-filter_threads", "1"),  # any damage shows in the exit code
        *("-protocol_whitelist", "file", "-format_whitelist", ",".join(_FORMATS)),
        *("-codec_whitelist", ",".join(_DECODERS), "-threads", "1", "-vn", "-sn", "-dn"),
        *(*seek, "-i", f"file:{source}", *length, "-map", f"0:a:{track - 1}"),
        # AU states the number of channels, and the rest is plain samples
        *("-ar", str(SAMPLE_RATE_HZ), "-c:a", "pcm_s16be", "-f", "au", "pipe:1"),
    ]
    file.seek(0)
    return subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        pass_fds=(descriptor,) if posix else (),
        preexec_fn=_end_with_parent(),  # noqa: PLW1509  calls nothing but the system
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _environment() -> dict[str, str]:
    environment = {**os.environ, "AV_LOG_FORCE_NOCOLOR": "1"}
    environment.pop("FFREPORT", None)  # it would make ffmpeg write a report file
    return environment


def _end_with_parent() -> Callable[[], object] | None:
    """Return a hook that kills the child with its parent; without one, its next write ends it."""
    if sys.platform != "linux":
        return None
    import ctypes

    return partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, signal.SIGKILL)
