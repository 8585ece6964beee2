"""Fermata's changes to its own sentences are not a person's corrections."""

from __future__ import annotations

import pytest

from app.document.document import Document
from app.history.corrections import corrections
from app.history.document_history import DocumentHistory
from app.history.writer import HistoryWriter
from engine.spoken_commands.actions import Action
from engine.types import Update, VoiceCommand
from tests.app.document.test_document import said
from tests.support.sentences import NOON


@pytest.fixture
def document():
    return Document()


@pytest.fixture
def kept(qtbot, store, document):
    """The stored session of the page's text; called, it waits until everything is written."""
    writer = HistoryWriter(store)
    history = DocumentHistory(document, writer, lambda: True, lambda: "en")
    writer.begin(NOON, "en", "en")

    def session():
        history.save()
        return writer.afterwards(lambda: store.session(1)).result(timeout=60)

    yield session
    writer.close()


@pytest.fixture
def went_on(kept, document):
    """A sentence that ended at Stop, and went on when speech did."""
    document.begin_session(0)
    document.apply(Update((said("The", "garden", "is."),), ""))
    document.end_session()
    document.begin_session(len(document.units))
    document.apply(Update((said("that", "nobody", "waters."),), "", seam=""))


def test_a_mark_that_fermata_changed_is_not_a_correction(kept, document, went_on):
    session = kept()
    assert session.document == document.text == "The garden is that nobody waters."
    assert not corrections(session)


def test_neither_is_a_mark_restored_by_scratching(kept, document, went_on):
    document.do(VoiceCommand(Action.SCRATCH, (0, 2)))
    session = kept()
    assert session.document == document.text == "The garden is."
    assert not corrections(session)


def test_removing_the_same_mark_by_hand_is_one(kept, document):
    document.begin_session(0)
    document.apply(Update((said("The", "garden", "is."),), ""))
    document.edited(len(document.units) - 1, 1, "")
    assert [it.corrected for it in corrections(kept())] == ["The garden is"]
