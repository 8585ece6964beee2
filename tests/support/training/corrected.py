"""Sessions in the history, with a person's corrections."""

from __future__ import annotations

from datetime import UTC, datetime

from app.history.store import HistoryStore
from tests.support.sentences import said


def dictated(history: HistoryStore, *texts: tuple[str, str]) -> int:
    """Keep a session of sentences and the corrected text."""
    number = history.begin(datetime.now(UTC))
    history.append(number, [said(text) for text, _ in texts])
    history.save_document(number, " ".join(corrected for _, corrected in texts))
    return number
