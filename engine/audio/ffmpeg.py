"""Sound that the program ffmpeg decodes where it is installed: of videos, M4A, WMA and others."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BufferedReader
from pathlib import Path
from threading import Event, Thread
from typing import IO, Any

from engine.audio.resample import RATES_HZ, no_rate_of_sound
from engine.errors import AudioFileError
from engine.messages import Message, own_words
from engine.types import SAMPLE_RATE_HZ

_PROGRAM = "ffmpeg.exe" if sys.platform == "win32" else "ffmpeg"
_WAYS = {"win32": "winget install ffmpeg", "darwin": "brew install ffmpeg"}
_LINUX_WAY = "apt install ffmpeg"
# A file holds its sound itself: a playlist would reach for other files, or for the network.
_FORMATS = (
    *("wav", "w64", "flac", "mp3", "ogg", "mov", "mp4", "matroska", "webm", "avi", "asf", "aac"),
    *("aiff", "amr", "amrnb", "amrwb", "caf", "au", "ac3", "eac3", "dts", "ape", "tta", "wv"),
    *("mpc", "mpc8", "flv", "mpeg", "mpegts", "mxf", "nut", "rm", "voc", "dv", "gsm", "qcp"),
)
# None of pictures: a cover of two megabytes takes two gigabytes.
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
_STREAM = re.compile(r"\[info\]   Stream #0:.*: Audio: .*?, (\d+) Hz,")
_BEGINS = "[info] Output #0"
_NO_SOUND = "matches no streams"
_PR_SET_PDEATHSIG = 1


def ffmpeg_program() -> Path | None:
    """Return the one that came with Fermata, else the system's."""
    beside = [getattr(sys, "_MEIPASS", ""), str(Path(sys.executable).parent)]
    folders = [*(beside if getattr(sys, "frozen", False) else ()), *os.get_exec_path()]
    for folder in folders:  # one of the folder that somebody works in is not taken
        if Path(folder).is_absolute() and (found := shutil.which(Path(folder) / _PROGRAM)):
            return Path(found)
    return None


def way_to_ffmpeg() -> Message:
    """Say what brings it."""
    return Message(_WAYS.get(sys.platform, _LINUX_WAY))


def ffmpeg_version(program: Path) -> str | None:
    """Return what it calls its version; None where it does not run."""
    with suppress(OSError, subprocess.SubprocessError):
        command = [str(program), "-nostdin", "-version"]
        told = subprocess.run(  # noqa: S603
            command, capture_output=True, timeout=_VERSION_TIMEOUT_S, check=True
        )
        if found := re.match(r"ffmpeg version (\S+)", told.stdout.decode(errors="replace")):
            return found[1]
    return None


class FfmpegDecoder:
    """The first sound of an open file, decoded by a process that ends with this one."""

    def __init__(self, file: BufferedReader, path: Path) -> None:
        """Begin to decode.

        Raises:
            AudioFileError: there is no ffmpeg, or it finds no sound in the file.
        """
        program = ffmpeg_program()
        if program is None:
            reason = Message(
                "Fermata cannot read it without the program ffmpeg, which is not installed: {way}",
                way=way_to_ffmpeg(),
            )
            raise AudioFileError(path, reason)
        self._path = path
        try:
            self._process = _started(program, file, path)
        except OSError as error:
            raise AudioFileError(path, own_words(error)) from error
        self._output = self._process.stdout
        self._remarks = _Remarks(self._process.stderr)
        try:
            self._first = self._output.read(_BLOCK_BYTES)
            self._remarks.wait_for_header()
            self._check()
        except BaseException:
            self.close()
            raise

    @property
    def duration_s(self) -> float | None:
        return self._remarks.duration_s

    @property
    def is_damaged(self) -> bool:
        return self._remarks.tell_damage or self._process.returncode not in {None, 0}

    def __iter__(self) -> Iterator[bytes]:
        """Yield 16 kHz mono samples: int16, little-endian.

        Raises:
            AudioFileError: ffmpeg was ended by what it was fed.
        """
        samples = self._first
        while samples:
            yield samples
            samples = self._output.read(_BLOCK_BYTES)
        code = self._process.wait()
        self._remarks.join()
        if code < 0:
            reason = Message("the process that read it ended (exit code {code})", code=code)
            raise AudioFileError(self._path, reason)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()
        self._remarks.join()

    def _check(self) -> None:
        """Raises: AudioFileError: it is no sound that was opened."""
        rate = self._remarks.sample_rate_hz
        if rate is not None and rate not in RATES_HZ:
            raise AudioFileError(self._path, no_rate_of_sound(rate))
        if self._first or self._remarks.has_begun:
            return
        code = self._process.wait()
        if code < 0:
            reason = Message("the process that read it ended (exit code {code})", code=code)
        elif self._remarks.tell_no_sound:
            reason = Message("no sound in it")
        else:
            reason = Message("not a sound or video file, or damaged from its beginning")
        raise AudioFileError(self._path, reason)


