from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.history.store import HistoryStore
from engine.errors import HistoryDamagedError, HistoryError
from engine.types import Sentence, Word
from tests.support.shared_data import PYTHON_PATH

REPOSITORY = Path(__file__).resolve().parents[3]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(text: str, start_s: float = 0.0) -> Sentence:
    surfaces = tuple(text.split())
    words = tuple(
        Word(s.strip(".,?").lower(), start_s + i * 0.5, start_s + i * 0.5 + 0.4, 0.25 + i / 100)
        for i, s in enumerate(surfaces)
    )
    return Sentence(surfaces, words)


@pytest.fixture
def store(tmp_path):
    with HistoryStore(tmp_path / "history") as opened:
        yield opened


def session(store, *texts, started_at=NOON):
    number = store.begin(started_at, "en", "en-small")
    store.append(number, [said(text) for text in texts])
    return number


def everything_on_disk(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def found(store, query):
    return [hit.info.number for hit in store.search(query)]


def test_a_session_comes_back_as_it_was(store):
    unsure = Sentence(
        ("Übrigens,", "nein"), (Word("übrigens"), Word("nein", 1.5)), is_complete=False
    )
    number = store.begin(NOON, "de", "de-small")
    store.append(number, [said("Hello there."), unsure])
    store.append(number, [said("你 好 。", 9.0)])
    kept = store.session(number)
    assert kept.sentences == (said("Hello there."), unsure, said("你 好 。", 9.0))
    assert (kept.document, kept.text) == (None, "Hello there. Übrigens, nein 你好。")
    info = kept.info
    assert (info.title, info.is_named, info.word_count) == ("Hello there.", False, 7)
    assert (info.started_at, info.language, info.model) == (NOON, "de", "de-small")
    assert (info.audio, info.is_finished) == (None, False)


def test_what_is_kept_outlives_the_program(tmp_path):
    with HistoryStore(tmp_path) as store:
        number = session(store, "Hello there.")
    with HistoryStore(tmp_path) as store:
        assert store.session(number).text == "Hello there."
        assert found(store, "hello") == [number]


def test_sessions_are_listed_newest_first_without_empty_ones(store):
    first, second = session(store, "First."), session(store, "Second.")
    store.begin(NOON)
    assert [info.number for info in store.sessions()] == [second, first]
    assert [info.number for info in store.sessions(limit=1, offset=1)] == [first]


def test_an_edited_document_is_what_is_found_and_reopened(store):
    number = session(store, "The quick brown fox.", "It jumps.")
    store.save_document(number, "A slow brown fox.\nIt jumps.")
    kept = store.session(number)
    assert kept.text == "A slow brown fox.\nIt jumps."
    assert kept.info.title == "A slow brown fox."
    assert len(kept.sentences) == 2, "what was said stays beside what was edited"
    assert found(store, "quick") == []
    assert found(store, "slow brown") == [number]


def test_what_is_said_behind_an_edit_is_found_too(store):
    number = session(store, "One.")
    store.save_document(number, "Eins.")
    store.append(number, [said("Two.")])
    assert found(store, "two") == [number]
    store.save_document(number, "Eins. Two.")
    assert found(store, "eins two") == [number]


def test_a_typed_document_without_speech_is_listed(store):
    number = store.begin(NOON)
    store.save_document(number, "  \n")
    assert store.sessions() == []
    store.save_document(number, "Typed only")
    assert [info.title for info in store.sessions()] == ["Typed only"]


def test_titles(store):
    number = session(store, "The budget is " + "very " * 40 + "large.")
    (info,) = store.sessions()
    assert info.title.endswith("very…")
    assert len(info.title) <= 81
    store.rename(number, "  Meeting in Zürich ")
    (info,) = store.sessions()
    assert (info.title, info.is_named) == ("Meeting in Zürich", True)
    assert found(store, "zurich budget") == [number]
    store.rename(number, "")
    assert store.sessions()[0].title.startswith("The budget")
    assert found(store, "zurich") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("fox", [1]),
        ("FOX", [1]),
        ("fo", [1]),  # the last word may be only begun
        ("fo jumps", []),  # the others are whole
        ("cafe", [2]),
        ("Café", [2]),
        ("don't", [2]),
        ("lazy fox", [1]),  # both are there, in two sentences
        ('"quick fox"', []),
        ('"brown fox"', [1]),
        ('"brown fo', []),
        ("好", [3]),
        ("你好", [3]),
        ("好你", []),
        ("カナ", [3]),
        ("the", [2, 1]),
        ("", []),
        ("  ", []),
        ('"', []),
        ("?!", []),
        ("fox OR café", []),
        ('"; DROP TABLE sessions', []),
        ("NEAR(", []),
        ("*", []),
    ],
)
def test_search(store, query, expected):
    session(store, "The quick brown fox.", "It jumps over the lazy dog.")
    session(store, "Don't wait at the café.")
    session(store, "我说你好吗？ テストカナです。")
    assert found(store, query) == expected


