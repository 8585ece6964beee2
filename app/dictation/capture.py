"""A microphone in a process of its own, which writes the log whatever holds up this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition, Thread
from typing import Self

from app.dictation.recording import Recorded
from app.dictation.silence_detector import level_dbfs
from engine.audio.log_memory import SECOND_BYTES
from engine.audio.microphone import Microphone, open_microphone
from engine.audio.sound_log import LentLog, SoundLog
from engine.child_process import ChildProcess, send_output_to
from engine.errors import AudioDeviceError

_OPENING_S = 20.0  # a wireless microphone may take some
_SILENT_S = 10.0  # a process that tells nothing for so long hangs
_ALIVE_S = 1.0  # one that waits for its disk still tells that it lives


@dataclass(frozen=True, slots=True)
class _Note:
    """What was recorded since the last one.

    Attributes:
        recorded: one after the other.
        written_bytes: what the disk has of the log, which ends with the last of them.
        end_bytes: how long the log is.
        overflows: how often sound was dropped, since the beginning.
        is_last: the microphone is closed.
    """

    recorded: tuple[Recorded, ...]
    written_bytes: int
    end_bytes: int
    overflows: int
    is_last: bool


class CapturedMicrophone:
    """A `LiveSource`: its process writes the log, waits for nobody, and ends with this one."""

    def __init__(self, device: str, log: SoundLog | None = None) -> None:
        """Open the device and begin to record.

        Args:
            device: as `open_microphone` takes it.
            log: where to; None where only its level is wanted.

        Raises:
            AudioDeviceError: there is no such device, or it cannot be opened.
        """
        lent = None if log is None else log.lend()
        self._log = log
        self._told_bytes = 0 if lent is None else lent.end_bytes
        self._last = Recorded(0)
        self._is_stopping = self._is_over = False
        self.overflows = 0
        try:
            self._child = ChildProcess(_record, device, lent, name="fermata-microphone")
        except OSError as error:  # no room for another process
            if log is not None:
                log.take_back()
            raise AudioDeviceError(device, error.strerror or str(error)) from error
        try:
            self.name = self._opened(device)
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[Recorded]:
        """Yield what is recorded until `stop`, then what was captured before it.

        Raises:
            AudioDeviceError: the device went away, or the process ended; everything that it
                delivered was yielded before.
        """
        while not self._is_over:
            yield from self._next_note()
        was_stopped = self._is_stopping
        self.close()
        yield from self._untold()
        if not was_stopped:
            raise AudioDeviceError(self.name, "the microphone went away", went_away=True)

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
            self._told_bytes += recorded.size_bytes
            yield recorded

    def _untold(self) -> Iterator[Recorded]:
        """A process that was killed has told less than it wrote."""
        more = 0 if self._log is None else self._log.end_bytes - self._told_bytes
        if more > 0:
            heard_s = self._last.heard_s + more / SECOND_BYTES
            yield replace(self._last, size_bytes=more, missing_s=0.0, heard_s=heard_s)


class _Teller:
    """Tells the other process on a thread of its own; in fewer notes where it does not listen."""

    def __init__(self, pipe: Connection, log: SoundLog | None) -> None:
        self._pipe, self._log = pipe, log
        self._untold: list[Recorded] = []
        self._overflows = 0
        self._has_news = self._is_over = False
        self._condition = Condition()
        self._thread = Thread(target=self._run, name="teller")
        self._thread.start()

    def tell(self, recorded: Recorded, overflows: int) -> None:
        """Tell what is in the log by now."""
        with self._condition:
            self._untold.append(recorded)
            self._overflows, self._has_news = overflows, True
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
                is_last, self._has_news = self._is_over, False
                recorded, self._untold = tuple(self._untold), []
            written, end = (0, 0) if self._log is None else self._log.size
            try:
                self._pipe.send(_Note(recorded, written, end, self._overflows, is_last))
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
        except OSError:  # neither the disk nor memory has room
            lost += 1
            continue
        size, level = len(chunk.samples), level_dbfs(chunk.samples)
        recorded = Recorded(size, level, missing_s, microphone.heard_s)
        teller.tell(recorded, microphone.overflows + lost)


def _obey(pipe: Connection, microphone: Microphone) -> None:
    """Stop when it is said, or when nobody is there any more who could say it."""
    with suppress(EOFError, OSError):
        pipe.recv()
    microphone.stop()
