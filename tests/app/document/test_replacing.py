"""Several stretches are replaced at once: one step, and untouched words stay."""

from __future__ import annotations

import pytest

from app.document.document import Document, Edited
from app.document.search import Query
from engine.types import Update
from tests.app.document.test_document import said


def written(*words):
    document = Document()
    document.begin_session(0)
    document.apply(Update((said(*words),), ""))
    return document


def replace_each(document, wanted, text, **options):
    document.replace_each((*it, text) for it in Query(wanted, **options).matches(document.units))


def spans(document):
    words = [document.words.at(at) for at in range(len(document.words))]
    return [
        (document.units[word.start : word.end], word.spoken.word.id, word.is_edited)
        for word in words
    ]


def test_it_is_one_step_and_the_words_around_stay():
    document, told = written("My", "cat", "saw", "a", "cat", "and", "ran."), []
    document.observe(Edited, lambda event: told.append([part.added for part in event.parts]))
    replace_each(document, "cat", "tiger")
    assert document.text == "My tiger saw a tiger and ran."
    assert told == [["tiger", "tiger"]]
    assert spans(document) == [
        ("My", 0, False),
        ("tiger", 1, True),
        ("saw", 2, False),
        ("a", 3, False),
        ("tiger", 4, True),
        ("and", 5, False),
        ("ran.", 6, False),
    ]
    document.undo()
    assert document.text == "My cat saw a cat and ran."
    assert not any(is_edited for *_, is_edited in spans(document))
    document.redo()
    assert document.text == "My tiger saw a tiger and ran."
    document.undo()
    document.undo()
    assert document.text == ""


def test_only_differences_are_touched():
    document = written("It", "is", "in", "the", "end", "in", "the", "way.")
    replace_each(document, "in the", "in a")
    assert document.text == "It is in a end in a way."
    assert [text for text, number, _ in spans(document)] == document.text.split()
    assert [number for *_, number, _ in spans(document)] == [*range(8)]
    assert [text for text, _, is_edited in spans(document) if is_edited] == ["a", "a"]


def test_a_word_with_several_matches_stays_one_word():
    document = written("One", "banana", "more.")
    replace_each(document, "a", "oo")
    assert document.text == "One boonoonoo more."
    assert spans(document) == [("One", 0, False), ("boonoonoo", 1, True), ("more.", 2, False)]
    document.undo()
    assert document.text == "One banana more."
    assert spans(document)[1] == ("banana", 1, False)


@pytest.mark.parametrize("new", ["", "two words"])
def test_removed_words_leave_nothing_behind(new):
    document = written("A", "cat", "and", "a", "cat.")
    replace_each(document, "cat", new)
    assert document.text == f"A {new} and a {new}."
    document.undo()
    assert spans(document) == [
        *(("A", 0, False), ("cat", 1, False), ("and", 2, False)),
        *(("a", 3, False), ("cat.", 4, False)),
    ]


def test_speech_continues_in_its_place_and_the_tail_is_not_replaced():
    document = written("One", "two", "one", "three.")
    document.dictate_at(len("One two one"))
    document.apply(Update((), "one more"))
    replace_each(document, "one", "eleven")
    assert document.text == "eleven two eleven three."
    assert document.tail == "one more"
    assert document.units[: document.cursor] == "eleven two eleven"
    document.undo()
    assert document.units[: document.cursor] == "One two one"
    document.redo()
    document.apply(Update((said("One", "more.", first_id=9),), ""))
    assert document.text == "eleven two eleven One more. three."


def test_replacing_nothing_is_not_a_step():
    document = written("Same.")
    replace_each(document, "missing", "found")
    replace_each(document, "Same", "Same", minds_case=True)
    document.undo()
    assert document.text == ""
