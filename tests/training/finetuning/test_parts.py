from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.text.marked_text import read_marked_text
from training.finetuning.parts import count_words, split


def document(sentences, name="w"):
    text = " ".join(f"{name}{at} and then we went home." for at in range(sentences))
    return tuple((word, None, None) for word in read_marked_text(text))


LONG = [document(400)]
MANY = [document(6, f"d{at}x") for at in range(60)]


@pytest.mark.parametrize("documents", [LONG, MANY, LONG + MANY])
def test_a_tenth_is_held_out_and_nothing_is_lost(documents):
    parts = split(documents, seed=1)
    everything = [word for document in documents for word in document]
    found = [w for part in (parts.learning, parts.tuning, parts.held_out) for b in part for w in b]
    assert sorted(w.core for w, _, _ in found) == sorted(w.core for w, _, _ in everything)
    total = len(everything)
    assert 0.1 * total <= count_words(parts.held_out) <= 0.15 * total
    assert 0.1 * total <= count_words(parts.tuning) <= 0.15 * total


@pytest.mark.parametrize("documents", [LONG, MANY])
def test_blocks_end_with_sentences_and_keep_their_order(documents):
    parts = split(documents, seed=1)
    for blocks in (parts.learning, parts.tuning, parts.held_out):
        assert all(block[-1][0].mark.ends_sentence for block in blocks)
    order = {id(word): at for at, word in enumerate(w for d in documents for w, _, _ in d)}
    places = [order[id(word)] for block in parts.learning for word, _, _ in block]
    assert places == sorted(places)


def test_the_seed_decides_what_is_held_out():
    assert split(MANY, 1) == split(MANY, 1)
    assert split(MANY, 1).held_out != split(MANY, 2).held_out


def test_no_more_is_held_out_than_scoring_needs(monkeypatch):
    monkeypatch.setattr("training.finetuning.parts._MOST_HELD_OUT", 200)
    monkeypatch.setattr("training.finetuning.parts._MOST_TUNED_ON", 100)
    parts = split([document(1_000)], seed=1)
    assert 200 <= count_words(parts.held_out) <= 300
    assert 100 <= count_words(parts.tuning) <= 200


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 40), max_size=8), st.integers(0, 5))
def test_any_documents_can_be_split(lengths, seed):
    documents = [document(length) for length in lengths]
    parts = split(documents, seed)
    total = sum(count_words(part) for part in (parts.learning, parts.tuning, parts.held_out))
    assert total == count_words(documents)
    assert split([], seed).learning == ()
