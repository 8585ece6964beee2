from __future__ import annotations

import sqlite3
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from app.history.store import HistoryStore
from engine.errors import HistoryError
from engine.types import Checkpoint, Sentence, Word
from tests.support.sentences import NOON, said

HELLO = said("Hello there.")


def session(store, *texts, started_at=NOON):
    number = store.begin(started_at, "en", "en-small")
    store.append(number, [said(text) for text in texts])
    return number


def everything_on_disk(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def found(store, query):
    return [hit.info.number for hit in store.search(query)]


def test_a_session_comes_back_unchanged(store):
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
    assert (info.title, info.word_count) == ("Hello there.", 7)
    assert (info.started_at, info.language, info.model) == (NOON, "de", "de-small")
    assert (info.audio, info.is_finished) == (None, False)


def test_the_list_has_titles_and_an_order(store):
    first, second = session(store, "The budget is " + "very " * 40 + "large."), store.begin(NOON)
    store.begin(NOON)
    store.save_document(second, "Typed only.\nThe slow fox.")
    newest, oldest = store.sessions()
    assert (newest.number, newest.title) == (second, "Typed only.")
    assert store.sessions(limit=1) == [newest]
    assert oldest.title.endswith("very…")
    assert len(oldest.title) <= 81
    store.rename(first, "  Meeting in Zürich ")
    assert store.sessions()[1].title == "Meeting in Zürich"
    assert found(store, "zurich budget") == [first]
    store.rename(first, "")
    assert store.sessions() == [newest, oldest]
    assert found(store, "zurich") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("fox", [1]),
        ("FOX", [1]),
        ("fo", [1]),  # the last word may be incomplete
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
        ("fox\0lazy", [1]),
        ("fox\ud83d", [1]),
        ("\0", []),
    ],
)
def test_searching_finds_sessions(store, query, expected):
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


def test_deleting_for_good_leaves_no_trace(tmp_path):
    folder = tmp_path / "history"
    with HistoryStore(folder) as store:
        kept = session(store, "An ordinary sentence.")
        number = session(store, "The canary zyxwvut sings.", "Another zyxwvut.")
        store.rename(number, "About qqcanaryqq")
        store.save_document(number, "The canary zyxwvut edited pprqtss.")
        store.audio_folder.mkdir()
        store.audio_path(number).write_bytes(b"fLaC zyxwvut")
        store.set_audio(number)
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


def test_retention_counts_from_the_last_use(store):
    texts = {"Old.": 31, "Older.": 300, "New.": 29, "Edited.": 300, "Resumed.": 300}
    now = datetime.now(UTC)
    numbers = {
        text: session(store, text, started_at=now - timedelta(days=days))
        for text, days in texts.items()
    }
    session(store, "The clock was not set.", started_at=datetime(1970, 1, 1, 0, 5, tzinfo=UTC))
    store.save_document(numbers["Edited."], "Edited today.")
    store.resume(numbers["Resumed."])
    old = store.retention.old(30, now)
    assert (old.numbers, old.must_ask) == ({numbers["Old."], numbers["Older."]}, False)
    store.delete([*old.numbers])
    assert store.retention.old(30, now).numbers == set()
    assert store.retention.old(30, now + timedelta(days=31)).numbers == {3, 4, 5}


def test_a_clock_is_trusted_gradually(store):
    def looked(days):
        old = store.retention.old(30, NOON + timedelta(days=days))
        return len(old.numbers), old.must_ask

    for at in range(3):
        session(store, "Something.", started_at=NOON + timedelta(hours=at))
    assert looked(400) == looked(40) == (3, True), "longer than a week ago"
    assert looked(-400) == (0, False)
    for day in range(6, 37, 6):
        assert looked(day) == ((3, False) if day > 30 else (0, False))
    assert looked(44) == (3, True)
    store.retention.believe(NOON + timedelta(days=44))
    assert looked(44) == (3, False)
    for _ in range(18):
        session(store, "Something.")
    assert looked(44) == (21, True), "many at once"


def test_audio_is_only_listed_once_set(store):
    number = session(store, "Hello.")
    store.audio_folder.mkdir()
    path = store.audio_path(number)
    path.write_bytes(b"fLaC")
    assert store.session(number).info.audio is None
    store.set_audio(number)
    assert store.session(number).info.audio == path


def test_a_finished_session_without_words_is_forgotten(store):
    empty, full = store.begin(NOON), session(store, "Hello.")
    assert [info.number for info in store.unfinished()] == [full]
    store.finish(empty)
    store.finish(full)
    assert store.unfinished() == []
    with pytest.raises(HistoryError):
        store.session(empty)
    assert store.session(full).info.is_finished


def test_a_missing_session_is_an_error(store):
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


def test_a_file_from_a_newer_version_is_left_alone(tmp_path):
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


