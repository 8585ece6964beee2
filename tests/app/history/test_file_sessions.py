"""Results of files in the history: sessions like any other, which remember their file."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from app.history.corrections import corrections
from app.history.records import NewSession
from app.history.store import HistoryStore
from app.history.writer import HistoryWriter
from engine.types import Sentence, Word
from tests.support.sentences import NOON, said

TALK = Path("/somewhere/talk.mp3")
NEW = NewSession(
    "talk", "Hello there.\nThe end.", (said("Hello there."), said("The end.", 2)), TALK, True
)
CHINESE = Sentence(("你", "好，", "世", "界。"), tuple(map(Word, "你好世界")))


def test_a_text_is_kept_whole_with_its_file(store):
    number = store.keep(NEW, NOON)
    (info,) = store.sessions()
    assert (info.number, info.title, info.source, info.audio) == (number, "talk", TALK, TALK)
    assert (info.is_finished, info.word_count) == (True, 4)
    session = store.session(number)
    assert (session.text, session.sentences) == (NEW.text, NEW.sentences)
    assert store.text(number) == NEW.text
    assert store.unfinished() == []
    assert corrections(session) == ()
    assert [hit.info.number for hit in store.search("end")] == [number]
    assert [hit.info.number for hit in store.search("talk")] == [number]


def test_a_transcript_has_no_sound(store):
    number = store.keep(
        NewSession("notes", "你好，世界。", (CHINESE,), Path("notes.txt"), False), NOON
    )
    session = store.session(number)
    assert (session.info.audio, session.info.source) == (None, Path("notes.txt"))
    assert [hit.info.number for hit in store.search("世界")] == [number]
    assert corrections(session) == ()


def test_a_speaker_who_is_named_in_the_text_corrects_nothing(store):
    text = "Ann: Hello there.\nBob: The end."
    number = store.keep(NewSession("talk", text, NEW.sentences, TALK, False), NOON)
    assert corrections(store.session(number)) == ()


def test_it_grows_old_and_is_deleted_and_its_file_stays(store, tmp_path):
    source = tmp_path / "talk.wav"
    source.write_bytes(b"sound")
    number = store.keep(NewSession("talk", NEW.text, NEW.sentences, source, True), NOON)
    assert store.retention.old(1, NOON + timedelta(days=2)).numbers == {number}
    store.trash.add([number], NOON)
    assert store.sessions() == []
    store.delete([number])
    assert source.read_bytes() == b"sound"
    assert str(source).encode() not in store.path.read_bytes()


def test_what_is_dictated_behind_it_does_not_take_its_sound(store):
    number = store.keep(NEW, NOON)
    assert store.has_source_sound(number)
    assert not store.has_source_sound(store.begin(NOON))


def test_a_history_of_an_earlier_version_is_brought_up_to_date(tmp_path):
    with HistoryStore(tmp_path) as store:
        store.append(store.begin(NOON), [said("Hello there.")])
    with sqlite3.connect(tmp_path / "history.sqlite") as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("ALTER TABLE sessions DROP COLUMN source")
        connection.execute("ALTER TABLE documents DROP COLUMN spans")
        connection.execute(f"PRAGMA user_version = {version - 2}")
    connection.close()
    with HistoryStore(tmp_path) as store:
        assert store.session(1).info.source is None
        assert store.keep(NEW, NOON) == 2


def test_a_history_that_is_restored_still_tells_the_file(tmp_path):
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


def test_the_writer_keeps_it_beside_the_session_that_is_edited(qtbot, store, writer):
    writer.begin(NOON, "", "")
    with qtbot.waitSignal(writer.kept):
        kept = writer.keep(lambda: NEW)
    writer.save_document("typed")
    writer.settle(5.0)
    assert [store.text(number) for number in (1, kept.number)] == ["typed", NEW.text]
    writer.rewrite(kept, lambda number: store.save_document(number, "Hello."))
    writer.settle(5.0)
    assert store.text(kept.number) == "Hello."
    store.delete([kept.number])
    failures = []
    writer.failed.connect(failures.append)
    writer.rewrite(kept, lambda number: store.save_document(number, "Again."))
    writer.settle(5.0)
    assert [info.number for info in store.sessions()] == [1]
    assert failures == []


def test_while_the_history_is_locked_it_waits(qtbot, store, writer):
    store.begin(NOON)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with qtbot.waitSignal(writer.hindered, timeout=20_000):
        kept = writer.keep(lambda: NEW)
    assert kept.number == 0
    with qtbot.waitSignal(writer.caught_up, timeout=20_000):
        other.execute("ROLLBACK")
    other.close()
    assert store.text(kept.number) == NEW.text
