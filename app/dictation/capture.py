"""A microphone in a process of its own: what holds up this one costs no sound."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition, Thread
from typing import Self

from app.dictation.sound_log import LentLog, SoundLog
from engine.audio.microphone import Microphone, open_microphone
from engine.audio.resample import CHUNK_BYTES, CHUNK_S
from engine.child_process import ChildProcess, send_output_to
from engine.errors import AudioDeviceError
from engine.types import BYTES_A_SAMPLE, SAMPLE_RATE_HZ, AudioChunk

_OPENING_S = 20.0  # a wireless microphone may take some
_SILENT_S = 10.0  # a process that tells nothing for so long hangs
_ALIVE_S = 1.0  # one that waits for its disk still tells that it lives
_MOST_TOLD_BYTES = 20 * CHUNK_BYTES  # more than that is read from the log


@dataclass(frozen=True, slots=True)
class _Note:
    """What was recorded since the last one.

    Attributes:
        end_bytes: up to where, in the log or else since the beginning.
        written_bytes: what of that the log has on its disk.
        samples: the last of it; what lies before is on the disk.
        gaps: before which places how many seconds are missing.
        heard_s: when the end was heard, on `clock_s`.
        overflows: how often sound was dropped, since the beginning.
        is_last: the microphone is closed.
    """

    end_bytes: int
    written_bytes: int
    samples: bytes
    gaps: tuple[tuple[int, float], ...]
    heard_s: float
    overflows: int
    is_last: bool


class CapturedMicrophone:
    """A `LiveSource`: its process writes the log, and ends with this one.

    It waits for nobody: what is not taken in time is read from the log.
    """

    def __init__(self, device: str, log: SoundLog | None = None) -> None:
        """Open the device and begin to record.

        Args:
            device: as `open_microphone` takes it.
            log: where to, where that is a folder; else sound is only handed over.

        Raises:
            AudioDeviceError: there is no such device, or it cannot be opened.
        """
        lent = None if log is None else log.lend()
        self._log = None if lent is None else log
        self._place = self._end = 0 if self._log is None else self._log.end_bytes
        self._buffer = bytearray()  # ends where what was told of ends
        self._gaps: deque[tuple[int, float]] = deque()
        self._start_s = self._end_heard_s = 0.0
        self._is_stopping = self._is_over = False
        self.overflows = 0
        try:
            self._child = ChildProcess(_record, device, lent, name="fermata-microphone")
        except OSError as error:  # no room for another process
            self._take_back()
            raise AudioDeviceError(device, error.strerror or str(error)) from error
        try:
            self.name = self._opened(device)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[AudioChunk]:
        """Yield chunks until `stop`, then what was captured before it.

        Raises:
            AudioDeviceError: the device went away, or the process ended; everything that it
                delivered was yielded before.
        """
        while not self._is_over:
            with suppress(OSError):
                self._is_over = not self._child.pipe.poll(_SILENT_S)
            self._take_notes()
            yield from self._chunks()
        was_stopped = self._is_stopping
        self.close()
        yield from self._chunks()
        if not was_stopped:
            raise AudioDeviceError(self.name, "the microphone went away", went_away=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def heard_s(self) -> float:
        """When the last sound that was yielded was heard, on `clock_s`."""
        missing_s = sum(missing_s for _, missing_s in self._gaps)
        return self._end_heard_s - _duration_s(self._end - self._place) - missing_s

    @property
    def waiting_s(self) -> float:
        self._take_notes()
        return _duration_s(self._end - self._place)

    def stop(self) -> None:
        """End the recording; safe in another thread or a signal handler."""
        self._is_stopping = True
        with suppress(OSError):
            self._child.pipe.send("stop")

    def close(self) -> None:
        self._is_stopping = self._is_over = True
        self._child.close()
        self._take_back()

    def _opened(self, device: str) -> str:
        """Return the name of the microphone that records now."""
        with suppress(EOFError, OSError):
            if self._child.pipe.poll(_OPENING_S):
                answer: str | AudioDeviceError = self._child.pipe.recv()
                if isinstance(answer, AudioDeviceError):
                    raise answer
                self._child.pipe.send("write")
                return answer
        raise AudioDeviceError(device, "the microphone went away", went_away=True)

    def _take_notes(self) -> None:
        try:
            while not self._is_over and self._child.pipe.poll():
                self._take(self._child.pipe.recv())
        except (EOFError, OSError):
            self._is_over = True

    def _take(self, note: _Note) -> None:
        if self._log is not None:
            self._log.lent_wrote(note.written_bytes, note.end_bytes, note.samples)
        is_on_disk = note.written_bytes >= note.end_bytes
        if note.end_bytes - len(note.samples) > self._end or (
            is_on_disk and len(self._buffer) > _MOST_TOLD_BYTES
        ):
            self._buffer.clear()
        self._buffer += note.samples
        self._gaps += note.gaps
        self._end, self._end_heard_s = note.end_bytes, note.heard_s
        self.overflows, self._is_over = note.overflows, note.is_last

    def _take_back(self) -> None:
        """A process that was killed has told less than it wrote."""
        if self._log is not None:
            self._log.take_back()
            more = self._log.end_bytes - self._end
            if more > 0:
                self._end += more
                self._end_heard_s += _duration_s(more)
                self._buffer.clear()

    def _chunks(self) -> Iterator[AudioChunk]:
        while self._place < self._end:
            if self._gaps and self._gaps[0][0] <= self._place:
                self._start_s += self._gaps.popleft()[1]
            chunk = AudioChunk(self._samples(), self._start_s)
            self._place += len(chunk.samples)
            self._start_s += chunk.duration_s
            yield chunk

    def _samples(self) -> bytes:
        """Return the next ones, as many as a chunk has; fewer before a gap, and at the end."""
        end = min([self._end, self._place + CHUNK_BYTES, *(at for at, _ in self._gaps)])
        buffered = self._end - len(self._buffer)
        if self._log is not None and self._place < buffered:
            return self._log.read_bytes(self._place, min(end, buffered))
        samples = bytes(self._buffer[self._place - buffered : end - buffered])
        del self._buffer[: end - buffered]
        return samples


def _duration_s(size_bytes: int) -> float:
    return size_bytes / (BYTES_A_SAMPLE * SAMPLE_RATE_HZ)


class _Teller:
    """Tells the other process on a thread of its own, and in fewer notes where it does not listen.

    What the disk does not take is kept until it is told.
    """

    def __init__(self, pipe: Connection, log: SoundLog | None) -> None:
        self._pipe, self._log = pipe, log
        self._end_bytes = 0 if log is None else log.end_bytes
        self._untold = bytearray()
        self._gaps: list[tuple[int, float]] = []
        self._heard_s, self._overflows = 0.0, 0
        self._has_news = self._is_over = False
        self._condition = Condition()
        self._thread = Thread(target=self._run, name="teller")
        self._thread.start()

    def recorded(self, chunk: AudioChunk, missing_s: float, microphone: Microphone) -> None:
        with self._condition:
            if missing_s > CHUNK_S:
                self._gaps.append((self._end_bytes, missing_s))
            self._untold += chunk.samples
            self._end_bytes += len(chunk.samples)
            is_on_disk = self._log is not None and self._log.is_on_disk
            if is_on_disk and len(self._untold) > _MOST_TOLD_BYTES:
                self._untold.clear()
            self._heard_s, self._overflows = microphone.heard_s, microphone.overflows
            self._has_news = True
            self._condition.notify()

    def close(self) -> None:
        """Tell the rest."""
        with self._condition:
            self._is_over = True
            self._condition.notify()
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            with self._condition:
                self._condition.wait_for(lambda: self._has_news or self._is_over, _ALIVE_S)
                is_last = self._is_over
                note = _Note(
                    self._end_bytes,
                    0 if self._log is None else self._log.written_bytes,
                    bytes(self._untold),
                    tuple(self._gaps),
                    self._heard_s,
                    self._overflows,
                    is_last,
                )
                self._untold.clear()
                self._gaps.clear()
                self._has_news = False
            try:
                self._pipe.send(note)
            except OSError:  # nobody is there any more; the log is what they left
                return


def _record(pipe: Connection, device: str, lent: LentLog | None) -> None:
    """Be the process that records."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # it ends with who started it, and after it
    send_output_to(Path(os.devnull))  # ALSA and JACK tell the terminal of what they do not find
    try:
        microphone = open_microphone(device)
    except AudioDeviceError as error:
        pipe.send(error)
        return
    with microphone:
        signal.signal(signal.SIGTERM, lambda *_: microphone.stop())
        try:
            pipe.send(microphone.name)
            pipe.recv()  # or whoever has the log would not know what is written
        except (EOFError, OSError):
            return
        Thread(target=_obey, args=(pipe, microphone), daemon=True).start()
        log = None if lent is None else SoundLog(lent=lent)
        teller = _Teller(pipe, log)
        with suppress(AudioDeviceError):  # the last note tells it
            next_s = 0.0
            for chunk in microphone:
                if log is not None:
                    with suppress(OSError):  # it waits in memory, here and there
                        log.write(chunk)
                teller.recorded(chunk, max(0.0, chunk.start_s - next_s), microphone)
                next_s = chunk.start_s + chunk.duration_s
        if log is not None:
            log.finish()
        teller.close()


def _obey(pipe: Connection, microphone: Microphone) -> None:
    """Stop when it is said, or when nobody is there any more who could say it."""
    with suppress(EOFError, OSError):
        pipe.recv()
    microphone.stop()