class _Remarks(Thread):
    """What ffmpeg tells of a file, line by line; none of it is kept or shown."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="ffmpeg-remarks", daemon=True)
        self.duration_s: float | None = None
        self.sample_rate_hz: int | None = None
        self.has_begun = self.tell_damage = self.tell_no_sound = False
        self._stream = stream
        self._header_is_read = Event()
        self.start()

    def run(self) -> None:
        with self._stream:
            for line in iter(partial(self._stream.readline, _LINE_BYTES), b""):
                self._read(line.decode(errors="replace"))
        self._header_is_read.set()

    def wait_for_header(self) -> None:
        """Wait until it was read, or for a while, should another edition word it differently."""
        self._header_is_read.wait(_HEADER_TIMEOUT_S)

    def _read(self, line: str) -> None:
        if self.has_begun:
            self.tell_damage |= _ERROR.match(line) is not None
        elif line.startswith(_BEGINS):
            self.has_begun = True
            self._header_is_read.set()
        elif found := _DURATION.match(line):
            hours, minutes, seconds = found.groups()
            self.duration_s = 3_600.0 * int(hours) + 60.0 * int(minutes) + float(seconds)
        elif self.sample_rate_hz is None and (found := _STREAM.match(line)):
            self.sample_rate_hz = int(found[1])
        else:
            self.tell_no_sound |= _NO_SOUND in line


def _started(program: Path, file: BufferedReader, path: Path) -> Any:  # noqa: ANN401  its pipes are
    """Start ffmpeg on what was opened, not on what has the name now, where the system can."""
    posix, descriptor = os.name == "posix", file.fileno()
    source = f"/dev/fd/{descriptor}" if posix else str(path.resolve())
    command = [
        *(str(program), "-nostdin", "-hide_banner", "-nostats", "-loglevel", "repeat+level+info"),
        *("-max_error_rate", "0", "-filter_threads", "1"),  # any damage shows in the exit code
        *("-protocol_whitelist", "file", "-format_whitelist", ",".join(_FORMATS)),
        *("-codec_whitelist", ",".join(_DECODERS), "-threads", "1", "-vn", "-sn", "-dn"),
        *("-i", f"file:{source}", "-map", "0:a:0", "-ac", "1", "-ar", str(SAMPLE_RATE_HZ)),
        *("-f", "s16le", "pipe:1"),
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
    environment.pop("FFREPORT", None)  # else it writes a file of what it was asked to do
    return environment


def _end_with_parent() -> Callable[[], object] | None:
    """Return what makes a process end with its parent; elsewhere it ends at its next write."""
    if sys.platform != "linux":
        return None
    import ctypes

    return partial(ctypes.CDLL(None).prctl, _PR_SET_PDEATHSIG, signal.SIGKILL)
