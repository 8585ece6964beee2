"""A microphone in its own process, which writes the log even if this process is held up."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import Self

from app.dictation.recording import Recorded
from app.dictation.silence_detector import level_dbfs
from engine.audio.log_memory import SECOND_BYTES
from engine.audio.microphone import Microphone, open_microphone
from engine.audio.sound_log import LentLog, SoundLog
from engine.child_process import ChildProcess, send_output_to
from engine.errors import AudioDeviceError

_OPENING_S = 20.0  # a wireless microphone may take a while
_SILENT_S = 10.0  # a process silent for this long hangs
_ALIVE_S = 1.0  # a process waiting for its disk still reports this often


@dataclass(frozen=True, slots=True)
class _Note:
    """What was recorded since the last note.

    Attributes:
        recorded: In order.
        written_bytes: How much of the log is on disk.
        end_bytes: Length of the log, which ends with the last of `recorded`.
        overflows: How often sound was dropped since the beginning.
        is_last: The microphone is closed.
    """

    recorded: tuple[Recorded, ...]
    written_bytes: int
    end_bytes: int
    overflows: int
    is_last: bool


class CapturedMicrophone:
    """A `LiveSource`: its process writes the log, waits for nobody, and ends with this one."""

    def __init__(
        self, device: str, log: SoundLog | None = None, child: ChildProcess | None = None
    ) -> None:
        """Open the device and start recording.

        Args:
            device: As for `open_microphone`.
            log: Where to record; None if only the level is wanted.
            child: The process to record in, if one is waiting.

        Raises:
            AudioDeviceError: There is no such device, or it cannot be opened.
        """
        lent = None if log is None else log.lend()
        self._log = log
        self._passed_on_bytes = 0 if lent is None else lent.end_bytes
        self._last = Recorded(0)
        self._is_stopping = self._is_over = False
        self.overflows = 0
        try:
            self._child = child or _started()
        except OSError as error:  # out of resources for another process
            if log is not None:
                log.take_back()
            raise AudioDeviceError(device, error.strerror or str(error)) from error
        try:
            self.name = self._opened(device, lent)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[Recorded]:
        """Yield what is recorded until `stop`, then what was captured before it.

        Raises:
            AudioDeviceError: The device was disconnected, or the process ended; everything it
                delivered was yielded before.
        """
        while not self._is_over:
            yield from self._next_note()
        was_stopped = self._is_stopping
        self.close()
        yield from self._not_passed_on()
        if not was_stopped:
            raise AudioDeviceError(self.name, "the microphone was disconnected", went_away=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def stop(self) -> None:
        """End the recording; safe in another thread or a signal handler."""
        self._is_stopping = True
        with suppress(OSError):
            self._child.pipe.send("stop")

    def close(self) -> None:
        self._is_stopping = self._is_over = True
        self._child.close()
        if self._log is not None:
            self._log.take_back()

    def _opened(self, device: str, lent: LentLog | None) -> str:
        """Return the name of the microphone now recording."""
        with suppress(EOFError, OSError):
            self._child.pipe.send((device, lent))
            if self._child.pipe.poll(_OPENING_S):
                answer: str | AudioDeviceError = self._child.pipe.recv()
                if isinstance(answer, AudioDeviceError):
                    raise answer
                self._child.pipe.send("write")
                return answer
        raise AudioDeviceError(device, "the microphone was disconnected", went_away=True)

    def _next_note(self) -> Iterator[Recorded]:
        note = None
        with suppress(EOFError, OSError):
            if self._child.pipe.poll(_SILENT_S):
                note = self._child.pipe.recv()
        if not isinstance(note, _Note):
            self._is_over = True
            return
        if self._log is not None:
            self._log.lent_wrote(note.written_bytes, note.end_bytes)
        self.overflows, self._is_over = note.overflows, note.is_last
        for recorded in note.recorded:
            self._last = recorded
            self._passed_on_bytes += recorded.size_bytes
            yield recorded

    def _not_passed_on(self) -> Iterator[Recorded]:
        """Yield what a killed process wrote but did not report."""
        more = 0 if self._log is None else self._log.end_bytes - self._passed_on_bytes
        if more > 0:
            heard_s = self._last.heard_s + more / SECOND_BYTES
            yield replace(self._last, size_bytes=more, missing_s=0.0, heard_s=heard_s)


class Microphones:
    """Opens microphones in processes that were started beforehand: so much sooner they record."""

    def __init__(self) -> None:
        self._spare: ChildProcess | None = None
        self._lock = Lock()

    def prepare(self) -> None:
        """Start a process for the next microphone, unless one is waiting."""
        with self._lock:
            if self._spare is None:
                with suppress(OSError):  # then it is started when it is needed
                    self._spare = _started()

    def open(self, device: str, log: SoundLog) -> CapturedMicrophone:
        """Open a microphone; see `CapturedMicrophone`."""
        with self._lock:
            spare, self._spare = self._spare, None
        try:
            return CapturedMicrophone(device, log, spare)
        except AudioDeviceError as error:
            if spare is None or not error.went_away:
                raise
        return CapturedMicrophone(device, log)  # somebody has killed the one that waited

    def close(self) -> None:
        with self._lock:
            if self._spare is not None:
                self._spare.close()
                self._spare = None


def _started() -> ChildProcess:
    return ChildProcess(_record, name="fermata-microphone")


class _Teller:
    """Reports to the other process on its own thread; in fewer notes if that is not reading."""

    def __init__(self, pipe: Connection, log: SoundLog | None) -> None:
        self._pipe, self._log = pipe, log
        self._not_passed_on: list[Recorded] = []
        self._overflows = 0
        self._has_news = self._is_over = False
        self._condition = Condition()
        self._thread = Thread(target=self._run, name="teller")
        self._thread.start()

    def tell(self, recorded: Recorded, overflows: int) -> None:
        """Report what is now in the log."""
        with self._condition:
            self._not_passed_on.append(recorded)
            self._overflows, self._has_news = overflows, True
            self._condition.notify()

    def close(self) -> None:
        """Report the rest."""
        with self._condition:
            self._is_over = True
            self._condition.notify()
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            with self._condition:
                self._condition.wait_for(lambda: self._has_news or self._is_over, _ALIVE_S)
                is_last, self._has_news = self._is_over, False
                recorded, self._not_passed_on = tuple(self._not_passed_on), []
            written, end = (0, 0) if self._log is None else self._log.size
            try:
                self._pipe.send(_Note(recorded, written, end, self._overflows, is_last))
            except OSError:  # nobody reads any more; the log is what they left
                return


def _record(pipe: Connection) -> None:
    """Run the recording process, which is told the device and the `LentLog` to write."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # ends after whoever started it
    send_output_to(Path(os.devnull))  # ALSA and JACK report on the terminal what they do not find
    try:
        device, lent = pipe.recv()
    except (EOFError, OSError):
        return
    try:
        microphone = open_microphone(device)
    except AudioDeviceError as error:
        pipe.send(error)
        return
    with microphone:
        signal.signal(signal.SIGTERM, lambda *_: microphone.stop())
        try:
            pipe.send(microphone.name)
            pipe.recv()  # otherwise the log's owner would not know what is written
        except (EOFError, OSError):
            return
        Thread(target=_obey, args=(pipe, microphone), daemon=True).start()
        log = None if lent is None else SoundLog(lent=lent)
        teller = _Teller(pipe, log)
        with suppress(AudioDeviceError):  # the last note reports it
            _write(microphone, log, teller)
        if log is not None:
            log.finish()
        teller.close()


def _write(microphone: Microphone, log: SoundLog | None, teller: _Teller) -> None:
    lost, next_s = 0, 0.0
    for chunk in microphone:
        missing_s, next_s = chunk.start_s - next_s, chunk.start_s + chunk.duration_s
        try:
            if log is not None:
                log.write(chunk)
        except OSError:  # neither the disk nor memory has space
            lost += 1
            continue
        size, level = len(chunk.samples), level_dbfs(chunk.samples)
        recorded = Recorded(size, level, missing_s, microphone.heard_s)
        teller.tell(recorded, microphone.overflows + lost)


def _obey(pipe: Connection, microphone: Microphone) -> None:
    """Stop on request, or when nobody is left to request it."""
    with suppress(EOFError, OSError):
        pipe.recv()
    microphone.stop()
