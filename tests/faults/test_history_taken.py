"""Somebody else has the history, takes its place or its files: what is said and typed is kept."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from engine.errors import HistoryError, HistoryMovedError
from tests.support.sentences import NOON, said
from tests.support.shared_data import REPOSITORY
from tests.support.ui.composed_window import composed_window

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what is open stays there")
WRITING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from tests.support.sentences import NOON, said
application = QCoreApplication([])
writer = HistoryWriter(HistoryStore(Path(sys.argv[1])))
writer.failed.connect(lambda error: print(error.reason, flush=True))
writer.begin(NOON, "en", "en")
writer.append((said("Said before."),), "Said before.")
writer.save_document("Said before. Typed.")
writer.settle(20)
print("written", flush=True)
application.exec()
"""


@pytest.fixture
def writing(tmp_path):
    """Another process that has written a session and stays."""
    command = [sys.executable, "-c", WRITING, str(tmp_path / "data")]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "written\n"
    yield process
    process.kill()
    process.communicate()


def remove(data, _):
    (data / "history.sqlite").unlink()


def remove_log(data, _):
    (data / "history.sqlite-wal").unlink()


def replace(data, backup):
    shutil.copy(backup / "history.sqlite", data / "copy")
    (data / "copy").rename(data / "history.sqlite")


def move_away(data, _):
    data.rename(data.with_name("away"))


def move_away_and_back(data, _):
    move_away(data, None)
    deadline_s = time.monotonic() + 30
    while not (data / "history.sqlite").exists() and time.monotonic() < deadline_s:
        time.sleep(0.05)  # until a new one is made
    shutil.rmtree(data)
    data.with_name("away").rename(data)


@pytest.fixture
def backup(tmp_path):
    """A history of another time, in which a session has the same number."""
    folder = tmp_path / "backup"
    with HistoryStore(folder) as store:
        store.append(store.begin(NOON.replace(year=2025)), [said("Long ago.")])
    return folder


def texts(store):
    return sorted(store.session(info.number).text for info in store.sessions())


KINDS = [remove, remove_log, replace, move_away, move_away_and_back]


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_noticed_without_a_word_and_outlives_a_kill(tmp_path, writing, backup, kind):
    kind(tmp_path / "data", backup)
    assert writing.stdout.readline() != "", "it is told"
    writing.kill()
    writing.wait()
    with HistoryStore(tmp_path / "data") as store:
        assert store.problem is None
        old = ["Long ago."] if kind is replace else []
        assert texts(store) == [*old, "Said before. Typed."]
        [number] = [one.number for one in store.sessions() if "Said" in one.title]
        assert store.session(number).sentences == (said("Said before."),)
        assert [hit.info.number for hit in store.search("typed")] == [number]


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_is_in_the_same_session(qtbot, tmp_path, backup, kind, monkeypatch):
    data = tmp_path / "data"
    told = []
    with HistoryStore(data) as store:
        writer = HistoryWriter(store)
        writer.failed.connect(told.append)
        writer.begin(NOON, "en", "en")
        writer.append((said("Said before."),), "Said before.")
        writer.settle(20)
        if kind is move_away_and_back:
            move_away(data, None)
            writer.save_document("Said before. Meanwhile.")
            writer.settle(20)
            shutil.rmtree(data)
            data.with_name("away").rename(data)
        else:
            kind(data, backup)
        writer.append((said("And after."),), "Said before. And after.")
        writer.finish()
        writer.close()
        qtbot.waitUntil(lambda: bool(told))
    assert {type(error) for error in told} == {HistoryMovedError}
    with HistoryStore(data) as again:
        assert again.problem is None
        assert "Said before. And after." in texts(again)
        assert len(texts(again)) == 1 + (kind is replace)
        [info] = [one for one in again.sessions() if one.started_at == NOON]
        assert [one.text for one in again.session(info.number).sentences] == [
            "Said before.",
            "And after.",
        ]


def test_a_second_fermata_leaves_the_history_of_the_first_alone(tmp_path, writing):
    data = tmp_path / "data"
    (tmp_path / "other").mkdir()
    os.link(data / "history.sqlite", tmp_path / "other" / "history.sqlite")
    before = (data / "history.sqlite").stat()
    for folder in (data, tmp_path / "other"):
        with pytest.raises(HistoryError, match="another Fermata"):
            HistoryStore(folder)
        with HistoryStore(folder, is_patient=True) as store:
            assert "another Fermata" in str(store.problem)
    assert (data / "history.sqlite").stat().st_mtime_ns == before.st_mtime_ns
    writing.send_signal(signal.SIGKILL)
    writing.wait()
    with HistoryStore(data) as store:
        assert texts(store) == ["Said before. Typed."]


def kept_for_long(folder, now):
    """A history of sessions of the last forty days."""
    with HistoryStore(folder) as store:
        for days in range(5):
            store.append(store.begin(now - timedelta(days=10 * days + 1)), [said(f"Day {days}.")])
            store.finish(days + 1)


@pytest.mark.parametrize("answer", ["none", "keep", "delete"])
def test_a_clock_that_jumps_ahead_deletes_nothing_that_nobody_wants_gone(
    qtbot, tmp_path, monkeypatch, answer
):
    now = datetime.now(UTC)
    kept_for_long(tmp_path, now)
    monkeypatch.setattr("app.ui.history.controller._now", lambda: now + timedelta(days=400))
    with composed_window(qtbot, tmp_path, privacy__keep_days=60) as fermata:
        notice = fermata.page.live.notice
        fermata.until(notice.offer.isVisible)
        assert "5 sessions are older" in notice.label.text()
        if answer != "none":
            qtbot.mouseClick(
                notice.offer if answer == "delete" else notice.other, Qt.MouseButton.LeftButton
            )
        if answer == "delete":
            fermata.until(lambda: not fermata.store.sessions())
    monkeypatch.undo()
    if answer != "delete":
        with composed_window(qtbot, tmp_path, privacy__keep_days=30) as fermata:
            fermata.until(lambda: len(fermata.store.sessions()) == 3)
            assert not fermata.page.live.notice.offer.isVisible()