def test_a_snippet_shows_every_match(store):
    session(store, "So " * 60 + "the fox saw another Fóx. " + "And " * 100)
    (hit,) = store.search("fox")
    marked = [hit.snippet.text[a:b] for a, b in hit.snippet.spans]
    assert marked == ["fox", "Fóx"]
    assert hit.snippet.text.startswith("…")
    assert hit.snippet.text.endswith("…")
    assert len(hit.snippet.text) < 200


def test_deleted_for_good(tmp_path):
    folder = tmp_path / "history"
    with HistoryStore(folder) as store:
        kept = session(store, "An ordinary sentence.")
        number = session(store, "The canary zyxwvut sings.", "Another zyxwvut.")
        store.rename(number, "About qqcanaryqq")
        store.save_document(number, "The canary zyxwvut edited pprqtss.")
        store.audio_path(number).write_bytes(b"fLaC zyxwvut")
        store.set_audio(number, is_kept=True)
        before = everything_on_disk(folder)
        assert b"zyxwvut" in before
        store.delete([number])
        for open_or_closed in range(2):
            after = everything_on_disk(folder)
            for trace in (b"zyxwvut", b"yxwvut", b"pprqtss", b"qqcanaryqq", b"canary"):
                assert trace not in after.lower(), (trace, open_or_closed)
            store.close()
    assert not list((folder / "audio").iterdir())
    with HistoryStore(folder) as store:
        assert [info.number for info in store.sessions()] == [kept]
        assert found(store, "canary") == []
        assert session(store, "New.") > number, "a number is never used again"
        vocabulary = sqlite3.connect(store.path)
        vocabulary.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, passage_index, row)")
        assert {t for (t,) in vocabulary.execute("SELECT term FROM v WHERE length(term) > 3")} == {
            "ordinary",
            "sentence",
        }
        vocabulary.close()


def test_deleting_what_is_not_there_harms_nothing(store):
    number = session(store, "Stays.")
    store.delete([number + 7])
    assert found(store, "stays") == [number]


def test_retention(store):
    old = session(store, "Old.", started_at=NOON - timedelta(days=31))
    session(store, "Older.", started_at=NOON - timedelta(days=300))
    new = session(store, "New.", started_at=NOON - timedelta(days=29))
    assert len(store.delete_older_than(30, NOON)) == 2
    assert [info.number for info in store.sessions()] == [new]
    with pytest.raises(HistoryError):
        store.session(old)
    assert store.delete_older_than(30, NOON) == []


def test_retention_counts_from_the_last_use(store):
    number = session(store, "A book.", started_at=NOON - timedelta(days=300))
    store.save_document(number, "A book, and today's chapter.")
    resumed = session(store, "Another.", started_at=NOON - timedelta(days=300))
    store.resume(resumed)
    assert store.delete_older_than(30, datetime.now(UTC)) == []
    assert store.delete_older_than(30, datetime.now(UTC) + timedelta(days=31)) == [number, resumed]


