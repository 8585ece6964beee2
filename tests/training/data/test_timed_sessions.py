from __future__ import annotations

import random
from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.punctuation.labels import PLAIN_MARKS, Mark, stronger
from engine.types import Word
from training.data.timed_sessions import (
    cut_into_segments,
    read_aligned_calls,
    with_false_pauses,
    with_recognition_errors,
)

N, C, P, Q, E = PLAIN_MARKS
GAPS = st.lists(
    st.tuples(st.floats(0.0, 2.0), st.floats(0.05, 1.0), st.sampled_from(Mark)),
    min_size=1,
    max_size=40,
)


def timed(gaps, marks=None, length_s=0.25):
    """Return words w0, w1 … with the given silence before each."""
    words, at_s = [], 0.0
    for number, gap_s in enumerate(gaps):
        at_s += gap_s
        words.append(Word(f"w{number}", at_s, at_s + length_s))
        at_s += length_s
    return cut_into_segments("test", tuple(words), tuple(marks or [N] * len(words)))


def drawn(gaps):
    """Return a session from what hypothesis drew."""
    words, at_s = [], 0.0
    for number, (gap_s, length_s, _) in enumerate(gaps):
        words.append(Word(f"w{number}", at_s + gap_s, at_s + gap_s + length_s))
        at_s += gap_s + length_s
    return cut_into_segments("drawn", tuple(words), tuple(mark for _, _, mark in gaps))


def gaps_of(session):
    return [after.start_s - before.end_s for before, after in pairwise(session.words)]


def test_sessions_are_cut_at_pauses_over_half_a_second():
    assert timed([0.0, 0.5, 0.25, 0.75, 0.0, 1.0]).segments == (3, 5, 6)
    assert timed([9.0]).segments == (1,)


def test_sessions_without_a_pause_are_cut_at_forty_seconds():
    session = timed([0.0] * 400)  # 100 s
    begin = 0
    for end in session.segments[:-1]:
        first, last = session.words[begin], session.words[end - 1]
        assert last.end_s - first.start_s > 40.0 >= session.words[end - 2].end_s - first.start_s
        begin = end
    assert len(session.segments) == 3
    assert session.segments[-1] == 400
    assert timed([0.0] * 80 + [1.0] + [0.0] * 159).segments == (80, 240)  # relative to the cut


@given(GAPS)
@settings(max_examples=60, deadline=None)
def test_final_hypotheses_hold_every_word_once(gaps):
    session = drawn(gaps)
    finals = list(session.hypotheses())
    assert all(final.is_final and final.ends_segment for final in finals)
    assert tuple(word for final in finals for word in final.words) == session.words
    assert [final.time_s for final in finals] == [final.words[-1].end_s for final in finals]


@given(GAPS)
@settings(max_examples=60, deadline=None)
def test_growing_hypotheses_end_as_the_final_ones(gaps):
    session = drawn(gaps)
    hypotheses = list(session.growing_hypotheses())
    assert [one for one in hypotheses if one.is_final] == list(session.hypotheses())
    assert hypotheses[-1].is_final
    grown = 0
    for one, following in pairwise(hypotheses):
        assert one.time_s <= following.time_s
        if one.is_final:
            grown = 0
            continue
        grown += 1
        assert len(one.words) == grown
        assert not one.ends_segment
        assert all(word.start_s is None and word.confidence is None for word in one.words)
        texts = [word.text for word in following.words]
        assert texts[:grown] == [word.text for word in one.words]
    assert len(hypotheses) == len(session.words) + len(session.segments)


@given(GAPS, st.integers(0, 99), st.floats(0.0, 1.0))
@settings(max_examples=60, deadline=None)
def test_false_pauses_only_lengthen_unmarked_gaps(gaps, seed, share):
    session = drawn(gaps)
    paused = with_false_pauses(session, random.Random(seed), share)
    assert [word.text for word in paused.words] == [word.text for word in session.words]
    assert paused.marks == session.marks
    for before, after in zip(session.words, paused.words, strict=True):
        assert after.end_s - after.start_s == pytest.approx(before.end_s - before.start_s)
    grown = [b - a for a, b in zip(gaps_of(session), gaps_of(paused), strict=True)]
    for more_s, mark in zip(grown, session.marks, strict=False):
        assert more_s == pytest.approx(0.0) or (mark is N and 0.5 <= round(more_s, 6) <= 3.0)
    assert paused.words[0] == session.words[0]


