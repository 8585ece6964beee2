from __future__ import annotations

import random

import pytest

from engine.punctuation.labels import Mark
from tests.support.shared_data import shared
from training.data.replay import marked_text, replayed
from training.data.spoken_form import read_lines


@pytest.fixture(scope="module")
def sessions():
    text = marked_text(read_lines(shared("data", "zh", "dev", "audreyt.txt")), 4000)
    return text, list(replayed(text, random.Random(3)))


def test_no_unit_is_lost_and_each_keeps_its_mark(sessions):
    text, played = sessions
    assert [word.text for one in played for word in one.words] == text.words
    assert [mark for one in played for mark in one.marks] == text.marks


def test_time_increases_and_segments_end_at_pauses(sessions):
    _, played = sessions
    for one in played:
        assert one.segments[-1] == len(one.words)
        for word, following in zip(one.words, one.words[1:], strict=False):
            assert word.start_s < word.end_s <= following.start_s
        for end in one.segments[:-1]:
            assert one.words[end].start_s - one.words[end - 1].end_s > 0.5


def test_cuts_are_at_sentence_ends_and_elsewhere(sessions):
    _, played = sessions
    behind = [one.marks[end - 1] for one in played for end in one.segments[:-1]]
    ends = sum(mark.ends_sentence for mark in behind)
    assert 0.1 < ends / len(behind) < 0.7
    assert behind.count(Mark.NONE) > 20
