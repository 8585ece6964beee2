"""Words are cut out of edited text and dictated into it again."""

from __future__ import annotations

import pytest

from engine.types import Context
from training.evaluation.bench.cursor import cursor_rows, dictated, paragraphs, stop_rows
from training.evaluation.playing import load_model

LINE = "We met Anna in London on Monday. She told us about the garden there. Nobody waters it now."


@pytest.fixture(scope="module")
def model():
    return load_model("en")


@pytest.fixture
def shared(tmp_path):
    folder = tmp_path / "data" / "en" / "dev"
    folder.mkdir(parents=True)
    unclear = "One; two three four. Five six seven eight. Nine ten."
    (folder / "one.txt").write_text(f"{LINE}\nToo short. Yes.\n{unclear}\n")
    return tmp_path


def test_paragraphs_with_clear_sentences_are_taken(shared):
    (one,) = paragraphs(shared / "data" / "en" / "dev" / "one.txt", 10)
    assert one.text == LINE
    assert [one.text[one.spans[a][0] : one.spans[b - 1][1]] for a, b in one.sentences] == [
        "We met Anna in London on Monday.",
        "She told us about the garden there.",
        "Nobody waters it now.",
    ]
    first, end = one.sentences[1]
    context = one.cut(first, end)
    assert (context.before, context.after) == (
        "We met Anna in London on Monday. ",
        " Nobody waters it now.",
    )


def test_what_was_cut_out_is_written_as_before(shared, model):
    (one,) = paragraphs(shared / "data" / "en" / "dev" / "one.txt", 10)
    first, end = one.sentences[1]
    assert dictated(one.units[first:end], one.cut(first, end), model).text == (
        "She told us about the garden there."
    )
    then = dictated(one.units[first + 3 : end], Context("She told us.", is_open=True), model)
    assert (then.text, then.seam) == ("about the garden there.", "")


def test_each_row_is_a_share_of_all_cases(shared, model):
    rows = [*cursor_rows(shared, model, smoke=True), *stop_rows(shared, model, smoke=True)]
    assert [row.name[:6] for row in rows] == ["en (a)", "en (c)", "en (b)"]
    for row in rows:
        assert row.figures["cases"] == 1
        assert all(value in {0.0, 1.0, 100.0} for value in row.figures.values())
