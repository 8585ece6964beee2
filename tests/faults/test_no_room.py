"""A full, read-only or locked disk: what is said waits in memory, and nothing is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from typing import NamedTuple

import pytest

from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.ui.training.controller import TrainingController
from app.ui.training.values import TrainingRequest
from engine.audio.sound_log import SoundLog
from engine.errors import HistoryDamagedError, HistoryError
from engine.models.active import activate_model
from engine.paths import default_paths
from engine.types import AudioChunk
from tests.support.faults.disks import small_disk
from tests.support.sentences import NOON, said
from tests.support.training.small import snapshot, write_small_bundle, write_text
from tests.support.training.tiny import need_torch

resource = pytest.importorskip("resource")
WAIT_MS = 30_000
SENTENCES = 300


def numbered(number):
    return said(" ".join(f"w{number}x{at}" for at in range(12)) + ".", number)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("app.history.retrying_queue._RETRY_S", 0.1)
    monkeypatch.setattr("app.history.database._LOCK_TIMEOUT_S", 0.1)


@contextmanager
def keeping(folder):
    with HistoryStore(folder, is_patient=True) as store:
        history_writer = HistoryWriter(store)
        history_writer.told = []
        history_writer.failed.connect(history_writer.told.append)
        try:
            yield store, history_writer
        finally:
            history_writer.close()


def dictate(history_writer, first=0, count=SENTENCES):
    """Write so many sentences, and the text as edited by then."""
    for number in range(first, first + count):
        history_writer.append((numbered(number),), f"Edited {number}.")


def is_whole(store, history_writer, count=SENTENCES):
    [info] = store.sessions()
    kept = store.session(info.number)
    assert kept.sentences == tuple(map(numbered, range(count)))
    assert kept.document == f"Edited {count - 1}."
    assert history_writer.told == []
    assert history_writer.hindrance is None


class Fault(NamedTuple):
    """A way for the disk to refuse writing, or reading."""

    begin: Callable[[], object]
    end: Callable[[], object]
    reason: str


@contextmanager
def full_disk(folder):
    with small_disk(folder) as disk:
        yield Fault(disk.fill, disk.make_room, "full")


@contextmanager
def read_only(folder):
    with small_disk(folder) as disk:
        yield Fault(lambda: disk.allow(writing=False), lambda: disk.allow(writing=True), "")


@contextmanager
def file_limit(folder):
    """Limit the size of files: portable, and as abrupt as a full disk."""
    folder.mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def begin():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))

    def end():
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    try:
        yield Fault(begin, end, "full|I/O")
    finally:
        end()
        signal.signal(signal.SIGXFSZ, handler)


@contextmanager
def locked(folder, *, is_read_too=False):
    """Have another program write without end."""
    folder.mkdir()
    other = []

    def begin():
        other.append(sqlite3.connect(folder / "history.sqlite", isolation_level=None))
        if is_read_too:
            other[-1].execute("PRAGMA journal_mode = WAL")
            other[-1].execute("PRAGMA locking_mode = EXCLUSIVE")
        other[-1].execute("BEGIN EXCLUSIVE")

    def end():
        while other:
            other.pop().close()

    try:
        yield Fault(begin, end, "locked")
    finally:
        end()


@pytest.mark.parametrize("kind", [full_disk, file_limit, locked])
def test_a_disk_that_is_unwritable_for_a_while_loses_nothing(qtbot, tmp_path, kind):
    with kind(tmp_path / "disk") as fault, keeping(tmp_path / "disk") as (store, history_writer):
        history_writer.begin(NOON, "en", "en")
        dictate(history_writer, 0, 20)
        with qtbot.waitSignal(history_writer.hindered, timeout=WAIT_MS) as hindered:
            fault.begin()
            dictate(history_writer, 20, SENTENCES - 20)
        assert isinstance(hindered.args[0], HistoryError)
        assert any(part in str(hindered.args[0]) for part in fault.reason.split("|"))
        with qtbot.waitSignal(history_writer.caught_up, timeout=WAIT_MS):
            fault.end()
        is_whole(store, history_writer)
        history_writer.save_document("The end.")
        history_writer.finish()
        history_writer.close()
        assert store.unfinished() == []
        assert store.search("end")


@pytest.mark.parametrize("kind", [read_only, full_disk, partial(locked, is_read_too=True)])
def test_a_history_that_cannot_be_opened_loses_nothing(qtbot, tmp_path, kind):
    with kind(tmp_path / "disk") as fault:
        fault.begin()
        with keeping(tmp_path / "disk") as (store, history_writer):
            assert isinstance(store.problem, HistoryError)
            assert fault.reason in str(store.problem)
            with qtbot.waitSignal(history_writer.hindered, timeout=WAIT_MS):
                history_writer.begin(NOON, "en", "en", SoundLog())
                dictate(history_writer)
            with qtbot.waitSignal(history_writer.caught_up, timeout=WAIT_MS):
                fault.end()
            is_whole(store, history_writer)


@pytest.mark.parametrize("is_copied", [False, True])
def test_a_history_damaged_while_in_use_loses_nothing(qtbot, tmp_path, is_copied):
    sound = SoundLog(tmp_path / "sound", for_next_start=True)
    with closing(sound), keeping(tmp_path) as (store, history_writer):
        history_writer.begin(NOON, "en", "en", sound)
        dictate(history_writer, 0, 100)
        history_writer.afterwards(lambda: None).result(30)
        if is_copied:
            store.back_up()
        with closing(sqlite3.connect(store.path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with store.path.open("r+b") as file:
            file.seek(4096)
            file.write(os.urandom(store.path.stat().st_size - 4096))
        with pytest.raises(HistoryDamagedError):
            store.session(1)
        dictate(history_writer, 100, 50)
        history_writer.afterwards(lambda: None).result(30)
        assert [one.journal for one in store.recordings.all()] == [sound.path.name]
        history_writer.finish()
        history_writer.close()
        assert history_writer.told == []
        [info] = store.sessions()
        kept = store.session(info.number)
        assert kept.document == "Edited 149.", "all of the text was on the page"
        first = 0 if is_copied else 100
        assert kept.sentences == tuple(map(numbered, range(first, 150)))
        assert info.is_finished


def test_what_cannot_be_written_at_exit_is_reported_and_not_waited_for(qtbot, tmp_path):
    with locked(tmp_path / "disk") as fault, keeping(tmp_path / "disk") as (store, history_writer):
        history_writer.begin(NOON, "en", "en")
        dictate(history_writer, 0, 1)
        qtbot.waitUntil(lambda: bool(store.sessions()))
        fault.begin()
        dictate(history_writer, 1, 3)
        assert store.sessions(), "reading goes on"
        history_writer.close()
        qtbot.waitUntil(lambda: len(history_writer.told) == 3)


@pytest.mark.parametrize("kind", ["from the beginning", "full disk", "room again"])
def test_sound_that_does_not_fit_on_the_disk_can_still_be_heard(tmp_path, kind):
    chunks = [AudioChunk(bytes([n % 256, n // 256]) * 1600, n / 10) for n in range(2000)]
    every = b"".join(chunk.samples for chunk in chunks)
    in_memory = kind == "from the beginning"
    with nullcontext() if in_memory else small_disk(tmp_path / "disk") as disk:
        sound = SoundLog(disk.folder if disk else None)
        for number, chunk in enumerate(chunks):
            if disk and number == 500:
                disk.fill()
            sound.write(chunk)
            if number % 7 == 0:
                assert (
                    sound.read(chunk.start_s - 0.2, chunk.start_s + 0.1)
                    == (every[max(0, number - 2) * 3200 : (number + 1) * 3200])
                )
        assert not sound.is_on_disk
        if kind == "room again":
            disk.make_room()
            sound.write(AudioChunk(b"", 200.0))
            assert sound.is_on_disk
        sound.finish()
        assert sound.read(0.0, 1e6) == every
        sound.close()


def test_a_model_that_does_not_fit_on_the_disk_is_reported_and_removed(
    qtbot, tmp_path, monkeypatch, preferences, tasks
):
    need_torch()
    with small_disk(tmp_path / "disk") as disk, HistoryStore(tmp_path / "history") as history:
        monkeypatch.setenv("FERMATA_DATA", str(disk.folder))
        write_small_bundle(disk.folder / "models" / "small")
        activate_model("small", default_paths())
        before = snapshot(disk.folder)
        controller = TrainingController(default_paths(), preferences, tasks, history)
        controller.stage_changed.connect(lambda name: disk.fill() if name == "learning" else None)
        with qtbot.waitSignal(controller.failed) as failed:
            controller.start(TrainingRequest("mine", (write_text(tmp_path / "own.txt"),)))
        disk.make_room()
        assert f"not enough room in {disk.folder}/models:" in failed.args[0]
        assert snapshot(disk.folder) == before


FULL_MEMORY = """
from pathlib import Path
from engine.audio.sound_log import SoundLog
from engine.types import AudioChunk
log, filler = SoundLog(), Path("/dev/shm/filler")
filler.write_bytes(bytes(500_000))
errors = 0
for second in range(40):
    if second == 30:
        filler.unlink()
    try:
        log.write(AudioChunk(bytes([1, second]) * 16_000, float(second)))
    except OSError:
        errors += 1
seconds = [block[1] for block in log.blocks()]
print(errors, seconds == [*range(10), *range(30, 40)])
log.close()
"""


def test_with_full_memory_the_process_lives_and_takes_what_comes_later():
    mount = 'mount -t tmpfs -o size=1m none /dev/shm && echo mounted && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", mount, "sh", sys.executable, "-c", FULL_MEMORY]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("no memory of a test's own can be mounted here")
    mounted, *told = done.stdout.split() or [""]
    if not mounted:
        pytest.skip(f"no memory of a test's own can be mounted here: {done.stderr.strip()}")
    assert (done.returncode, told) == (0, ["20", "True"]), done.stderr
