"""What the end of a segment adds to words that had settled before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.recognisers.settled_words import SettledWords
from engine.types import Hypothesis, Sentence, Update, Word, WordRefined
from engine.word_refiner import WordRefiner

GUESSED = (Word("the", 0.1, 0.4), Word("quick", 0.4, 0.7), Word("box", 0.7, 1.0))
HEARD = (
    Word("the", 0.12, 0.3, 1.0),
    Word("quick", 0.31, 0.6, 0.5),
    Word("fox", 0.61, 0.9, 0.75),
    Word("jumps", 0.9, 1.2, 0.875),
)
KNOWN = (HEARD[0], HEARD[1], Word("box", 0.61, 0.9, 0.25))


def update(words):
    return Update((Sentence(tuple(word.text for word in words), tuple(words)),), "")


class Recogniser:
    """Settles words and tells the refiner when their segment ends."""

    def __init__(self, settled=GUESSED):
        self.refiner = WordRefiner()
        self._words = SettledWords(2, 0, observers=[self.refiner.segment_ended])
        partial = Hypothesis(tuple(settled), is_final=False)
        self.recognised = self._recognised([partial, partial])

    def end(self, words=HEARD):
        self.recognised += self._recognised([Hypothesis(tuple(words), is_final=True)])

    def commit(self, first, end):
        """Commit some of the words; return those of the sentence, and what comes too late."""
        *late, updated = self.refiner.push(update(self.recognised[first:end]))
        return updated.sentences[0].words, late

    def _recognised(self, hypotheses):
        passed = [item for one in hypotheses for item in self._words.push(one)]
        return [word for item in passed if item.is_final for word in item.words]


def test_a_sentence_after_the_segment_has_its_times():
    recogniser = Recogniser()
    recogniser.end()
    assert recogniser.commit(0, 4) == (KNOWN + HEARD[3:], [])


def test_a_sentence_before_the_end_gets_its_times_later():
    recogniser = Recogniser()
    assert recogniser.commit(0, 2) == (GUESSED[:2], [])
    recogniser.end()
    words, late = recogniser.commit(2, 3)
    assert words == KNOWN[2:]
    assert late == [WordRefined(KNOWN[0]), WordRefined(KNOWN[1])]
    assert [told.word.id for told in late] == [0, 1]


WORDS = st.lists(st.sampled_from("abc"), min_size=1, max_size=8)


@given(WORDS, WORDS)
def test_no_word_is_lost_or_changed_whatever_the_final_is(settled, heard):
    recogniser = Recogniser(
        [Word(text, place * 1.0, place + 1.0) for place, text in enumerate(settled)]
    )
    recogniser.end([Word(text, place * 1.0, place + 0.5, 0.5) for place, text in enumerate(heard)])
    words, _ = recogniser.commit(0, len(settled))
    assert [word.text for word in words] == settled
