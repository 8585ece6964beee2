"""What is written reaches the disk, whatever is in its way, and what is deleted does not."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from threading import Event
from unittest.mock import Mock

import numpy as np
import pytest

from app.history import index
from app.history.edited_text import session_text
from app.history.flac import length_s
from app.history.writer import HistoryWriter
from engine.audio.sound_log import SoundLog
from engine.errors import HistoryError
from engine.types import SAMPLE_RATE_HZ, AudioChunk
from tests.support.faults.disks import small_disk
from tests.support.sentences import NOON, said


def seconds(sound, count, *, is_all=True):
    for at in range(count):
        with suppress(OSError):  # a full disk says so once
            sound.write(AudioChunk(bytes([1, 2]) * SAMPLE_RATE_HZ, float(at)))
    if is_all:
        sound.finish()


@pytest.fixture
def sound(tmp_path):
    with closing(SoundLog(tmp_path / "sound", for_next_start=True)) as made:
        yield made


@pytest.fixture
def history_writer(qtbot, store, tmp_path):
    made = HistoryWriter(store)
    made.told = []
    made.failed.connect(made.told.append)
    yield made
    made.close()


def texts(store):
    return {info.number: store.session(info.number).text for info in store.sessions()}


def begin(history_writer, text, sound=None):
    history_writer.begin(NOON, "en", "en", sound)
    history_writer.append((said(text),), text)


def test_editing_a_session_that_was_just_deleted_is_not_a_failure(store, history_writer):
    begin(history_writer, "Gone.")
    history_writer.afterwards(lambda: store.delete([1]))
    history_writer.save_document("Gone. And more.")
    history_writer.append((said("Gone."),), "Gone. Gone.")
    history_writer.close()
    assert (history_writer.told, store.sessions()) == ([], [])


def test_an_edit_is_kept_even_if_another_session_began_before_it_was_written(store, history_writer):
    go_on = Event()
    begin(history_writer, "first.")
    history_writer.finish()
    history_writer.afterwards(go_on.wait)  # like saving an hour of sound
    history_writer.save_document("first. By hand.")
    history_writer.forget()
    begin(history_writer, "second.")
    history_writer.save_document("second.")
    go_on.set()
    history_writer.finish()
    history_writer.close()
    assert texts(store) == {1: "first. By hand.", 2: "second."}


def test_a_failure_to_keep_sound_does_not_hold_back_words(store, history_writer, sound, qtbot):
    store.audio_folder.write_text("not a folder")
    caught_up = []
    history_writer.caught_up.connect(lambda: caught_up.append(1))
    seconds(sound, 2)
    begin(history_writer, "first one.", sound)
    history_writer.finish(keeps_sound=True)
    history_writer.forget()
    begin(history_writer, "second one.")
    history_writer.finish()
    qtbot.waitUntil(lambda: len(texts(store)) == 2, timeout=20_000)
    assert history_writer.hindrance is None
    assert [type(error) for error in history_writer.told] == [HistoryError], "it is said once"
    assert [one.session for one in store.recordings.all()] == [1], "the next start has it yet"
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begin(history_writer, "third one.")
        qtbot.waitUntil(lambda: history_writer.hindrance is not None, timeout=10_000)
    qtbot.waitUntil(lambda: caught_up == [1], timeout=10_000)
    assert history_writer.hindrance is None, "though sound still waits"
    assert len(history_writer.told) == 1
    store.audio_folder.unlink()
    qtbot.waitUntil(lambda: store.session(1).info.audio is not None, timeout=20_000)
    qtbot.waitUntil(lambda: not list(sound.path.glob("*.int16")), timeout=5_000)
    assert length_s(store.session(1).info.audio) == 2


def test_sound_that_did_not_fit_on_the_disk_is_kept_too(store, history_writer, tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        with closing(SoundLog(disk.folder)) as sound:
            seconds(sound, 3, is_all=False)
            disk.fill()
            seconds(sound, 4, is_all=False)
            assert not sound.is_on_disk
            sound.finish()
            begin(history_writer, "first one.", sound)
            history_writer.finish(keeps_sound=True)
        history_writer.close()
    assert length_s(store.session(1).info.audio) == 7


def test_sound_is_kept_to_its_end_after_its_page_is_left(store, history_writer, sound):
    go_on = Event()
    seconds(sound, 12)
    begin(history_writer, "first one.", sound)
    sound.release(10.0)  # before the person wanted it
    history_writer.afterwards(go_on.wait)
    history_writer.finish(keeps_sound=True)
    sound.close()
    go_on.set()
    history_writer.close()
    assert length_s(store.session(1).info.audio) == 12
    assert not sound.path.exists()


def test_a_session_deleted_while_its_sound_is_saved_leaves_no_sound(store, history_writer, sound):
    seconds(sound, 2)
    blocks = sound.blocks

    def slow_blocks():
        store.delete([1])
        return blocks()

    sound.blocks = slow_blocks
    begin(history_writer, "secret words.", sound)
    history_writer.finish(keeps_sound=True)
    history_writer.close()
    sound.close()
    assert list(store.audio_folder.iterdir()) == []
    assert not sound.path.exists()
    assert store.sessions() == []


def test_a_killed_deletion_can_be_repeated(store, history_writer, monkeypatch):
    begin(history_writer, "secret words.")
    history_writer.finish()
    history_writer.close()
    store.audio_folder.mkdir()
    store.audio_path(1).write_bytes(b"sound")
    monkeypatch.setattr(index, "forget_removed", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        store.delete([1])
    assert not store.audio_path(1).exists()
    assert list(texts(store)) == [1], "it is still listed"
    monkeypatch.undo()
    store.delete([1])
    assert texts(store) == {}


def test_characters_that_no_database_can_store_are_replaced(store, history_writer):
    history_writer.begin(NOON, "en", os.fsdecode(b"caf\xe9"))
    history_writer.append((said("one \ud840 two."),), "one two.")
    history_writer.save_document("one \udc00 two.")
    history_writer.finish()
    history_writer.close()
    assert texts(store) == {1: "one ? two."}
    assert history_writer.told == []


def test_an_unexpected_failure_is_reported(history_writer, qtbot):
    history_writer.afterwards(Mock(side_effect=ArithmeticError))
    qtbot.waitUntil(lambda: bool(history_writer.told), timeout=10_000)
    assert history_writer.told[0].reason == "ArithmeticError"


def test_sentences_with_taken_numbers_are_kept_without_spans(store, history_writer):
    """These would belong to other words: so the next reading compares."""
    first, both = np.array([[0, 6, 0, 0, 0]]), np.array([[0, 6, 0, 0, 0], [7, 13, 1, 0, 0]])
    history_writer.begin(NOON, "en", "en")
    history_writer.append((said("Hello."),), "Hello.", first, first=0)
    history_writer.afterwards(lambda: store.append(1, [said("Restored.", 5.0)])).result()
    history_writer.append((said("There.", 10.0),), "Hello. There.", both, first=1)
    history_writer.save_document("Hello, there.", both)
    history_writer.settle_word(1, 0)
    history_writer.settle(5.0)
    session = store.session(1)
    assert [one.text for one in session.sentences] == ["Hello.", "Restored.", "There."]
    assert session.sentences[1] == said("Restored.", 5.0)
    assert session.spans == ()
    assert [word.start_s for word in session_text(session).words] == [0.0, 10.0]
