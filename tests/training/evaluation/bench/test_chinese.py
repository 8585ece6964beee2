from __future__ import annotations

import math

import pytest

from engine.punctuation.labels import Mark
from tests.support.shared_data import shared
from training.evaluation.bench.chinese import (
    REPORTED,
    TUNING,
    Benchmark,
    all_lines,
    chinese_rows,
    figures,
    read_benchmark,
    replay_rows,
    turn_rows,
    whole_turns,
)
from training.metrics import ALL_MARKS, COMMA_AND_PERIOD, FOUR_MARKS

NAMED = {one.name: one for one in (*TUNING, *REPORTED)}
N, C, P, Q, E, L = Mark


def read(name, words=None):
    return read_benchmark(shared("data"), NAMED[name], words)


def test_spaced_letters_are_joined():
    text = read("iwslt/zh_dev, two marks", 400)
    assert "sea" not in text.words
    assert "seadragon" in text.words
    assert all(" " not in word for word in text.words)


def test_lines_without_an_end_are_not_among_the_marked_ones():
    whole = read("iwslt/zh_test2011, two marks")
    marked = read("iwslt/zh_test2011, marked lines")
    assert 20_000 < len(marked.words) < len(whole.words) < 40_000
    ends = sum(mark.ends_sentence for mark in marked.marks)
    assert ends == pytest.approx(sum(mark.ends_sentence for mark in whole.marks), rel=0.1)
    assert marked.marks[-1].ends_sentence


def test_chinese_only_lines_have_no_latin_letters():
    only = read("zh/dev/audreyt, Chinese only", 5000)
    assert not any(word.isascii() and word.isalpha() for word in only.words)
    assert Mark.ENUMERATION in only.marks


def test_mixed_lines_have_words_of_both():
    mixed = read("zh/dev/codeswitch, all marks", 5000)
    latin = sum(word.isascii() and word.isalpha() for word in mixed.words)
    assert 0.005 < latin / len(mixed.words) < 0.3


def test_cantonese_characters_are_units():
    text = read("hkcancor_dev, four marks")
    assert {"嘅", "唔", "𡃉"} <= set(text.words)
    assert sum(len(word) == 1 for word in text.words) / len(text.words) > 0.95


def test_turns_are_whole_and_not_too_short():
    turns = list(whole_turns(shared("data"), NAMED["hkcancor_dev, four marks"]))
    assert 700 < len(turns) < 1350
    assert min(len(turn.words) for turn in turns) == 3
    assert all(turn.marks[-1].ends_sentence for turn in turns)


def test_only_scored_marks_have_figures():
    two = figures([C, P, Q, N], [C, P, P, N], COMMA_AND_PERIOD)
    assert two["micro F1"] == two["period F1"] == 100.0
    assert math.isnan(two["question F1"])
    assert math.isnan(two["enumeration F1"])
    four = figures([C, Q, L, N], [C, P, C, N], FOUR_MARKS)
    assert four["question F1"] == 0.0
    assert four["comma F1"] == 100.0
    assert four["seg-F0.5"] == 100.0


def test_the_product_s_own_path_is_scored(model):
    """English stands in for Chinese: the path is the same, and its model is there."""
    english = Benchmark("en", "en/dev/audreyt.txt", ALL_MARKS, all_lines)
    (row,) = chinese_rows(shared(), model, [english], 600)
    assert row.name == "en"
    assert row.figures["micro F1"] > 50
    assert row.figures["enumeration F1"] == 0.0
    turns, within = turn_rows(shared(), model, [english], 600)
    assert (turns.name, within.name) == ("en, turn by turn", "en, within turns")
    assert turns.figures["period F1"] > row.figures["period F1"] > 50
    assert within.figures["period F1"] < turns.figures["period F1"]  # their ends were given


def test_both_policies_are_scored_through_the_real_path(model):
    rows = list(replay_rows(shared(), model, 300))
    assert [row.name.rsplit(", ", 1)[1] for row in rows] == ["segments", "streaming"] * 2
    assert rows[0].figures["gain %"] == 0.0
    assert 0.0 <= rows[1].figures["seg-F0.5"] <= 100.0
