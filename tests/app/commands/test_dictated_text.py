"""`fermata punctuate --commands --numbers`: lines of text as if they were dictated."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from app.commands.dictated_text import dictated
from engine.build import load_language_model
from engine.paths import default_paths
from engine.settings import CommandsMode, NumberStyle, Policy, PunctuationSettings
from engine.transcripts.treatment import Treatment

SETTINGS = PunctuationSettings(
    policy=Policy.OFFLINE, commands=CommandsMode.ALL, numbers=NumberStyle()
)


@cache
def loaded():
    return load_language_model(SETTINGS, default_paths({"FERMATA_DATA": "/nowhere"}))


def text_of(*lines: str, treatment: Treatment = Treatment.REPAIR) -> str:
    return dictated(lines, loaded().stages(SETTINGS), treatment)


def test_each_line_stays_one_however_long_it_is():
    long = "it rained period " * 130
    lines = text_of("the dose is fifty milligrams", "", long, "it snowed").split("\n")
    assert lines[:2] == ["The dose is 50 mg.", ""]
    assert lines[2] == " ".join(["It rained."] * 130)
    assert lines[3:] == ["It snowed."]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("call five five five one two three four", "Call 555-1234."),
        ("the rest by three thirty pm", "The rest by 3:30 pm."),
        ("room two oh one", "Room 201."),
        ("blood pressure was one twenty over eighty", "Blood pressure was 120/80."),
        ("see paragraph seven", "See paragraph 7."),
        ("three comma thirty people", "Three, 30 people."),
    ],
)
def test_only_spoken_marks_interrupt_a_number(said, text):
    assert text_of(said) == text


def test_corrections_cross_lines_and_numbers_do_not():
    assert text_of("it was twenty", "five came") == "It was 20.\nFive came."
    assert text_of("it rains", "scratch that", "it snows") == "It snows."
    assert text_of("it rains", "", "we stay", "scratch that", "we go") == "It rains.\n\nWe go."


@pytest.mark.parametrize(
    ("treatment", "text"),
    [
        (Treatment.ONLY_ADD, "Well: I went (home), then."),
        (Treatment.FROM_SCRATCH, ""),
    ],
)
def test_existing_marks_are_treated_as_requested(treatment, text):
    found = text_of("Well: I went (home) comma then", treatment=treatment)
    if treatment is Treatment.FROM_SCRATCH:
        assert "Well:" not in found
        assert "(home)," in found
    else:
        assert found == text


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("He said, “Stop!” Then he left (at noon).", "He said, “Stop!” Then he left (at noon)."),
        ("He said, “Stop.” full stop", "He said, “Stop.”"),
        ("He said “stop.” comma and left", "He said “Stop,” and left."),
        ("He said “stop” comma and left", "He said, “Stop”, and left."),
        ("We met at 3 p.m. period", "We met at 3 pm."),
        ("We live in the U.S. comma and stay", "We live in the U.S., and stay."),
    ],
)
def test_closing_marks_and_abbreviations_go_with_spoken_marks(said, text):
    assert text_of(said) == text


def test_chinese_quotation_marks_stay_as_they_are():
    settings = replace(SETTINGS, model="zh-yue-en")
    model = load_language_model(settings, default_paths({"FERMATA_DATA": "/nowhere"}))
    said = "他说：“你好。”然后走了。"
    assert dictated([said], model.stages(settings), Treatment.ONLY_ADD) == said


@pytest.mark.parametrize("said", ["That is the car—yes, the “red—blue” one.", "He came—Anna—late."])
def test_kept_dashes_between_words_double_no_word(said):
    assert text_of(said, treatment=Treatment.ONLY_ADD) == said
