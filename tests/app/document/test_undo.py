"""Undo follows what the person did last, even if a sentence was being said meanwhile."""

from __future__ import annotations

import pytest

from app.document.document import Document
from engine.types import Update
from tests.app.document.test_document import said


@pytest.fixture
def document():
    document = Document()
    document.begin_session(0)
    document.apply(Update((said("First", "sentence."),), ""))
    return document


def typed(document, text, place=0):
    for at, letter in enumerate(text):
        document.edited(place + at, 0, letter)


def steps(document, do):
    seen = []
    while document.can_undo if do == "undo" else document.can_redo:
        getattr(document, do)()
        seen.append(document.text)
    return seen


def test_typing_during_a_sentence_is_undone_before_it(document):
    document.apply(Update((), "and another"))
    typed(document, "New ")
    document.apply(Update((said("And", "another", "one.", first_id=2),), ""))
    assert document.text == "New First sentence. And another one."
    back = ["First sentence. And another one.", "First sentence.", ""]
    assert steps(document, "undo") == back
    assert steps(document, "redo") == [*back[-2::-1], "New First sentence. And another one."]
    ids = [document.words.at(at).spoken.word.id for at in range(len(document.words))]
    assert ids == [*range(5)]


def test_a_sentence_begun_after_typing_is_undone_first(document):
    document.apply(Update((), "and another"))
    typed(document, "New ")
    document.apply(Update((said("And", "another.", first_id=2),), ""))
    document.apply(Update((), "begun later"))
    document.apply(Update((said("Begun", "later.", first_id=4),), ""))
    assert steps(document, "undo") == [
        "New First sentence. And another.",
        "First sentence. And another.",
        "First sentence.",
        "",
    ]


def test_unconfirmed_words_do_not_change_the_order(document):
    document.apply(Update((), "a cough"))
    typed(document, "New ")
    document.apply(Update((), ""))
    document.apply(Update((said("Another.", first_id=2),), ""))
    document.undo()
    assert document.text == "New First sentence."


def test_typing_a_word_continues_when_a_sentence_arrives(document):
    document.apply(Update((), "and another"))
    typed(document, "Ne")
    document.apply(Update((said("And", "another.", first_id=2),), ""))
    typed(document, "w ", place=2)
    document.undo()
    assert document.text == "First sentence. And another."


def test_typing_at_the_dictation_cursor_and_within_speech(document):
    place = len(document.units)
    document.apply(Update((), "spoken meanwhile"))
    typed(document, "-typed", place)
    document.apply(Update((said("Spoken", "meanwhile.", first_id=2),), ""))
    assert document.text == "First sentence.-typed Spoken meanwhile."
    document.undo()
    assert document.text == "First sentence. Spoken meanwhile."
    document.redo()
    assert document.text == "First sentence.-typed Spoken meanwhile."


def test_replacing_all_during_a_sentence_is_undone_before_it(document):
    document.apply(Update((), "and more"))
    document.replace_each([(0, 5, "x"), (6, 14, "x")])
    document.apply(Update((said("And", "more.", first_id=2),), ""))
    assert document.text == "x x. And more."
    document.undo()
    assert document.text == "First sentence. And more."
    document.undo()
    document.redo()
    document.redo()
    assert document.text == "x x. And more."


def test_a_sentence_within_typed_text_is_undone_first(document):
    document.dictate_at(5)
    document.apply(Update((), "in the midst"))
    document.edited(3, 4, "typed over")  # the dictation cursor moves after it
    document.dictate_at(6)
    document.apply(Update((said("In", "the", "midst.", first_id=2),), ""))
    document.undo()
    assert document.text == "Firtyped overentence."


def test_a_thousand_undone_sentences_are_kept_and_no_more(document):
    for number in range(1_200):
        document.apply(Update((said("Sentence", f"{number}.", first_id=2 * number + 2),), ""))
        document.undo()
    document.apply(Update((said("Last."),), ""))
    redone = steps(document, "redo")
    assert len(redone) == 1_000
    assert redone[0] == "First sentence. Last. Sentence 1199."
    assert redone[1] == "First sentence. Last. Sentence 1199. Sentence 1198."
