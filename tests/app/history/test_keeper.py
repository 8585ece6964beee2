"""What the keeper does with a session that is deleted while something of it is being written."""

from __future__ import annotations

from datetime import datetime

from app.history.store import HistoryStore
from app.history_keeper import HistoryKeeper
from engine.types import Sentence, Word


def test_an_edit_of_a_session_that_was_just_deleted_is_no_failure(qtbot, tmp_path):
    said = Sentence(("Gone.",), (Word("gone"),))
    failed, deleted = [], []
    with HistoryStore(tmp_path) as store:
        keeper = HistoryKeeper(store)
        keeper.failed.connect(failed.append)
        keeper.begin(datetime.now().astimezone(), "en", "en")
        keeper.append((said,))
        keeper.afterwards(lambda: deleted.append(store.delete([1])))
        keeper.save_document("Gone. And more.")
        keeper.append((said,), "Gone. Gone.")
        keeper.close()
        qtbot.wait(50)
        assert deleted
        assert failed == []
        assert list(store.sessions()) == []