def test_what_was_said_while_the_clock_was_not_set_is_not_old(store):
    number = session(store, "Before time.", started_at=datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
    assert store.delete_older_than(30, NOON) == []
    assert [info.number for info in store.sessions()] == [number]


def test_audio_is_kept_only_when_it_is_said(store):
    number = session(store, "Hello.")
    path = store.audio_path(number)
    path.write_bytes(b"fLaC")
    assert store.session(number).info.audio is None
    store.set_audio(number, is_kept=True)
    assert store.session(number).info.audio == path
    store.set_audio(number, is_kept=False)
    assert store.session(number).info.audio is None
    assert not path.exists()


def test_a_finished_session_without_a_word_is_forgotten(store):
    empty, full = store.begin(NOON), session(store, "Hello.")
    assert [info.number for info in store.unfinished()] == [full]
    store.finish(empty)
    store.finish(full)
    assert store.unfinished() == []
    with pytest.raises(HistoryError):
        store.session(empty)
    assert store.session(full).info.is_finished


def test_a_session_that_is_not_there(store):
    for attempt in (
        lambda: store.session(5),
        lambda: store.append(5, [said("Hello.")]),
        lambda: store.save_document(5, "Hello."),
        lambda: store.rename(5, "Hello"),
        lambda: store.finish(5),
    ):
        with pytest.raises(HistoryError, match="no session 5"):
            attempt()
    assert store.search("hello") == [], "nothing of a failed change stays"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are not Unix's here")
def test_the_folder_is_the_users_alone(store):
    store.audio_path(1)
    folder = store.path.parent
    for path in (folder, *folder.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


@pytest.mark.parametrize(
    ("damage", "least"), [("rubbish", 0), ("middle", 40), ("head", 50), ("emptied", 0)]
)
def test_a_damaged_file_is_set_aside_and_said(tmp_path, damage, least):
    text = "The quick brown fox jumps over the lazy dog. " * 5
    with HistoryStore(tmp_path) as store:
        assert store.set_aside is store.problem is None
        for _ in range(50):
            session(store, text)
    content = bytearray(store.path.read_bytes())
    if damage == "rubbish":
        content = bytearray(b"not a database at all " * 300)
    elif damage == "middle":
        content[4096 * 2 : 4096 * 6] = os.urandom(4096 * 4)
    elif damage == "head":
        content[:200] = bytes(200)
    else:
        content.clear()
    store.path.write_bytes(content)
    with HistoryStore(tmp_path) as store:
        assert isinstance(store.problem, HistoryDamagedError)
        assert store.set_aside.read_bytes() == bytes(content), "nothing of it is touched"
        recovered = [info.number for info in store.sessions()]
        assert len(recovered) == store.problem.recovered >= least
        assert {store.session(number).text for number in recovered} <= {text.strip()}
        assert found(store, "lazy") == recovered
        number = session(store, "It goes on.")
        assert number not in recovered
    with HistoryStore(tmp_path) as store:
        assert store.set_aside is store.problem is None
        assert len(store.sessions()) == len(recovered) + 1


def test_a_file_of_a_newer_version_is_left_alone(tmp_path):
    with HistoryStore(tmp_path) as store:
        session(store, "Hello.")
    with sqlite3.connect(store.path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = store.path.read_bytes()
    with pytest.raises(HistoryError, match="newer"):
        HistoryStore(tmp_path)
    assert store.path.read_bytes() == before
    assert list(tmp_path.glob("*damaged*")) == []


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(HistoryError):
        HistoryStore(tmp_path / "file" / "history")


def test_a_locked_file_is_told_and_nothing_is_lost(store, monkeypatch):
    monkeypatch.setattr("app.history.database._LOCK_TIMEOUT_S", 0.05)
    with HistoryStore(store.path.parent) as other:
        number = session(other, "Before.")
        blocker = sqlite3.connect(store.path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(HistoryError, match="locked"):
            other.append(number, [said("Meanwhile.")])
        assert other.session(number).text == "Before.", "reading goes on"
        blocker.execute("ROLLBACK")
        blocker.close()
        other.append(number, [said("After.")])
        assert other.session(number).text == "Before. After."


def test_reading_goes_on_while_it_is_written(store):
    number = session(store, "Begin.")
    stop = threading.Event()
    failures = []

    def write():
        for at in range(200):
            store.append(number, [said(f"Word{at}.")])
        stop.set()

    def read():
        while not stop.is_set():
            kept = store.session(number)
            if kept.info.word_count != len(kept.sentences):
                failures.append(kept.info)
            store.search("word")

    threads = [threading.Thread(target=target) for target in (write, read, read)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert store.session(number).info.word_count == 201


_WRITER = """
import sys
from datetime import datetime, timezone
from pathlib import Path
from app.history.store import HistoryStore
from tests.app.history.test_store import said
store = HistoryStore(Path(sys.argv[1]))
number = store.begin(datetime.now(timezone.utc))
for at in range(100000):
    store.append(number, [said(f"Word{at}.")])
    print(at, flush=True)
"""


def test_what_was_appended_survives_kill_9(tmp_path):
    environment = {**os.environ, "PYTHONPATH": PYTHON_PATH}
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, folder], stdout=subprocess.PIPE, env=environment
        )
        for _ in range(20 + attempt * 13):
            process.stdout.readline()
        process.kill()
        told = 19 + attempt * 13 + process.stdout.read().count(b"\n")
        process.wait()
        process.stdout.close()
        with HistoryStore(folder) as store:
            assert store.set_aside is None
            (cut_off,) = store.unfinished()
            texts = [sentence.text for sentence in store.session(cut_off.number).sentences]
        assert texts == [f"Word{at}." for at in range(len(texts))]
        assert len(texts) > told
