"""The document without a widget: who is notified in which order, and of what."""

from __future__ import annotations

from app.document.document import Committed, Document, DocumentEvent, Edited, TailChanged
from engine.types import Sentence, Update, Word


def said(*words, first_id=0):
    spoken = tuple(Word(word.lower(), id=first_id + at) for at, word in enumerate(words))
    return Sentence(words, spoken)


def test_observers_are_notified_in_the_order_they_came():
    document, told = Document(), []
    document.observe(Committed, lambda event: told.append(("history", event.text)))
    document.observe(DocumentEvent, lambda _: told.append(("page", document.text)))
    document.observe(TailChanged, lambda _: told.append(("tail", document.tail)))
    document.begin_session(0)
    document.apply(Update((), "one two"))
    document.apply(Update((said("One", "two."),), "three"))
    assert told == [("tail", "one two"), ("history", "One two."), ("page", "One two.")]
    assert document.shown_tail == " three"


def test_all_edits_are_reported_and_speech_leaves_them_alone():
    document, edits = Document(), []
    document.begin_session(0)
    document.apply(Update((said("One", "too."),), ""))
    document.observe(Edited, lambda event: edits.append((event.edit.removed, event.edit.added)))
    document.replace(4, 7, "two")
    document.apply(Update((said("Three.", first_id=2),), ""))
    assert document.text == "One two. Three."
    document.undo()
    document.undo()
    assert document.text == "One too."
    assert edits == [("o", "w"), (" Three.", ""), ("w", "o")]


def test_a_word_is_refined_by_its_id_within_its_recording():
    document = Document()
    for _ in range(2):
        document.begin_session(len(document.units))
        document.apply(Update((said("Same", "same."),), ""))
    document.refine(Word("same", 1.0, 1.5, 0.2, id=1))
    document.refine(Word("same", 9.0, 9.5, 0.9))  # its id is unknown
    words = [document.words.at(at).spoken.word for at in range(4)]
    assert [word.confidence for word in words] == [None, None, None, 0.2]
