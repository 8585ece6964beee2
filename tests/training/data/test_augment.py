from __future__ import annotations

import json
import random

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.punctuation.labels import Mark
from tests.support.training.tiny import plain_corpus, quiet_sampler
from training.data.augment import Placement, WindowSampler
from training.data.corpus import Corpus
from training.data.device_windows import DeviceSampler
from training.data.device_words import pack_corpora
from training.data.noise import Noise, TimingNoise
from training.data.spoken_form import IGNORE

START, END, PADDING = 7, 8, 9
QUIET = Noise(share_of_windows=0.0)
LENGTHS = st.lists(st.integers(1, 6), min_size=1, max_size=60)
SHARES = st.sampled_from([(0.55, 0.25, 0.2), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)])


def window_sampler(*corpora, noise=QUIET, seed=1):
    return WindowSampler(
        corpora, noise=noise, special_ids=(START, END, PADDING), rng=random.Random(seed)
    )


def device_sampler(*corpora, noise=QUIET, seed=1):
    torch.manual_seed(seed)
    packed = pack_corpora(corpora, torch.device("cpu"))
    return DeviceSampler(
        packed, noise=noise, timing=TimingNoise(), special_ids=(START, END, PADDING)
    )


EACH_SAMPLER = pytest.mark.parametrize("sampler", [window_sampler, device_sampler])


def only(substitution=0.0, deletion=0.0, insertion=0.0):
    """Make every window noisy, at about every word (the rate is drawn from 0 to 1)."""
    return Noise(1.0, 1.0, substitution, deletion, insertion)


def windows(batch):
    """Yield (inner ids, [(place of the label, mark, case)]) for each window of a batch."""
    names = ("ids", "attention", "marks", "cases")
    arrays = (np.asarray(getattr(batch, name)) for name in names)
    for ids, attention, marks, cases in zip(*arrays, strict=True):
        size = int(attention.sum())
        assert list(attention) == [1] * size + [0] * (len(attention) - size)
        assert (ids[0], ids[size - 1]) == (START, END)
        assert set(ids[size:]) <= {PADDING}
        labelled = np.flatnonzero(marks != IGNORE)
        assert set(np.flatnonzero(cases != IGNORE)) <= set(labelled)
        assert all(1 <= at < size - 1 for at in labelled)
        yield ids[1 : size - 1], [(int(at), int(marks[at]), int(cases[at])) for at in labelled]


def words_of(corpus):
    ends = corpus.word_ends
    return [
        tuple(int(i) for i in corpus.ids[a:b]) for a, b in zip([0, *ends[:-1]], ends, strict=True)
    ]


