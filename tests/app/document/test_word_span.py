from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.document.word_span import PackedSentence
from engine.types import Sentence, Word

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1)
SECONDS = st.none() | st.floats(0.0, 1e6)
WORDS = st.builds(Word, TEXTS, SECONDS, SECONDS, st.none() | st.floats(0.0, 1.0))
SENTENCES = st.lists(st.tuples(TEXTS, WORDS)).flatmap(
    lambda pairs: st.builds(
        Sentence,
        st.just(tuple(surface for surface, _ in pairs)),
        st.just(tuple(word for _, word in pairs)),
        st.booleans(),
        st.sampled_from(["", " "]),
    )
)


@given(SENTENCES)
def test_a_sentence_comes_back_unchanged(sentence):
    assert PackedSentence(sentence, 1, 0).sentence == sentence


@given(SENTENCES.filter(lambda sentence: sentence.words))
def test_refining_one_word_changes_no_other(sentence):
    utterance = PackedSentence(sentence, 1, 0)
    *others, last = utterance.spoken()
    last.refine(Word(last.word.text, 1.5, 2.5, 0.25))
    assert last.word == Word(sentence.words[-1].text, 1.5, 2.5, 0.25)
    assert [one.word for one in others] == list(sentence.words[:-1])
    assert utterance.sentence.words[-1] == last.word
