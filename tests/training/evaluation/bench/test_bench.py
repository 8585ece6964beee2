from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engine.punctuation.labels import Mark
from engine.settings import Policy, PunctuationSettings
from engine.types import Sentence, Update, Word
from training.__main__ import main
from training.data.timed_sessions import cut_into_segments
from training.evaluation.bench.capitals import capital_rows, disagreeing_rows
from training.evaluation.bench.quality import call_rows, gap_rows, score_tsv
from training.evaluation.bench.speed import erasure, live_rows
from training.evaluation.playing import (
    Played,
    _keep,
    _Shown,
    play,
    play_live,
    punctuated,
    score_sessions,
    words_as_hypotheses,
)
from training.evaluation.table import Row, print_rows
from training.metrics import score_marks

TEXT = (
    "good morning everyone and welcome to the call today we will talk about the results of the year"
    " as you know it was a hard year for us but sales went up in the last quarter how did we do"
    " that we hired new people in london and paris and they did a very good job thank you"
)


def session():
    words = [Word(text, at / 2, at / 2 + 0.3) for at, text in enumerate(TEXT.split())]
    marks = [Mark.NONE] * (len(words) - 1) + [Mark.PERIOD]
    return cut_into_segments("made up", tuple(words), tuple(marks))


def update(committed, tail):
    surfaces = tuple(committed.split())
    sentence = Sentence(surfaces, tuple(Word(surface) for surface in surfaces))
    return Update((sentence,) if surfaces else (), tail)


def tables(text):
    """Return {row name: {head: value}} from printed Markdown tables."""
    found, heads = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| | "):
            heads = cells[1:]
        elif line.startswith("| ") and not line.startswith("| ---"):
            values = [float(cell.replace(",", "")) for cell in cells[1:]]
            found[cells[0]] = dict(zip(heads, values, strict=True))
    return found


def test_ends_are_counted_by_their_gap_and_by_call(model):
    """The model sets four stops within the text; a gap of two tenths of a second follows each."""
    marks = [Mark.NONE] * len(TEXT.split())
    for place in (17, 18, 35):  # after "year" and "quarter", and where none belongs
        marks[place] = Mark.PERIOD
    said = replace(session(), marks=tuple(marks))
    rows = {row.name: row.figures for row in gap_rows([said], model)}
    assert [row["of all ends %"] for row in rows.values()] == [0.0, 100.0, 0.0, 0.0, 0.0]
    assert list(rows)[:2] == ["under 0.1 s", "0.1 to 0.3 s"]
    assert rows["0.1 to 0.3 s"]["missed %"] == pytest.approx(100 / 3)
    assert rows["0.1 to 0.3 s"]["wrongly set %"] == pytest.approx(50)
    calls = call_rows([replace(said, name=name) for name in ("a/0", "a/1", "b/0")], model)
    assert [row.name for row in calls] == ["a", "b"]


def test_capitals_count_inside_sentences_and_letter_by_letter(model, tmp_path):
    folder = tmp_path / "data" / "en" / "dev"
    folder.mkdir(parents=True)
    text = (
        "I met Anna in London. Then I used an IPHONE, and my friends at NASA in the U.S. did and\n"
        "Broken it was off."
    )
    (folder / "made.txt").write_text(text)
    made, total = capital_rows(tmp_path, model, None)
    assert (made.name, total.name) == ("made", "all")
    assert made.figures["names found %"] == 100.0  # two of two: "Then" starts a sentence
    assert made.figures["acronyms found %"] == pytest.approx(200 / 3)  # it writes "iPhone"
    assert math.isnan(made.figures["mixed found %"])
    assert made.figures["F1"] == pytest.approx(100 * 2 * 4 / (2 * 4 + 1 + 1))


def test_capitals_of_ordinary_words_inside_sentences_are_counted(model, tmp_path):
    folder = tmp_path / "data" / "en" / "dev"
    folder.mkdir(parents=True)
    lines = ["we know that it was there and the house stood."] * 30
    (folder / "made.txt").write_text("\n".join([*lines, "I asked, That it was?"]))
    rows = {row.name: row.figures for row in disagreeing_rows(tmp_path, model, None)}
    assert list(rows) == ["words alone", "a recogniser's", "a file's"]
    assert all(row["in 1000 words"] == 0.0 for row in rows.values())