@EACH_SAMPLER
@given(LENGTHS, st.integers(16, 40), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_without_noise_windows_are_the_longest_slices_that_fit(sampler, lengths, tokens, seed):
    corpus = plain_corpus(lengths)
    for ids, labels in windows(sampler(corpus, seed=seed).batch(6, tokens)):
        first = int(np.searchsorted(corpus.word_ends, ids[0] - 100, side="right"))
        last = first + len(labels)
        begin = int(corpus.word_ends[first - 1]) if first else 0
        assert list(ids) == list(corpus.ids[begin : corpus.word_ends[last - 1]])
        assert labels == [
            (int(corpus.word_ends[at]) - begin, int(corpus.marks[at]), int(corpus.cases[at]))
            for at in range(first, last)
        ]
        if last < len(corpus):
            assert int(corpus.word_ends[last]) - begin > tokens - 2


@EACH_SAMPLER
@given(LENGTHS, st.integers(16, 40), st.integers(0, 99), SHARES, st.floats(0.0, 1.0))
@settings(max_examples=80, deadline=None)
def test_noisy_windows_hold_whole_words_with_a_label_at_the_last_token(  # noqa: PLR0917  given
    sampler, lengths, tokens, seed, shares, rate
):
    corpus = plain_corpus(lengths)
    known = set(words_of(corpus))
    noise = Noise(1.0, rate, *shares)
    for ids, labels in windows(sampler(corpus, noise=noise, seed=seed).batch(6, tokens)):
        begin = 1
        for at, _, _ in labels:
            assert tuple(int(i) for i in ids[begin - 1 : at]) in known
            begin = at + 1
        assert begin - 1 == len(ids)
        assert len(ids) <= tokens - 2


@EACH_SAMPLER
def test_windows_start_and_end_anywhere(sampler):
    corpus = plain_corpus([1] * 50)
    firsts = {int(ids[0]) for ids, _ in windows(sampler(corpus).batch(800, 16))}
    assert firsts == {int(i) for i in corpus.ids}


@EACH_SAMPLER
def test_corpora_are_drawn_in_proportion_to_their_words(sampler):
    large, small = plain_corpus([1] * 90), plain_corpus([1] * 10)
    small = Corpus("s", small.ids + 1000, small.word_ends, small.marks, small.cases)
    drawn = [ids[0] >= 1000 for ids, _ in windows(sampler(large, small).batch(1000, 16))]
    assert 60 < sum(drawn) < 140


@EACH_SAMPLER
def test_deletions_move_their_marks_to_the_word_before(sampler):
    corpus = plain_corpus([1] * 40)
    dropped = 0
    for ids, labels in windows(sampler(corpus, noise=only(deletion=1.0)).batch(300, 16)):
        places = [int(i) - 100 for i in ids]
        assert places == sorted(set(places))
        for number, (_, mark, case) in enumerate(labels[:-1]):
            gap = range(places[number], places[number + 1])
            dropped += len(gap) - 1
            assert mark == max(int(corpus.marks[at]) for at in gap)
            assert case == corpus.cases[places[number]]
    assert dropped > 300


def test_substitutions_keep_marks_and_forget_the_case():
    corpus = plain_corpus([1] * 40)
    changed = 0
    noise = only(substitution=1.0)
    clean = Noise(1.0, 0.0)
    for (ids, labels), (true_ids, true_labels) in zip(
        windows(window_sampler(corpus, noise=noise).batch(1, 42)),
        windows(window_sampler(corpus, noise=clean).batch(1, 42)),
        strict=True,
    ):
        assert [label[:2] for label in labels] == [label[:2] for label in true_labels]
        for at, true, label, true_label in zip(ids, true_ids, labels, true_labels, strict=True):
            changed += at != true
            assert label[2] == IGNORE if at != true else label[2] in {IGNORE, true_label[2]}
    assert changed


@EACH_SAMPLER
def test_insertions_add_unmarked_words_and_keep_the_rest(sampler):
    corpus = plain_corpus([1] * 40)
    added = 0
    for ids, labels in windows(sampler(corpus, noise=only(insertion=1.0)).batch(100, 16)):
        kept = [
            (int(i) - 100, mark)
            for i, (_, mark, case) in zip(ids, labels, strict=True)
            if case != IGNORE
        ]
        added += len(ids) - len(kept)
        assert [at for at, _ in kept] == list(range(kept[0][0], kept[0][0] + len(kept)))
        assert all(mark == corpus.marks[at] for at, mark in kept)
        assert {mark for _, mark, case in labels if case == IGNORE} <= {Mark.NONE}
    assert added > 100


@EACH_SAMPLER
def test_a_word_longer_than_the_window_leaves_it_empty(sampler):
    corpus = plain_corpus([30])
    assert [len(ids) for ids, _ in windows(sampler(corpus).batch(2, 16))] == [0, 0]


@given(st.integers(0, 99), st.integers(0, 5))
@settings(max_examples=20, deadline=None)
def test_a_restored_sampler_draws_the_same_batches(seed, before):
    corpus = plain_corpus([1, 2] * 20)
    one = window_sampler(corpus, noise=Noise(), seed=seed)
    for _ in range(before):
        one.batch(2, 16)
    state = json.loads(json.dumps(one.state()))  # as in a checkpoint
    other = window_sampler(corpus, noise=Noise(), seed=seed + 1)
    other.restore(state)
    for _ in range(3):
        first, second = one.batch(3, 20), other.batch(3, 20)
        for name in ("ids", "attention", "marks", "cases"):
            assert np.array_equal(getattr(first, name), getattr(second, name))


@EACH_SAMPLER
def test_empty_corpora_are_refused_unless_another_has_words(sampler):
    empty = plain_corpus([])
    with pytest.raises(ValueError, match="not a word"):
        sampler(empty)
    with pytest.raises(ValueError, match="not a word"):
        sampler()
    assert len(list(windows(sampler(empty, plain_corpus([1] * 9)).batch(3, 16)))) == 3


def placed(placement, lengths=(1,) * 60):
    corpus = plain_corpus(list(lengths))  # every fifth mark from the third on ends a sentence
    return quiet_sampler(corpus, 4, placement=placement).batch(40, 20)


def test_windows_of_few_tokens_can_be_short_texts():
    short = placed(Placement(short_text_tokens=20))
    long = placed(Placement(short_text_tokens=19))
    begins = [{int(first) % 5 for first in batch.ids[:, 1]} for batch in (short, long)]
    assert begins == [{0, 3, 4}, {0, 1, 2, 3, 4}]  # after ".", "?", "!"
    labels = [row[row != IGNORE] for row in short.marks]
    assert all(row[-1] >= Mark.PERIOD for row in labels)
    assert len({len(row) for row in labels}) > 4
    unmarked = placed(Placement(short_text_tokens=20), lengths=[1] * 2)  # no sentence ends in it
    assert {int(first) for first in unmarked.ids[:, 1]} == {100}
