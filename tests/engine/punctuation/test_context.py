"""Dictating into a text: the text around the cursor, a case per line of the table."""

from __future__ import annotations

import pytest

from engine.punctuation.context import left_of, right_of, starts_sentence
from engine.session import run, through
from engine.settings import PunctuationSettings
from engine.types import Break, Context, Hypothesis, Update, Word, joined_sentences

SETTINGS = PunctuationSettings(stays_open=True)
INTO_TEXT = [  # before, said, after, written
    ("The other day I took the dog", "to the park before breakfast", "",
     "to the park before breakfast."),
    ("The meeting ", "with the new tenants", " is on Monday at noon.", "with the new tenants"),
    ("I took the dog for a walk. ", "it was raining all day", "Then we went home.",
     "It was raining all day."),
    ("I took the dog for a walk. ", "it was raining all day", "",
     "It was raining all day."),
    ("It rained all day,", "so we stayed at home", "", "so we stayed at home."),
    ("I have lived in ", "london and paris", ", which I loved.", "London and Paris"),
    ("We met ", "in london", ".", "in London"),
    ('He said, "', "what are you afraid of", '"', "What are you afraid of?"),
    ("the so-called “", "second order effects", "” of it", "second order effects"),
    ("We never heard (", "of what they had promised", ") again.", "of what they had promised"),
    ("", "the tenants are coming on monday", "", "The tenants are coming on Monday."),
    ("I told her that ", "I would come", " on Monday.", "I would come"),
    ("See https://example.com/help and ", "read the second page", "", "read the second page."),
    ("Mr. ", "smith came home", " late that night.", "Smith came home"),
]  # fmt: skip


def dictated(model, context, *texts, settings=SETTINGS):
    """Dictate once into each text; return what is committed, and the marks at the seams."""
    said = [Hypothesis(tuple(map(Word, text.split())), is_final=True) for text in texts]
    updates = [
        it for it in run([context, *said], [model.punctuator(settings)]) if isinstance(it, Update)
    ]
    sentences = [one for update in updates for one in update.sentences]
    return joined_sentences(sentences), [it.seam for it in updates if it.seam is not None]


@pytest.mark.parametrize(("before", "said", "after", "written"), INTO_TEXT)
def test_words_fit_the_text_around_them(language_model, before, said, after, written):
    assert dictated(language_model, Context(before, after), said) == (written, [])


@pytest.mark.parametrize(
    ("before", "then_said", "mark", "written"),
    [
        ("What I find strange about the garden is.", "that nobody waters it in summer", "",
         "that nobody waters it in summer."),
        ("What I find strange about the garden is", "that nobody waters it in summer", "",
         "that nobody waters it in summer."),
        ("Nobody waters the garden in summer.", "we should ask the neighbours about it", ".",
         "We should ask the neighbours about it."),
        ("Nobody waters the garden in summer", "we should ask the neighbours about it", ".",
         "We should ask the neighbours about it."),
    ],
)  # fmt: skip
def test_a_stopped_sentence_goes_on_or_gets_its_end(
    language_model, before, then_said, mark, written
):
    context = Context(before, is_open=True)
    assert dictated(language_model, context, then_said) == (written, [mark])


def test_a_mark_set_by_a_person_stays(language_model):
    context = Context("What I find strange about the garden is.")
    text, seams = dictated(language_model, context, "that nobody waters it in summer")
    assert seams == []
    assert text.startswith("That")


def test_saying_nothing_changes_no_mark(language_model):
    assert dictated(language_model, Context("It is cold.", is_open=True)) == ("", [])


def test_the_seam_is_decided_before_its_sentence_ends(language_model):
    """As soon as enough words are known to be sure that the sentence goes on."""
    stage = language_model.punctuator(SETTINGS)
    said = "that nobody waters it in summer although the roses are"
    words = tuple(Word(text) for text in said.split())
    context = Context("What I find strange about the garden is.", is_open=True)
    updates = [*through([context, Hypothesis(words, is_final=True)], [stage])]
    assert updates[-1].seam == ""
    assert updates[-1].sentences == ()
    assert updates[-1].tail.startswith("that nobody")


def test_a_finished_thought_ends_at_stop_and_an_unfinished_one_stays_open(language_model):
    for said, ends in (
        ("nobody waters the garden in summer", True),
        ("what i find strange about the garden is that", False),
    ):
        assert dictated(language_model, Context(), said)[0].endswith(".") is ends


def test_stopping_leaves_no_comma(language_model):
    before = "We talked about it. "
    assert dictated(language_model, Context(before), "if it rains") == ("If it rains", [])
    then = Context(f"{before}If it rains", is_open=True)
    assert dictated(language_model, then, "we will stay at home")[1] == [","]


def test_a_file_ends_even_where_it_breaks_off(language_model):
    said = "what i find strange about the garden is that"
    settings = PunctuationSettings()
    assert dictated(language_model, Context(), said, settings=settings)[0].endswith(".")


