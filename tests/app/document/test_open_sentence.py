"""A sentence stays open over Stop: its mark can change as long as nobody touches it."""

from __future__ import annotations

import pytest

from app.document.document import DictationMoved, Document, MarkChanged
from engine.spoken_commands.actions import Action
from engine.types import Sentence, Spelling, Update, VoiceCommand, Word
from tests.app.document.test_document import said


@pytest.fixture
def document():
    """A dictation that was stopped."""
    document = Document()
    document.begin_session(0)
    document.apply(Update((said("The", "garden", "is."),), ""))
    document.end_session()
    return document


def goes_on(document):
    """Say more at the cursor, where the punctuator takes it for the same sentence."""
    document.begin_session(len(document.units))
    document.apply(Update((said("that", "nobody", "waters."),), "", seam=""))


def test_a_sentence_goes_on_and_each_step_has_its_own_undo(document):
    goes_on(document)
    assert document.text == "The garden is that nobody waters."
    document.undo()
    assert document.text == "The garden is"
    document.undo()
    assert document.text == "The garden is."
    document.redo()
    document.redo()
    assert document.text == "The garden is that nobody waters."


def test_discarding_restores_the_mark(document):
    goes_on(document)
    assert document.unsay()
    assert document.text == "The garden is."
    document.undo()
    assert document.text == "The garden is that nobody waters."


def test_scratching_restores_the_mark_and_reopens_the_sentence(document):
    goes_on(document)
    document.do(VoiceCommand(Action.SCRATCH, (0, 2)))
    assert document.text == "The garden is."
    assert document.context.is_open
    document.apply(Update((said("We", "left."),), "", seam="."))
    assert document.text == "The garden is. We left."


def test_a_mark_is_only_restored_in_its_place(document):
    document.replace_all("Alpha beta.")
    document.begin_session(len(document.units))
    document.apply(Update((said("Gamma", "is."),), ""))
    document.end_session()
    goes_on(document)
    document.replace(len("Alpha beta. Gamma is"), len(document.units), "")
    document.dictate_at(len("Alpha"))
    document.apply(Update((said("Hello.", first_id=9),), ""))
    document.unsay()
    assert document.text == "Alpha beta. Gamma is"


def test_a_command_alone_leaves_it_open(document):
    document.begin_session(len(document.units))
    document.apply(Update((Sentence(("",), (Word("enter", id=0),)),), ""))
    assert document.context.is_open


def test_an_end_is_set_if_the_sentence_does_not_go_on():
    document = Document()
    document.begin_session(0)
    document.apply(Update((said("It", "is", "cold"),), ""))
    document.end_session()
    document.begin_session(len(document.units))
    assert document.context.is_open
    document.apply(Update((said("We", "left."),), "", seam="."))
    assert document.text == "It is cold. We left."
    word = document.words.around(8)
    assert (word.start, word.end, word.is_edited) == (6, 11, False)


def test_observers_are_told_of_the_changed_mark(document):
    told = []
    document.observe(MarkChanged, lambda event: told.append((event.edit.place, event.edit.removed)))
    goes_on(document)
    assert told == [(13, ".")]


def test_a_space_after_it_leaves_it_open(document):
    document.edited(len(document.units), 0, " ")
    goes_on(document)
    assert document.text == "The garden is that nobody waters."


@pytest.mark.parametrize(
    "touch",
    [
        lambda document: document.replace(4, 10, "yard"),
        lambda document: document.edited(len(document.units), 0, "\n"),
        lambda document: document.edited(len(document.units), 0, " Yes."),
        lambda document: document.replace(13, 14, "!"),
        lambda document: document.undo(),
        Document.close_sentence,
    ],
    ids=["word", "line", "text", "mark", "undone", "handed on"],
)
def test_a_touched_or_handed_on_sentence_is_closed(document, touch):
    touch(document)
    document.begin_session(len(document.units))
    assert not document.context.is_open
    text = document.text
    document.apply(Update((said("That", "one."),), "", seam=""))
    assert document.text.startswith(text)


def test_a_dictation_elsewhere_closes_it(document):
    document.begin_session(0)
    assert not document.context.is_open
    document.apply(Update((said("First", "this."),), ""))
    document.end_session()
    document.begin_session(len(document.units))
    assert not document.context.is_open


@pytest.mark.parametrize(
    ("last", "is_open"),
    [
        ("U.S.", False),
        ("home”", False),
        ("home.)", False),
        ("50%.", True),
        ("$3.50.", True),
        ("example.com.", True),
        ("𠮷。", True),
        ("C++", True),
    ],
)
def test_a_mark_that_may_belong_to_the_word_is_left(last, is_open):
    document = Document()
    document.begin_session(0)
    document.apply(Update((said("We", "like", last),), ""))
    document.end_session()
    document.begin_session(len(document.units))
    assert document.context.is_open is is_open
    document.apply(Update((), "", seam=""))
    bare = last.rstrip(".。") if is_open else last
    assert document.text == f"We like {bare}"


def test_typing_before_it_leaves_it_open(document):
    document.edited(0, 0, "Now: ")
    goes_on(document)
    assert document.text == "Now: The garden is that nobody waters."


def test_a_dictation_without_words_leaves_it_open(document):
    document.begin_session(len(document.units))
    document.end_session()
    document.begin_session(len(document.units))
    assert document.context.is_open


def test_a_spoken_mark_stays():
    document = Document()
    document.begin_session(0)
    sentence = said("It", "is", "cold.")
    words = (*sentence.words[:2], Word("cold", id=2, spelling=Spelling(mark=".")))
    document.apply(Update((type(sentence)(sentence.surfaces, words),), ""))
    document.end_session()
    document.begin_session(len(document.units))
    assert not document.context.is_open


def test_the_context_is_the_paragraph_around_the_cursor():
    document = Document()
    document.replace_all("One.\nTwo 😀 three.\nFour.")
    document.begin_session(len("One.\nTwo 😀") + 1)  # in code units
    assert (document.context.before, document.context.after) == ("Two 😀", " three.")


def test_the_context_of_a_huge_paragraph_is_short():
    document = Document()
    document.replace_all("word " * 300_000)
    document.begin_session(500_000)
    assert len(document.context.before) == len(document.context.after) == 1_000


def test_after_a_long_pause_a_sentence_stays_open_until_handed_on():
    document, moved = Document(), []
    document.begin_session(0)
    document.observe(DictationMoved, moved.append)
    document.apply(Update((said("It", "is", "cold."),), "", stays_open=True))
    assert document.context.is_open
    document.close_sentence()
    assert not document.context.is_open
    assert len(moved) == 1
    document.apply(Update((said("We", "left."),), "", seam=""))
    assert document.text == "It is cold. We left."
