from __future__ import annotations

import json
import lzma

import pytest

from engine.errors import TranscriptFormatError
from engine.punctuation.labels import Mark
from tests.support.bundles import bundle_folder
from training.__main__ import main
from training.evaluation.evaluate import (
    Evaluation,
    WrittenText,
    _cases,
    evaluate,
    read_written_text,
)

TEXT = (
    "Good morning, everyone. Today we will talk about the weather in London.\n"
    "It was very cold last week. Will it be warmer tomorrow? I do not know.\n"
)


def test_packed_and_plain_marked_text_is_read(tmp_path):
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(TEXT.encode()))
    plain = read_written_text(tmp_path / "a.txt")
    assert plain == read_written_text(tmp_path / "a.txt.xz")
    assert list(plain.words[:3]) == ["good", "morning", "everyone"]
    assert list(plain.cores[:3]) == ["Good", "morning", "everyone"]
    assert list(plain.marks[:3]) == [Mark.NONE, Mark.COMMA, Mark.PERIOD]


def test_tagged_words_have_no_case(tmp_path):
    (tmp_path / "a.tsv").write_text("hello\tCOMMA\nyou\tPERIOD\n")
    text = read_written_text(tmp_path / "a.tsv")
    assert text == WrittenText(["hello", "you"], [Mark.COMMA, Mark.PERIOD], None)


def test_a_text_without_words_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text(" \n--\n")
    with pytest.raises(TranscriptFormatError):
        read_written_text(tmp_path / "a.txt")


def test_cases_are_compared_word_by_word():
    cores = ["We", "saw", "NASA", "in", "May", "and", "Rome"]
    surfaces = ["We", "saw", "Nasa,", "In", "May.", "and", "rome"]
    marks = [Mark.NONE, Mark.NONE, Mark.COMMA, Mark.NONE, Mark.PERIOD, Mark.NONE, Mark.NONE]
    found = _cases(cores, surfaces, marks)
    assert (found.right_case, found.cased_words) == (4, 7)
    assert found.case_accuracy == pytest.approx(100 * 4 / 7)
    assert (found.capitals.hits, found.capitals.wrong, found.capitals.missed) == (2, 2, 2)


def test_evaluations_add_up(model):
    first = WrittenText(["hello", "you"], [Mark.COMMA, Mark.PERIOD], None)
    second = WrittenText(["we", "met"], [Mark.NONE, Mark.PERIOD], ["We", "met"])
    whole = evaluate([first, second], model)
    assert whole == evaluate([first], model) + evaluate([second], model)
    assert (whole.words, whole.cased_words) == (4, 2)
    assert evaluate([first], model).case_accuracy is None
    assert Evaluation().to_table()["capitals_f1"] is None


def test_the_command_prints_json(capsys, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "b.tsv").write_text("hello\tCOMMA\nyou\tPERIOD\n")
    texts = [str(tmp_path / name) for name in ("a.txt", "b.tsv")]
    assert main(["evaluate", "--model", str(bundle_folder()), "--json", "--text", *texts]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["texts"]) == texts
    assert found["texts"][texts[1]]["case_accuracy"] is None
    assert found["all"]["words"] == 29
    assert found["all"]["micro_f1"] > 50
    assert found["all"]["marks"]["question"]["in_text"] == 1


def test_the_command_prints_tables(capsys, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT)
    arguments = ["--model", str(bundle_folder()), "--text", str(tmp_path / "a.txt")]
    assert main(["evaluate", *arguments]) == 0
    printed = capsys.readouterr().out
    assert "| a.txt | 27.0 |" in printed
    assert "| question | " in printed
