"""The history keeps the place of each word: reopening restores the page."""

from __future__ import annotations

import sqlite3
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.document.document import Committed, Document, DocumentEvent
from app.history.alignment import placed_words
from app.history.corrections import corrections
from app.history.edited_text import session_text, spoken_words
from app.history.store import HistoryStore
from engine.types import Sentence, Update, Word
from tests.support.sentences import NOON, said


class Page:
    """A text that a store keeps, with its words."""

    def __init__(self, store, number=None):
        self.store, self.document = store, Document()
        self.number = store.begin(NOON) if number is None else number
        if number is not None:
            session = store.session(number)
            self.document.replace_all(session.text, spoken_words(session), session.next_number)
        self.document.begin_session(len(self.document.units))
        self.document.observe(
            Committed,
            lambda it: store.append(self.number, it.sentences, *self.text, first=it.number),
        )
        self.document.observe(DocumentEvent, lambda _: store.save_document(self.number, *self.text))

    @property
    def text(self):
        return self.document.text, self.document.words.spans(self.document.units)

    def say(self, text, start_s=0.0):
        self.document.apply(Update((said(text, start_s),), ""))

    def write(self, old, new):
        place = self.document.units.index(old)
        self.document.edited(place, len(old), new)

    @property
    def session(self):
        return self.store.session(self.number)


@pytest.fixture
def page(store):
    return Page(store)


def in_place(words):
    found = (words.at(at) for at in range(len(words)))
    return Counter((w.start, w.end, w.spoken.word.start_s, w.is_edited) for w in found)


def timed(session):
    return [(word.text, word.start_s) for word in session_text(session).words]


def test_a_rewritten_word_keeps_its_time(page):
    page.say("😀 Then we call jon.")
    page.write("jon", "John")
    page.write("Then", "And then")
    assert timed(page.session) == [
        ("😀", 0.0),
        ("And", None),
        ("then", 0.5),
        ("we", 1.0),
        ("call", 1.5),
        ("John.", 2.0),
    ]
    page.write("John", "")
    page.write(" .", " Jon.")
    assert timed(page.session)[-1] == ("Jon.", 2.0), "typed anew"


def test_the_same_word_said_twice_is_not_mixed_up(page):
    page.say("No, no, no.")
    page.write("No, ", "")
    assert timed(page.session) == [("no,", 0.5), ("no.", 1.0)]


def test_later_words_can_come_first_in_the_text(page):
    page.say("We went home.", 0.0)
    page.document.dictate_at(0)
    page.say("It was late.", 10.0)
    page.write("late", "Late")
    assert timed(page.session)[::3] == [("It", 10.0), ("We", 0.0)]
    (found,) = corrections(page.session)
    assert (found.text, found.corrected) == ("It was late.", "It was Late.")
    assert found.first == 1


def test_a_sentence_said_inside_another_does_not_correct_it(page):
    page.say("We went home.", 0.0)
    page.document.dictate_at(len("We "))
    page.say("Yes.", 10.0)
    assert page.session.text == "We Yes. went home."
    assert corrections(page.session) == ()


def test_a_reopened_session_can_continue(page, store):
    page.say("Then we call jon.")
    page.document.undo()
    page.say("Then we met jon.", 10.0)
    again = Page(store, page.number)
    assert in_place(again.document.words) == in_place(page.document.words)
    again.say("It was late.", 20.0)
    again.write("met", "called")
    assert [number for number, _ in again.session.numbered] == [0, 1, 2]
    assert in_place(spoken_words(again.session)) == in_place(again.document.words)


PLACES = st.floats(0.0, 1.0)
TYPED = st.tuples(
    PLACES, st.integers(0, 9), st.sampled_from(["", "a", " ", ".", "\n", "好", "x y"])
)
SPOKEN = st.tuples(PLACES, st.sampled_from(["Hello there.", "我 用 Python，好。", "😀 is here."]))
DEEDS = st.lists(TYPED | SPOKEN | st.sampled_from(["undo", "redo", "reopen"]), max_size=15)


@given(deeds=DEEDS)
def test_every_word_comes_back_in_its_place(tmp_path_factory, deeds):
    with HistoryStore(tmp_path_factory.mktemp("history")) as store:
        page = Page(store)
        page.say("We begin.")
        for at, deed in enumerate(deeds, 1):
            document = page.document
            if deed == "reopen":
                page = Page(store, page.number)
            elif isinstance(deed, str):
                getattr(document, deed)()
            elif len(deed) == 2:
                document.dictate_at(round(deed[0] * len(document.units)))
                page.say(deed[1], 10.0 * at)
            else:
                place = round(deed[0] * len(document.units))
                end = min(len(document.units), place + deed[1])
                document.edited(place, end - place, deed[2])
            kept = in_place(spoken_words(page.session))
            assert in_place(page.document.words) <= kept
            spoken = [word for one in page.session.sentences for word in one.words]
            assert {start_s for _, _, start_s, _ in kept} <= {word.start_s for word in spoken}


@pytest.mark.parametrize("spans", [b"", b"no spans", None])
def test_spans_that_do_not_match_the_text_are_ignored(page, spans):
    page.say("Then we call jon.")
    before = timed(page.session)
    with sqlite3.connect(page.store.path) as connection:
        connection.execute("UPDATE documents SET spans = ?", (spans,))
    connection.close()
    assert page.session.spans == ()
    assert timed(page.session) == before


def test_spans_of_a_longer_text_are_ignored(page):
    page.say("Then we call jon.")
    with sqlite3.connect(page.store.path) as connection:
        connection.execute("UPDATE documents SET text = 'we call'")
    connection.close()
    assert page.session.spans == ()
    assert timed(page.session) == [("we", 0.5), ("call", 1.0)]


def test_words_of_another_session_have_no_place(page, store):
    page.say("Hello.")
    page.number = store.begin(NOON.replace(hour=13))
    page.say("There.", 10.0)
    assert timed(page.session) == [("Hello.", None), ("There.", 10.0)]


def test_spans_are_copied_into_another_history(store, tmp_path):
    with HistoryStore(tmp_path / "waiting") as waiting:
        page = Page(waiting)
        page.say("No, no.")
        page.write("No, ", "")
        kept = placed_words(page.session)
    store.take_in(tmp_path / "waiting")
    assert placed_words(store.session(1)) == kept
    assert kept[0].word == 1


def test_a_word_written_together_with_others_is_settled_with_them(page):
    words = tuple(Word(text, at, at + 0.5, 0.2) for at, text in enumerate(("at", "twenty", "five")))
    sentence = Sentence(("At", "25.", ""), words)
    page.document.apply(Update((sentence, said("More.", 9.0)), ""))
    page.store.settle_word(page.number, 0, 1)
    assert [word.confidence for word in page.session.sentences[0].words] == [0.2, 1.0, 1.0]
    page.store.settle_word(page.number, 7, 0)
    assert page.session.sentences[1] == said("More.", 9.0)