def test_reading_goes_on_during_writing(store):
    number = session(store, "Begin.")
    stop, failures = threading.Event(), []

    def read():
        while not stop.is_set():
            kept = store.session(number)
            if kept.info.word_count != len(kept.sentences):
                failures.append(kept.info)
            store.search("word")

    with ThreadPoolExecutor(2) as readers:
        done = [readers.submit(read) for _ in range(2)]
        for at in range(200):
            store.append(number, [said(f"Word{at}.")])
        stop.set()
    assert failures == [one.result() for one in done if one.result()] == []
    assert store.session(number).info.word_count == 201


def covered(store):
    return [one.checkpoint for one in store.recordings.all()]


def test_sound_is_released_only_once_its_words_are_in_the_history(store):
    number = store.begin(NOON)
    store.append(number, [HELLO])
    store.recordings.begin(number, "journal", 4.0)
    [recording] = store.recordings.all()
    assert (recording.session, recording.journal) == (number, "journal")
    assert (recording.offset_s, recording.words_before) == (4.0, 2)
    assert not store.recordings.set_checkpoint(number, Checkpoint(2, 3.0))
    assert covered(store) == [Checkpoint()]
    store.append(number, [HELLO])
    assert store.recordings.set_checkpoint(number, Checkpoint(2, 3.0))
    assert covered(store) == [Checkpoint(2, 3.0)]


def test_the_last_words_and_the_end_of_the_recording_are_one_step(store):
    number, deleted = store.begin(NOON), store.begin(NOON)
    assert store.unfinished() == []
    for one in (number, deleted):
        store.recordings.begin(one, "journal")
    assert [info.number for info in store.unfinished()] == [deleted, number], "heard, if not read"
    store.delete([deleted])
    store.append(number, [HELLO], "Hello there. By hand.", ends_recording=True)
    assert store.recordings.all() == []
    store.append(number, [], ends_recording=True)
    assert (store.session(number).text, store.session(number).sentences) == (
        "Hello there. By hand.",
        (HELLO,),
    )
    store.recordings.begin(number, "journal")
    assert store.finish(number)
    assert store.recordings.all() == store.unfinished() == []


VOCABULARY = ("apple", "banana", "cherry", "Übung", "你好", "don't", "x")
spoken = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5)
sentences = st.lists(spoken.map(lambda words: said(f"{' '.join(words)}.")), max_size=3)
texts = st.text("abc 你好.\n?", max_size=60) | st.lists(st.sampled_from(VOCABULARY)).map(" ".join)


class History(RuleBasedStateMachine):
    """In any order of actions: no sentence is lost, doubled or found elsewhere."""

    numbers = Bundle("numbers")

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = HistoryStore(Path(self.folder.name))
        self.said: dict[int, list[Sentence]] = {}
        self.titles: dict[int, str] = {}
        self.documents: dict[int, str] = {}

    @rule(target=numbers)
    def begin(self):
        number = self.store.begin(NOON, "en", "m")
        assert number not in self.said
        self.said[number], self.titles[number] = [], ""
        return number

    @rule(number=numbers, more=sentences)
    def append(self, number, more):
        """What is said after an edit comes with the text that contains it."""
        if number in self.documents and more:
            self.documents[number] += " " + " ".join(sentence.text for sentence in more)
        self.store.append(number, more, self.documents.get(number))
        self.said[number] += more

    @rule(number=numbers, text=texts)
    def edit(self, number, text):
        self.store.save_document(number, text)
        self.documents[number] = text

    @rule(number=numbers, title=st.sampled_from(("", "Plum", "Grape banana")))
    def rename(self, number, title):
        self.store.rename(number, title)
        self.titles[number] = title

    @rule(number=consumes(numbers))
    def delete(self, number):
        self.store.delete([number])
        for kept in (self.said, self.titles, self.documents):
            kept.pop(number, None)

    @rule()
    def reopen(self):
        self.store.close()
        self.store = HistoryStore(Path(self.folder.name))
        assert self.store.set_aside is None

    @rule(word=st.sampled_from((*VOCABULARY, "plum", "grape")))
    def search(self, word):
        expected = [n for n in sorted(self.said, reverse=True) if self._holds(n, word.lower())]
        assert [hit.info.number for hit in self.store.search(f'"{word}"')] == expected

    def _holds(self, number, word):
        spoken = " \n ".join(sentence.text for sentence in self.said[number])
        text = self.documents.get(number, spoken)
        written = f"{self.titles[number]} \n {text}".lower()
        return word in (written if word == "你好" else written.replace(".", " ").split())

    @invariant()
    def all_is_there(self):
        for number, sentences in self.said.items():
            kept = self.store.session(number)
            assert list(kept.sentences) == sentences
            assert kept.document == self.documents.get(number)
            assert kept.info.word_count == sum(len(sentence.words) for sentence in sentences)
        listed = [n for n in sorted(self.said, reverse=True) if self._is_listed(n)]
        assert [info.number for info in self.store.sessions()] == listed

    def _is_listed(self, number):
        return bool(self.said[number]) or bool(self.documents.get(number, "").strip())

    def teardown(self):
        self.store.close()
        self.folder.cleanup()


History.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestHistory = History.TestCase