def test_waiting_words_move_to_the_new_place(language_model):
    stage = language_model.punctuator(SETTINGS)
    said = Hypothesis(tuple(map(Word, ("with", "the", "new", "tenants"))), is_final=True)
    moved = Context("The meeting ", " is on Monday.")
    updates = [*run([said, moved], [stage])]
    assert joined_sentences(updates[-1].sentences) == "with the new tenants"


def test_the_text_after_the_cursor_may_change_while_speaking(language_model):
    stage = language_model.punctuator(SETTINGS)
    said = Hypothesis(tuple(map(Word, ("with", "the", "new", "tenants"))), is_final=True)
    later = Context(None, " is on Monday at noon.")
    updates = [*run([Context("The meeting", "."), said, later], [stage])]
    assert joined_sentences(updates[-1].sentences) == "with the new tenants"


@pytest.mark.parametrize(
    "before",
    ["", "It is late. ", "Really?\u201d ", "- ", "1. ", "# ", "She said: “", 'She said, "',
     "It is late. (", "我们走了。", "And then… ", "- [ ] "],
)  # fmt: skip
def test_a_sentence_begins(before):
    assert starts_sentence(before)


@pytest.mark.parametrize(
    "before",
    ["the dog ", "Mr. ", "in the U.S. ", "two things: ", "It is late (", "the “", "one, ",
     "first; ", "http://a.org/b ", "我们"],
)  # fmt: skip
def test_a_sentence_goes_on(before):
    assert not starts_sentence(before)


@pytest.mark.parametrize("after", [", which", ". Then", ") and", "，然后", "– as", "? No"])
def test_no_second_mark_is_set_beside_an_existing_one(after):
    assert not right_of(after).takes_mark


def test_long_texts_are_not_read_in_full():
    context = Context("word " * 300_000, " word" * 300_000)
    assert len(left_of(context).words) < 100
    assert len(right_of(context.after).words) < 100


def said_one_after_the_other(model, *events):
    updates = [*run(events, [model.punctuator(SETTINGS)])]
    return joined_sentences([one for update in updates for one in update.sentences])


def words_said(text):
    return Hypothesis(tuple(map(Word, text.split())), is_final=True)


def test_an_unfinished_sentence_goes_on_after_an_interruption(language_model):
    """A lost microphone, or a spoken command."""
    parts = ("what i find strange about the garden is that", "nobody waters it in summer")
    one, two = map(words_said, parts)
    text = said_one_after_the_other(language_model, Context(), one, Break.TEXT_ENDS, two)
    assert text == "What I find strange about the garden is that nobody waters it in summer."


def test_the_text_after_the_cursor_is_known_after_an_interruption(language_model):
    context = Context("The book ", " by any other.")
    one, two = map(words_said, ("has never", "been surpassed"))
    text = said_one_after_the_other(language_model, context, one, Break.TEXT_ENDS, two)
    assert text == "has never been surpassed"


def test_an_interruption_before_any_word_leaves_the_sentence_open(language_model):
    stage = language_model.punctuator(SETTINGS)
    context = Context("What I find strange about the garden is.", is_open=True)
    said = words_said("that nobody waters it in summer")
    updates = [*run((context, Break.TEXT_ENDS, said), [stage])]
    assert [update.seam for update in updates if update.seam is not None] == [""]


@pytest.mark.parametrize("opening", ["(", "“", '("', "["])
def test_many_brackets_are_read(opening):
    assert starts_sentence(f"It is late. {opening * 2_000}")


def timed(text, start_s):
    words = (Word(it, start_s + at, start_s + at + 0.9) for at, it in enumerate(text.split()))
    return Hypothesis(tuple(words), is_final=True)


def test_a_complete_sentence_ends_at_a_long_pause_and_may_go_on(language_model):
    stage = language_model.punctuator(SETTINGS)
    said = timed("we had to cancel the meeting on monday", 0.0)
    updates = [*run((said, Break.REST, timed("because nobody had a key", 20.0)), [stage])]
    assert updates[1].committed == "We had to cancel the meeting on Monday."
    assert updates[1].stays_open
    assert next(it.seam for it in updates if it.seam is not None) in {"", ","}
    assert updates[-1].committed == "because nobody had a key."


def test_a_new_sentence_after_a_long_pause_keeps_the_end(language_model):
    stage = language_model.punctuator(SETTINGS)
    said = timed("we had to cancel the meeting on monday", 0.0)
    updates = [*run((said, Break.REST, timed("the tenants were very angry", 20.0)), [stage])]
    assert [it.seam for it in updates if it.seam is not None] == ["."]
    assert updates[-1].committed == "The tenants were very angry."


def test_an_unfinished_sentence_waits_through_a_long_pause(language_model):
    stage = language_model.punctuator(SETTINGS)
    said = timed("we had to cancel the meeting with the", 0.0)
    assert [it.committed for it in run((said, Break.REST), [stage])][:1] == [""]


def test_files_ignore_long_pauses(language_model):
    stage = language_model.punctuator(PunctuationSettings())
    assert [*stage.push(Break.REST)] == []
