from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.history.store import HistoryStore
from engine.types import Checkpoint, Sentence, Word

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HELLO = Sentence(("Hello", "there."), (Word("hello", 0.0, 0.4), Word("there", 0.5, 0.9)))


@pytest.fixture
def store(tmp_path):
    with HistoryStore(tmp_path / "history") as opened:
        yield opened


def covered(store):
    return [one.checkpoint for one in store.recordings.all()]


def test_sound_is_let_go_only_once_its_words_are_in_the_history(store):
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
