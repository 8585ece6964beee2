"""Texts of files in the history: sessions like any other, which remember their file."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from app.files.new_session import from_recording, from_transcript
from app.history.alignment import placed_words
from app.history.corrections import corrections
from app.history.edited_text import reopened
from app.history.records import PlacedWord, SourceFile
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from engine.transcripts.registry import read_transcript
from tests.support.sentences import NOON, said
from tests.support.shared_data import DATA
from tests.support.sounds import write_tracks, write_wav

FOX = DATA / "speech" / "flite-slt-09.wav"
TALK = Path("/somewhere/talk.mp3")
NEW = from_recording(TALK, [said("Hello there."), said("The end.", 4)])
NOTES = "你好世界\n".encode()


def test_a_text_is_stored_whole_with_its_file(store):
    number = store.keep(NEW, NOON)
    (info,) = store.sessions()
    assert (info.number, info.title, info.source, info.audio) == (number, "talk", TALK, TALK)
    assert (info.is_finished, info.word_count) == (True, 4)
    session = store.session(number)
    assert (session.text, session.sentences) == (NEW.text, NEW.sentences)
    assert store.unfinished() == []
    assert corrections(session) == ()
    assert [hit.info.number for hit in store.search("end")] == [number]
    assert [hit.info.number for hit in store.search("talk")] == [number]


def read(path, content):
    """Return a file as the session it becomes, unchanged."""
    path.write_bytes(content)
    transcript = read_transcript(path)
    return from_transcript(transcript, [(word, ()) for word in transcript.words()])


def test_playback_uses_the_sound_track_that_was_transcribed(store, tmp_path):
    silence = write_wav(tmp_path / "silence.wav", [np.zeros(16_000, "<i2")])
    film = write_tracks(tmp_path / "film.mkv", FOX, silence)
    numbers = [store.keep(from_recording(film, NEW.sentences, track), NOON) for track in (2, 1)]
    for number, is_silent in zip(numbers, (True, False), strict=True):
        sound = reopened(store.session(number), tmp_path / "decoded", None).sound
        assert (max(sound.read(0.0, 1.0)) == 0) == is_silent
        sound.close()


def test_a_transcript_is_stored_with_its_bytes_and_has_no_sound(store, tmp_path):
    new = read(tmp_path / "notes.txt", NOTES)
    number = store.keep(new, NOON)
    session = store.session(number)
    assert (session.info.audio, session.info.source) == (None, tmp_path / "notes.txt")
    assert [hit.info.number for hit in store.search("世界")] == [number]
    assert store.file(number) == SourceFile("txt", NOTES)
    store.accept_changes(number, are_accepted=True)
    assert store.file(number).is_accepted
    assert placed_words(session) == [PlacedWord(at, at + 1, 0, at) for at in range(4)]
    assert corrections(session) == ()


def test_speaker_names_in_the_text_are_not_corrections(store, tmp_path):
    number = store.keep(read(tmp_path / "talk.txt", b"ANN: Hello there.\nBOB: The end."), NOON)
    assert corrections(store.session(number)) == ()


def test_an_old_session_is_deleted_but_its_file_stays(store, tmp_path):
    source = tmp_path / "talk.wav"
    source.write_bytes(b"sound")
    number = store.keep(from_recording(source, NEW.sentences), NOON)
    assert store.retention.old(1, NOON + timedelta(days=2)).numbers == {number}
    store.trash.add([number], NOON)
    assert store.sessions() == []
    store.delete([number])
    assert source.read_bytes() == b"sound"
    assert str(source).encode() not in store.path.read_bytes()


def test_the_bytes_of_a_transcript_are_deleted_with_its_session(store, tmp_path):
    number = store.keep(read(tmp_path / "notes.txt", b"an unmistakable word"), NOON)
    assert store.file(number) is not None
    store.delete([number])
    assert store.file(number) is None
    with sqlite3.connect(store.path) as connection:
        assert connection.execute("SELECT count(*) FROM files").fetchone() == (0,)
    connection.close()


def test_a_dictation_after_it_does_not_take_its_sound(store):
    number = store.keep(NEW, NOON)
    assert store.has_source_sound(number)
    assert not store.has_source_sound(store.begin(NOON))


def test_an_older_history_is_upgraded(tmp_path):
    with HistoryStore(tmp_path) as store:
        store.append(store.begin(NOON), [said("Hello there.")])
    with sqlite3.connect(tmp_path / "history.sqlite") as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("ALTER TABLE sessions DROP COLUMN source")
        connection.execute("ALTER TABLE documents DROP COLUMN spans")
        connection.execute("DROP TABLE files")
        connection.execute("DROP TABLE sound_tracks")
        connection.execute("ALTER TABLE sessions DROP COLUMN replaced_words")
        connection.execute("DROP TABLE recognitions")
        connection.execute(f"PRAGMA user_version = {version - 5}")
    connection.close()
    with HistoryStore(tmp_path) as store:
        assert store.session(1).info.source is None
        assert store.keep(NEW, NOON) == 2


def test_a_restored_history_still_knows_the_file(tmp_path):
    with HistoryStore(tmp_path) as store:
        store.keep(NEW, NOON)
        store.back_up()
    path = tmp_path / "history.sqlite"
    content = bytearray(path.read_bytes())
    content[16:24] = bytes(8)
    content[:16] = b"no SQLite at all"
    path.write_bytes(content)
    with HistoryStore(tmp_path, is_patient=True) as store:
        (info,) = store.sessions()
        assert (info.title, info.source, info.audio) == ("talk", TALK, TALK)
        assert store.session(info.number).text == NEW.text


@pytest.fixture
def writer(qtbot, store):
    writer = HistoryWriter(store)
    yield writer
    writer.close()


def test_the_writer_stores_it_along_with_the_session_being_edited(qtbot, store, writer):
    writer.begin(NOON, "", "")
    with qtbot.waitSignal(writer.kept):
        kept = writer.keep(NEW)
    writer.save_document("typed")
    writer.settle(5.0)
    assert [store.session(it).text for it in (1, kept.number)] == ["typed", NEW.text]


def test_it_waits_while_the_history_is_locked(qtbot, store, writer):
    store.begin(NOON)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with qtbot.waitSignal(writer.hindered, timeout=20_000):
        kept = writer.keep(NEW)
    assert kept.number == 0
    with qtbot.waitSignal(writer.caught_up, timeout=20_000):
        other.execute("ROLLBACK")
    other.close()
    assert store.session(kept.number).text == NEW.text