def test_false_pauses_cut_sessions_at_the_given_share_of_unmarked_words():
    session = timed([0.0] * 150, [C, N, N] * 50)
    assert with_false_pauses(session, random.Random(1), 0.0) == session
    ends = with_false_pauses(session, random.Random(1), 1.0).segments
    assert ends == tuple(at for at in range(1, 151) if at % 3 != 1)
    some = with_false_pauses(session, random.Random(1), 0.3)
    assert 15 < len(some.segments) < 45


@given(GAPS, st.integers(0, 999), st.floats(0.0, 1.0))
@settings(max_examples=100, deadline=None)
def test_recognition_errors_keep_marks_and_the_order_of_kept_words(gaps, seed, rate):
    session = drawn(gaps)
    heard = with_recognition_errors(session, random.Random(seed), rate, ["wrong"])
    kept = [(at, int(w.text[1:])) for at, w in enumerate(heard.words) if w.text != "wrong"]
    assert [place for _, place in kept] == sorted({place for _, place in kept})
    behind = (len(heard.words), len(session.words))
    for (at, place), (next_at, next_place) in pairwise([*kept, behind]):
        assert reduce(stronger, heard.marks[at:next_at]) == reduce(
            stronger, session.marks[place:next_place]
        )
        word = heard.words[at]
        assert (word.start_s, word.end_s) == (
            session.words[place].start_s,
            session.words[place].end_s,
        )
    assert reduce(stronger, heard.marks) == reduce(stronger, session.marks)
    assert all(a.start_s <= b.start_s for a, b in pairwise(heard.words))
    assert all(0 <= word.confidence <= 1 for word in heard.words)


def test_recognition_errors_have_the_given_rate_and_kinds():
    session = timed([0.1] * 4000)
    heard = with_recognition_errors(session, random.Random(3), 0.4, ["wrong"])
    kept = sum(word.text != "wrong" for word in heard.words)
    assert kept / 4000 == pytest.approx(1 - 0.4 * 0.85, abs=0.03)
    deleted = 4000 * 0.4 * 0.25
    inserted = 4000 * 0.4 * 0.15
    assert len(heard.words) - 4000 == pytest.approx(inserted - deleted, abs=100)


def test_a_recogniser_is_less_confident_of_wrong_words():
    session = timed([0.1] * 2000)
    for seed in range(6):
        heard = with_recognition_errors(session, random.Random(seed), 0.3, ["wrong"])
        wrong = [word.confidence for word in heard.words if word.text == "wrong"]
        right = [word.confidence for word in heard.words if word.text != "wrong"]
        assert sum(wrong) / len(wrong) < sum(right) / len(right)


def aligned_row(number, mark="", *, timed=True):
    times = f"{number:.2f}\t{number + 0.4:.2f}" if timed else "\t"
    return f"Word{number}\t{times}\t{mark}\t0"


def write_aligned(path, rows):
    path.write_text("\n".join(["word\tstart\tend\tmark\tspeaker", *rows]) + "\n", encoding="utf-8")
    return path


def test_each_aligned_stretch_of_more_than_fifty_words_is_a_session(tmp_path):
    rows = [aligned_row(n) for n in range(51)]
    rows += [aligned_row(51, timed=False)]
    rows += [aligned_row(n) for n in range(60, 110)]  # only fifty
    rows += [aligned_row(120, timed=False), aligned_row(121, timed=False)]
    rows += [aligned_row(n) for n in range(200, 260)]
    path = write_aligned(tmp_path / "7.aligned.tsv", rows)
    sessions = list(read_aligned_calls([path]))
    assert [len(session.words) for session in sessions] == [51, 60]
    assert len({session.name for session in sessions}) == 2
    assert sessions[0].words[3] == Word("word3", 3.0, 3.4)
    assert sessions[1].words[0].text == "word200"


def test_aligned_marks_fold_as_in_iwslt_and_quotes_do_not_delimit_fields(tmp_path):
    written = [",", "-", ":", ".", ";", "?", "!", "", "…"]
    rows = [aligned_row(n, mark) for n, mark in enumerate(written)]
    rows += ['"Quoted\t9.00\t9.40\t\t0'] + [aligned_row(n) for n in range(10, 70)]
    path = write_aligned(tmp_path / "7.aligned.tsv", rows)
    (session,) = read_aligned_calls([path])
    assert session.marks[:9] == (C, C, C, P, P, Q, E, N, N)
    assert session.words[9].text == '"quoted'
