"""Downloads a file; can stop and resume, and never takes part of a file for the whole."""

from __future__ import annotations

import json
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.atomic_file import replacing
from engine.errors import DownloadError
from engine.messages import Message
from engine.models.disk_space import check_room, make_folder, writing

if TYPE_CHECKING:
    from engine.models.transfer import Answer, Transfer

_log = logging.getLogger(__name__)
_PROGRESS_BYTES = 1 << 16
_REPORT_S = 0.1
_SPEED_OVER_S = 3.0
_MOST_BYTES = 16 << 30
_OWN = 0o644  # whatever the umask: nobody else may write what will be installed
_SPARE_BYTES = 64 << 20  # a full disk does more harm than a failed download


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a download; `speed_bytes_a_s` is for the last few seconds."""

    received_bytes: int
    total_bytes: int | None
    speed_bytes_a_s: float


@dataclass(frozen=True, slots=True)
class DownloadRequest:
    """What to download.

    Attributes:
        size_bytes: The size it must have; None if unknown.
        extra_room_bytes: Room needed besides the file, given its size.
        is_checked_later: A checksum is known, so resuming without a validator is safe.
    """

    url: str
    size_bytes: int | None = None
    extra_room_bytes: Callable[[int | None], int] = lambda _: 0
    is_checked_later: bool = False


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When to give up.

    Attributes:
        retry_waits_s: Pauses before each retry after a broken connection; an attempt that brought a
            good piece of the file starts them over.
        timeout_s: How long the server may send next to nothing.
    """

    retry_waits_s: tuple[float, ...] = (1.0, 3.0, 8.0)
    timeout_s: float = 30.0


def download(
    wanted: DownloadRequest,
    part: Path,
    stop: threading.Event,
    report: Callable[[Progress], None] = lambda _: None,
    policy: RetryPolicy = RetryPolicy(),
) -> bool:
    """Download a file, resuming an earlier attempt; return False if cancelled.

    Args:
        wanted: What to download.
        part: The partial file; a note beside it says which version of the file it is.
        stop: Cancels when set; what arrived is kept.
        report: Called at most ten times a second, and at the end.
        policy: When to give up.

    Raises:
        DownloadError: the server refuses, the file is not the right one, or all attempts failed.
        DiskSpaceError: there is no room for it.
        OSError: the file cannot be written.
    """
    from engine.models.transfer import RetriableError  # it imports `requests`, which is slow

    make_folder(part.parent)
    waits = list(policy.retry_waits_s)
    while not stop.is_set():
        before_bytes = received_bytes(part)
        try:
            return _attempt(wanted, part, stop, report, policy.timeout_s)
        except RetriableError as error:
            _log.info("the download broke off: %s", error.reason)
            if received_bytes(part) - before_bytes >= _PROGRESS_BYTES:
                waits = list(policy.retry_waits_s)
            if not waits:
                can_resume = received_bytes(part) > 0
                raise DownloadError(wanted.url, error.reason, error.status, can_resume) from error
            stop.wait(waits.pop(0))
    return False


def forget(part: Path) -> None:
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def received_bytes(part: Path) -> int:
    try:
        return part.stat().st_size
    except OSError:
        return 0


def _attempt(
    wanted: DownloadRequest,
    part: Path,
    stop: threading.Event,
    report: Callable[[Progress], None],
    timeout_s: float,
) -> bool:
    from engine.models.transfer import RetriableError, Transfer

    have_bytes, validator = _resumable(wanted, part)
    if have_bytes and have_bytes == wanted.size_bytes:
        return True
    if wanted.size_bytes is not None:  # no need to ask the server first
        _check_room(wanted, part, wanted.size_bytes, have_bytes)
    with closing(Transfer(wanted.url, have_bytes, validator, stop, timeout_s)) as transfer:
        answer = transfer.answer()
        if answer is None:
            return False
        _check_size(wanted, answer.total_bytes)
        _check_room(wanted, part, answer.total_bytes or wanted.size_bytes, answer.start_byte)
        with writing(part, (answer.total_bytes or 0) - answer.start_byte):
            arrived = _write(wanted, answer, transfer, part, _Meter(report, answer))
    if stop.is_set():
        return False
    if answer.total_bytes is not None and arrived < answer.total_bytes:
        raise RetriableError(Message("the connection was cut"))
    _check_size(wanted, arrived)
    return True


def _write(
    wanted: DownloadRequest, answer: Answer, transfer: Transfer, part: Path, meter: _Meter
) -> int:
    done = answer.start_byte
    most = answer.total_bytes or wanted.size_bytes or _MOST_BYTES
    with open(part, "r+b" if done else "wb", opener=_for_oneself) as stream:
        if done:
            stream.seek(done)
            stream.truncate()
        else:  # only now: a kill earlier would leave another version's bytes under this name
            note = json.dumps({"url": wanted.url, "validator": answer.validator})
            with replacing(_note(part), mode=_OWN) as written:
                written.write(note.encode())
        while done != answer.total_bytes and (block := transfer.block()):
            done += len(block)
            if done > most:
                raise DownloadError(wanted.url, "the server sends more than it announced")
            stream.write(block)
            meter.show(done)
    meter.show(done, is_last=True)
    return done


def _for_oneself(name: str, flags: int) -> int:
    return os.open(name, flags, _OWN)


def _check_size(wanted: DownloadRequest, total_bytes: int | None) -> None:
    expected = wanted.size_bytes
    if total_bytes is None:
        return
    if expected is not None and total_bytes != expected:
        reason = Message(
            "the server has a different file: {found} bytes instead of {expected}",
            found=total_bytes,
            expected=expected,
        )
        raise DownloadError(wanted.url, reason)
    if total_bytes > _MOST_BYTES:
        reason = Message("{bytes} bytes is too much for a model", bytes=total_bytes)
        raise DownloadError(wanted.url, reason)


def _check_room(
    wanted: DownloadRequest, part: Path, total_bytes: int | None, have_bytes: int
) -> None:
    rest = max(0, (total_bytes or 0) - have_bytes)
    check_room(part.parent, rest + wanted.extra_room_bytes(total_bytes) + _SPARE_BYTES)


def _resumable(wanted: DownloadRequest, part: Path) -> tuple[int, str]:
    """Return how much of this very file is there, and the validator to send."""
    try:
        note = json.loads(_note(part).read_text(encoding="utf-8"))
        is_same, validator = note["url"] == wanted.url, str(note["validator"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, ""
    have = received_bytes(part)
    too_much = wanted.size_bytes is not None and have > wanted.size_bytes
    if not is_same or too_much or not (validator or wanted.is_checked_later):
        return 0, ""
    return have, validator


def _note(part: Path) -> Path:
    return part.with_name(part.name + ".json")


class _Meter:
    """Reports progress at intervals, with the speed of the last few seconds."""

    def __init__(self, report: Callable[[Progress], None], answer: Answer) -> None:
        self._report = report
        self._total = answer.total_bytes
        self._seen = deque([(time.monotonic(), answer.start_byte)])
        self._reported_s = 0.0

    def show(self, done: int, *, is_last: bool = False) -> None:
        now_s = time.monotonic()
        if now_s - self._reported_s < _REPORT_S and not is_last:
            return
        self._reported_s = now_s
        self._seen.append((now_s, done))
        while now_s - self._seen[0][0] > _SPEED_OVER_S and len(self._seen) > 2:
            self._seen.popleft()
        first_s, first = self._seen[0]
        speed = (done - first) / max(now_s - first_s, 1e-3)
        self._report(Progress(done, self._total, speed))
