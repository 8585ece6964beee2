"""The page is saved in the history, however its text came there, unless it was deleted."""

from __future__ import annotations

import sqlite3

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.dictation.events import State
from engine.recognisers.listener import Listener
from tests.faults.test_killed import words_of
from tests.support.recognisers.speech import CLIPS
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import composed_window
from tests.support.ui.dictation_page import NAMES

SOON_MS = 700


@pytest.fixture
def fermata(qtbot, tmp_path):
    with composed_window(qtbot, tmp_path) as composed:
        yield composed


def typed(fermata, text):
    fermata.page.view.select(0, 0)
    QTest.keyClicks(fermata.page.view, text)


def kept(fermata, *, in_trash=False):
    sessions = fermata.store.sessions(in_trash=in_trash)
    return [fermata.store.session(info.number).text for info in sessions]


def test_typing_without_a_recording_is_saved_and_found(fermata):
    typed(fermata, "Half an hour of typing.")
    fermata.until(lambda: kept(fermata) == ["Half an hour of typing."])
    typed(fermata, "More. ")
    fermata.until(lambda: kept(fermata) == ["More. Half an hour of typing."])
    fermata.texts.close()
    assert fermata.page.view.model.text == ""
    assert [found.info.number for found in fermata.store.search("typing")] == [1]
    assert fermata.store.unfinished() == []


def test_empty_and_private_pages_are_not_saved(fermata):
    typed(fermata, "x")
    QTest.keyClick(fermata.page.view, Qt.Key.Key_Backspace)
    QTest.qWait(SOON_MS)
    fermata.preferences.set("privacy.keeps_history", False)
    typed(fermata, "For nobody.")
    QTest.qWait(SOON_MS)
    fermata.texts.close()
    fermata.history_writer.settle(5)
    assert kept(fermata) == []
    fermata.begin(NAMES[0])
    fermata.preferences.set("privacy.keeps_history", True)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    typed(fermata, "and typed ")
    QTest.qWait(SOON_MS)
    fermata.history_writer.settle(5)
    assert kept(fermata) == []
    fermata.texts.close()
    typed(fermata, "kept")
    fermata.until(lambda: kept(fermata) == ["kept"])


def test_a_page_becomes_a_new_session_once_trashed_but_not_once_deleted(fermata, qtbot):
    typed(fermata, "one")
    fermata.until(lambda: kept(fermata) == ["one"])
    with qtbot.waitSignal(fermata.history.trashed):
        fermata.history.trash([1])
    QTest.qWait(SOON_MS)
    fermata.history_writer.settle(5)
    assert (kept(fermata), kept(fermata, in_trash=True)) == ([], ["one"])
    typed(fermata, "two ")
    fermata.until(lambda: kept(fermata) == ["two one"])
    assert kept(fermata, in_trash=True) == ["one"]
    with qtbot.waitSignal(fermata.history.deleted):
        fermata.history.delete([2])
    typed(fermata, "and more ")
    QTest.qWait(SOON_MS)
    fermata.document_history.save()
    fermata.history_writer.settle(5)
    assert kept(fermata) == []
    fermata.texts.close()
    typed(fermata, "another")
    fermata.until(lambda: kept(fermata) == ["another"])


def test_opening_a_session_never_restores_an_older_text(fermata):
    typed(fermata, "one")
    fermata.until(lambda: kept(fermata) == ["one"])
    typed(fermata, "just now ")
    fermata.reopening.open(1)  # it is on the page
    assert fermata.page.view.model.text == "just now one"
    fermata.until(lambda: kept(fermata) == ["just now one"])
    other = sqlite3.connect(fermata.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    typed(fermata, "while it was locked ")
    fermata.until(lambda: fermata.history_writer.hindrance is not None)
    fermata.texts.close()
    fermata.reopening.open(1)
    QTest.qWait(SOON_MS)
    assert fermata.page.view.model.text == ""
    other.execute("ROLLBACK")
    other.close()
    fermata.until(lambda: fermata.page.view.model.text == "while it was locked just now one")
    QTest.qWait(SOON_MS)
    fermata.history_writer.settle(5)
    assert kept(fermata) == ["while it was locked just now one"]


def test_an_unexpected_failure_leaves_the_sound_for_the_next_start(fermata, monkeypatch, tmp_path):
    count = [0]
    real = Listener.poll

    def poll(self):
        count[0] += 1
        if count[0] > 12:
            raise MemoryError
        return real(self)

    monkeypatch.setattr(Listener, "poll", poll)
    fermata.spoken.append([DATA / "speech" / NAMES[0]])
    fermata.controller.toggle_record()  # the sound may not be played to its end
    fermata.until(lambda: count[0] > 12 and fermata.controller.state is State.STOPPED)
    fermata.history_writer.settle(5)
    [recording] = fermata.store.recordings.all()
    assert list((tmp_path / "sound" / recording.journal).glob("*.int16"))
    assert "offered at the next start" in fermata.page.live.notice.label.text()


def test_a_session_deleted_while_running_does_not_start_again(fermata, qtbot, tmp_path):
    fermata.begin(*NAMES[:3])
    fermata.until(lambda: kept(fermata))
    fermata.spoken.append([DATA / "speech" / NAMES[1]])
    with qtbot.waitSignal(fermata.history.deleted):
        fermata.history.delete([1])
    fermata.worker._session.recording.reopen()  # and more is said
    fermata.until(lambda: len(fermata.microphones) == 2)
    fermata.until(fermata.microphones[-1].is_played.is_set)
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    assert len(words_of(fermata.page.view.model.text)) > 10
    QTest.qWait(SOON_MS)
    fermata.history_writer.settle(5)
    assert kept(fermata) == []
    fermata.until(lambda: not list((tmp_path / "sound").glob("*/*.int16")))
    fermata.dictate(NAMES[1])
    fermata.until(lambda: [words_of(text) for text in kept(fermata)] == [CLIPS[NAMES[1]].split()])


@pytest.mark.parametrize("is_put_back", [False, True])
def test_words_said_in_a_trashed_session_stay_with_it(fermata, qtbot, is_put_back):
    fermata.begin(NAMES[0])
    fermata.until(fermata.store.recordings.all)
    with qtbot.waitSignal(fermata.history.trashed):
        fermata.history.trash([1])
    if is_put_back:
        with qtbot.waitSignal(fermata.history.restored):
            fermata.history.put_back([1])
    fermata.controller.stop()
    fermata.until(lambda: fermata.controller.state is State.STOPPED)
    fermata.until(lambda: kept(fermata, in_trash=not is_put_back))
    assert words_of(kept(fermata, in_trash=not is_put_back)[0]) == CLIPS[NAMES[0]].split()
    fermata.until(lambda: not fermata.store.recordings.all())
    assert fermata.history_writer.has_session == is_put_back
    if is_put_back:
        typed(fermata, "More. ")
        fermata.until(lambda: [words_of(text)[0] for text in kept(fermata)] == ["more"])