def test_the_full_stop_of_an_abbreviation_is_not_a_mark(model):
    said = "yesterday she flew from the u.s. to london and met anna there"
    played = punctuated(said.split(), model)
    assert played.surfaces[5] == "U.S."
    assert played.marks[5] is Mark.NONE
    assert played.marks[-1] is Mark.PERIOD


def test_unknown_tables_are_refused(capsys, tmp_path):
    (tmp_path / "data").mkdir()
    assert main(["bench", "colours", "--shared", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "training: no table {'colours'}\n"


def test_rows_are_printed_as_a_markdown_table(capsys):
    print_rows("Speed", [Row("a", {"x": 0.125, "y": 12.345}), Row("b", {"x": -4.0, "y": 12345.6})])
    assert capsys.readouterr().out == (
        "\n### Speed\n\n| | x | y |\n| --- | --- | --- |\n"
        "| a | 0.12 | 12.3 |\n| b | -4.00 | 12,346 |\n"
    )


def test_every_policy_gives_one_mark_a_word(model):
    heard = session()
    for policy in Policy:
        played = play(heard.hypotheses(), model, PunctuationSettings(policy=policy))
        assert len(played.marks) == len(heard.words)
        assert played.marks[-1].ends_sentence
        scores = score_sessions([heard], model, PunctuationSettings(policy=policy))
        assert scores == score_marks(heard.marks, played.marks)


def test_live_play_hears_every_word_and_measures_each_hypothesis(model):
    heard = session()
    played = play_live(heard.growing_hypotheses(), model, PunctuationSettings())
    assert [surface.lower().strip(",.?!") for surface in played.surfaces] == TEXT.split()
    assert len(played.update_s) == len(list(heard.growing_hypotheses()))
    assert played.lags
    assert all(0 <= lag < len(heard.words) for lag in played.lags)
    assert played.shown >= len(heard.words)


def test_live_rows_of_a_session_without_a_finished_sentence_say_so(model):
    one = cut_into_segments("one", (Word("hello", 0.0, 0.4),), (Mark.PERIOD,))
    (row,) = live_rows([one], model)
    assert math.isnan(row.figures["lag mean (words)"])
    assert row.figures["seg-F0.5"] == pytest.approx(100.0)


def test_erased_text_is_counted_in_words_and_marks():
    shown = _Shown()
    assert shown.replace(update("", "we met")) == 0
    assert shown.replace(update("", "we met anna, she")) == 0
    assert shown.replace(update("", "we met hannah she")) == 3  # anna, the comma, she
    assert shown.replace(update("we met hannah.", "she")) == 1  # she, which now follows "."
    assert shown.replace(update("", "she left")) == 0
    assert shown.replace(update("she left.", "")) == 0
    assert shown.committed == ["we", "met", "hannah", ".", "she", "left", "."]


def test_erasure_is_erased_tokens_per_token_of_the_final_text():
    assert erasure([Played(erased=3, shown=20), Played(erased=1, shown=20)]) == pytest.approx(0.1)
    assert erasure([]) == 0


def test_lags_are_words_heard_after_a_finished_sentence():
    played = Played()
    _keep(played, update("we met anna.", "she left"), heard=5)
    _keep(played, update("she left.", ""), heard=None)  # the flush adds no lag
    cut = Update((Sentence(("and", "so"), (Word("and"), Word("so")), is_complete=False),), "")
    _keep(played, cut, heard=9)
    assert played.lags == [2]
    assert (
        played.marks
        == [Mark.NONE, Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.PERIOD] + [Mark.NONE] * 2
    )


def test_untimed_words_come_in_finals_of_a_given_size():
    sizes = [len(one.words) for one in words_as_hypotheses(["a"] * 250)]
    assert sizes == [100, 100, 50]
    assert list(words_as_hypotheses([])) == []


def test_a_benchmark_file_is_scored_with_its_clitics_joined(model, tmp_path):
    path = tmp_path / "test.tsv"
    rows = "it O|'s O|late COMMA|i O|do O|n't O|know PERIOD|where O|are O|you QUESTION"
    path.write_text("\n".join(row.replace(" ", "\t") for row in rows.split("|")))
    scores = score_tsv(path, model)
    wanted = [count.hits + count.missed for count in scores.marks]
    assert wanted == [1, 1, 1]
