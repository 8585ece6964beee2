"""What the end of a segment tells about words that had settled before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.dictation.events import WordRefined
from app.dictation.word_refiner import WordRefiner
from engine.types import Sentence, Update, Word

GUESSED = (Word("the", 0.1, 0.4, id=0), Word("quick", 0.4, 0.7, id=1), Word("box", 0.7, 1.0, id=2))
HEARD = (
    Word("the", 0.12, 0.3, 1.0),
    Word("quick", 0.31, 0.6, 0.5),
    Word("fox", 0.61, 0.9, 0.75),
    Word("jumps", 0.9, 1.2, 0.875),
)
KNOWN = (HEARD[0], HEARD[1], Word("box", 0.61, 0.9, 0.25))


def update(words):
    return Update((Sentence(tuple(word.text for word in words), tuple(words)),), "")


def words_of(update):
    return update.sentences[0].words


def test_a_sentence_after_the_segment_has_what_is_known():
    again = WordRefiner()
    again.settled(GUESSED)
    assert again.ended(HEARD) == ()
    assert words_of(again.completed(update(GUESSED + HEARD[3:]))) == KNOWN + HEARD[3:]


def test_a_sentence_before_the_end_learns_it_later():
    again = WordRefiner()
    again.settled(GUESSED)
    assert words_of(again.completed(update(GUESSED[:2]))) == GUESSED[:2]
    assert again.ended(HEARD) == (
        WordRefined(GUESSED[0], KNOWN[0]),
        WordRefined(GUESSED[1], KNOWN[1]),
    )
    assert words_of(again.completed(update(GUESSED[2:]))) == KNOWN[2:]


def test_a_word_that_is_heard_otherwise_in_the_end_is_doubtful():
    again = WordRefiner()
    again.settled(GUESSED)
    again.ended(HEARD)
    word = words_of(again.completed(update(GUESSED)))[2]
    assert (word.text, word.confidence) == ("box", 0.25)


WORDS = st.lists(st.sampled_from("abc"), max_size=8)


@given(WORDS, WORDS)
def test_no_word_is_lost_or_changed_whatever_is_heard_in_the_end(settled, heard):
    guessed = [Word(text, place * 1.0, place + 1.0, id=place) for place, text in enumerate(settled)]
    final = [Word(text, place * 1.0, place + 0.5, 0.5) for place, text in enumerate(heard)]
    again = WordRefiner()
    again.settled(guessed)
    again.ended(final)
    if guessed:
        assert [word.text for word in words_of(again.completed(update(guessed)))] == settled
