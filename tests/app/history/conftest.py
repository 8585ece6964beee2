import pytest

from app.history.store import HistoryStore


@pytest.fixture
def store(tmp_path):
    with HistoryStore(tmp_path) as opened:
        yield opened
