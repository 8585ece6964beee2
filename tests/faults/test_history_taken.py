"""Others use, replace or remove the history's files: what is said and typed is kept."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.history.interrupted_sessions import InterruptedSessions
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from app.main import ELSEWHERE
from engine.errors import HistoryError, HistoryMovedError
from engine.types import joined_sentences
from tests.faults.test_killed import words_of
from tests.faults.test_leaving import Application
from tests.support.recognisers.speech import CLIPS
from tests.support.sentences import NOON, said
from tests.support.shared_data import REPOSITORY
from tests.support.ui.composed_window import Composed, composed_window, leave

WAIT_S = 120  # for what would otherwise hang
NAME = min(name for name, text in CLIPS.items() if len(text.split()) > 3)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what is open stays there")
WRITING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from tests.support.sentences import NOON, said
application = QCoreApplication([])
data = Path(sys.argv[1])
writer = HistoryWriter(HistoryStore(data), [data / "unsaved"])
writer.failed.connect(lambda error: print(error, flush=True))
writer.begin(NOON, "en", "en")
writer.append((said("Said before."),), "Said before.")
writer.save_document("Said before. Typed.")
writer.afterwards(lambda: None).result()
print("written", flush=True)
application.exec()
"""


def line_of(process):
    assert select.select([process.stdout], [], [], WAIT_S)[0], "it says nothing"
    return process.stdout.readline()


@pytest.fixture
def writing(tmp_path):
    """Another process, which has written a session and stays."""
    command = [sys.executable, "-c", WRITING, str(tmp_path / "data")]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    assert line_of(process) == "written\n"
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


def move(data, _):
    (data / "history.sqlite").rename(data / "away")


def move_and_come_back(data, _):
    """Just move it; `come_back` follows once that was noticed."""
    move(data, None)


def come_back(data):
    (data / "away").rename(data / "history.sqlite")


@pytest.fixture
def backup(tmp_path):
    """Replace it with another history, in which a session has the same number."""
    folder = tmp_path / "backup"
    with HistoryStore(folder) as store:
        store.append(store.begin(NOON.replace(year=2025)), [said("Long ago.")])
        store.finish(1)
    return folder


def texts(store):
    return sorted(store.session(info.number).text for info in store.sessions())


def next_start(data):
    """Open the history as the next start does, including what is kept elsewhere."""
    store = HistoryStore(data)
    InterruptedSessions(store, data / "sound", [data / "unsaved"])
    return store


KINDS = [remove, remove_log, replace, move, move_and_come_back]


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_is_noticed_before_the_next_word_and_outlives_a_kill(
    tmp_path, writing, backup, kind
):
    data = tmp_path / "data"
    kind(data, backup)
    assert "another program" in line_of(writing), "it is told"
    if kind is move_and_come_back:
        come_back(data)
    writing.kill()
    writing.wait()
    with next_start(data) as store:
        assert store.problem is None
        old = ["Long ago."] if kind is replace else []
        assert texts(store) == [*old, "Said before. Typed."]
        [info] = store.unfinished()
        assert store.session(info.number).sentences == (said("Said before."),)
        assert [hit.info.number for hit in store.search("typed")] == [info.number]


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_is_in_the_same_session(qtbot, tmp_path, backup, kind):
    data = tmp_path / "data"
    with HistoryStore(data) as store:
        writer = HistoryWriter(store, [data / "unsaved"])
        writer.begin(NOON, "en", "en")
        writer.append((said("Said before."),), "Said before.")
        writer.afterwards(lambda: None).result(WAIT_S)
        with qtbot.waitSignal(writer.failed, timeout=WAIT_S * 1000) as told:
            kind(data, backup)
            writer.save_document("Said before. Meanwhile.")
        assert isinstance(told.args[0], HistoryMovedError)
        if kind is move_and_come_back:
            come_back(data)
        writer.append((said("And after."),), "Said before. And after.")
        writer.finish()
        writer.close()
        assert writer.is_elsewhere
        assert not writer.has_lost
    with next_start(data) as store:
        [info] = store.unfinished()
        assert info.started_at == NOON
        assert store.session(info.number).text == "Said before. And after."
        assert store.session(info.number).sentences == (said("Said before."), said("And after."))
        assert len(texts(store)) == 1 + int(kind is replace)
    assert list((data / "unsaved").iterdir()) == []


def test_a_moved_history_is_no_longer_copied(tmp_path, backup):
    """The copies are all that is left of it."""
    with HistoryStore(tmp_path / "data") as store:
        store.append(store.begin(NOON), [said("Said before.")])
        replace(tmp_path / "data", backup)
        store.back_up()
        with pytest.raises(HistoryMovedError):
            store.begin(NOON)
    assert list((tmp_path / "data").glob("*backup*")) == []


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


def test_a_second_start_in_another_environment_costs_no_words(tmp_path, runtime_folder):
    """It asks the first one; if somebody deleted the lock, it keeps its own words apart."""
    own, other = ({"TMPDIR": str(runtime_folder / name)} for name in ("own", "other"))
    for place in (own, other):
        Path(place["TMPDIR"]).mkdir(mode=0o700)
    with ExitStack() as stack:

        def started(runtime, environment, report):
            begun = Application(tmp_path, runtime, "wait", os.environ | environment, report)
            stack.callback(begun.kill)
            return begun

        first = started(runtime_folder, own, "first")
        first.until(lambda: first.heard_s > 2)
        started(Path(other["TMPDIR"]), other, "second").ends()
        (first.data / "fermata.lock").unlink()
        third = started(Path(other["TMPDIR"]), other, "third")
        third.until(lambda: third.heard_s > 2)
        third.signal(signal.SIGTERM)
        third.ends(ELSEWHERE)
        first.until(lambda: first.heard_s > 5)
        first.signal(signal.SIGTERM)
        first.ends()
    first.has_kept_everything()
    assert len(list(first.data.glob("unsaved-*/*"))) == 1


def kept_for_long(folder, now):
    """A history of sessions from the last forty days."""
    with HistoryStore(folder) as store:
        for days in range(5):
            store.append(store.begin(now - timedelta(days=10 * days + 1)), [said(f"Day {days}.")])
            store.finish(days + 1)


@pytest.mark.parametrize("answer", ["none", "keep", "delete"])
def test_a_clock_that_jumps_ahead_deletes_nothing_unasked(qtbot, tmp_path, monkeypatch, answer):
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


@contextmanager
def locked(data):
    """Let another program lock the history."""
    with closing(sqlite3.connect(data / "history.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.parametrize("when", ["before the start", "while it dictates"])
def test_a_signal_while_the_history_is_locked_loses_nothing(qtbot, tmp_path, runtime_folder, when):
    """What is missing is kept elsewhere, the exit status says so, and the next start offers it."""
    data = tmp_path / "data"
    HistoryStore(data).close()
    with ExitStack() as stack:
        if when == "before the start":
            stack.enter_context(locked(data))
        application = Application(tmp_path, runtime_folder, "wait", dict(os.environ))
        stack.callback(application.kill)
        application.until(lambda: application.heard_s > 2)
        if when == "while it dictates":
            stack.enter_context(locked(data))
        application.until(lambda: application.heard_s > 5)
        application.signal(signal.SIGTERM)
        application.ends(ELSEWHERE)
    with composed_window(qtbot, data) as fermata:
        notice, view = fermata.page.live.notice, fermata.page.view
        assert notice.offer.isVisible()
        qtbot.mouseClick(notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: view.model.text)
    application.has_kept_everything()
    assert list(data.glob("unsaved-*/*")) == []


def test_an_edit_that_a_locked_history_does_not_take_is_offered_in_its_session(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path) as fermata:
        fermata.dictate(NAME)
    fermata = Composed(qtbot, tmp_path)
    fermata.reopening.open(1)
    view = fermata.page.view
    fermata.until(lambda: view.model.text)
    with locked(tmp_path):
        QTest.keyClicks(view, "typed ")
        before = view.model.text
        leave(fermata)
    assert fermata.history_writer.is_elsewhere
    assert not fermata.history_writer.has_lost
    with composed_window(qtbot, tmp_path) as fermata:
        qtbot.mouseClick(fermata.page.live.notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: fermata.page.view.model.text == before)
        [info] = fermata.store.sessions()
        session = fermata.store.session(info.number)
        assert words_of(joined_sentences(session.sentences)) == CLIPS[NAME].split()


def test_what_was_merged_before_a_crash_is_not_merged_twice(tmp_path):
    with HistoryStore(tmp_path / "data") as store:
        store.append(store.begin(NOON), [said("One.")])
        with HistoryStore(tmp_path / "waiting") as other:
            other.begin(NOON.replace(year=2025))
            other.append(other.begin(NOON), [said("Two.")], "One. Two. Typed.")
        for _ in range(2):
            store.take_in(tmp_path / "waiting")
        assert store.session(1).sentences == (said("One."), said("Two."))
        assert texts(store) == ["One. Two. Typed."]
        assert [info.number for info in store.unfinished()] == [1]
