"""A recogniser's own marks are evidence: words come out bare, as the network was trained."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.punctuation.labels import Case, Mark
from engine.recognisers.recogniser_marks import RecogniserMarks
from engine.types import Hypothesis, MarkSource, Word


def final(*texts: str, ends_segment: bool = True) -> Hypothesis:
    words = (Word(text, at * 1.0, at + 0.5, 0.9) for at, text in enumerate(texts))
    return Hypothesis(tuple(words), is_final=True, ends_segment=ends_segment)


def read(
    *texts: str, marks: RecogniserMarks | None = None, ends_segment: bool = True
) -> list[Word]:
    heard = (marks or RecogniserMarks()).read(final(*texts, ends_segment=ends_segment))
    return list(heard.words)


def texts_of(words: list[Word]) -> list[str]:
    return [word.text for word in words]


def test_marks_and_capitals_become_evidence():
    words = read("Well,", "I", "think", "NASA", "and", "iPhone.", "Do", "you", "agree?", "Yes")
    assert texts_of(words) == [
        *("well", "i", "think", "nasa", "and", "iPhone", "do", "you", "agree", "yes"),
    ]
    assert [word.source_mark for word in words] == [
        *(Mark.COMMA, Mark.NONE, Mark.NONE, Mark.NONE, Mark.NONE, Mark.PERIOD),
        *(Mark.NONE, Mark.NONE, Mark.QUESTION, Mark.NONE),
    ]
    assert [word.source_case for word in words] == [
        *(None, Case.CAPITALISED, Case.LOWER, Case.UPPER, Case.LOWER, Case.MIXED),
        *(None, Case.LOWER, Case.LOWER, None),
    ]


def test_a_separate_mark_belongs_to_the_word_before_it():
    words = read("三个问题。", "，", "你看了吗？？.")
    assert "".join(texts_of(words)) == "三个问题你看了吗"
    assert [word.source_mark for word in words if word.source_mark] == [Mark.PERIOD, Mark.QUESTION]
    assert texts_of(read("，", "好", ",", "好", "?")) == ["好", "好"]


def test_marks_of_other_scripts_are_marks_too():
    words = read("هل", "تسمعني؟", "نعم،", "هذا", "؛", "ठीक", "है।")
    assert texts_of(words) == ["هل", "تسمعني", "نعم", "هذا", "ठीक", "है"]
    marks = [Mark.QUESTION, Mark.COMMA, Mark.PERIOD, Mark.PERIOD]
    assert [word.source_mark for word in words if word.source_mark] == marks


def test_a_word_with_spaces_becomes_several_that_share_its_time():
    words = read("New York,", " ice cream ", "?")
    assert texts_of(words) == ["new", "york", "ice", "cream"]
    assert [word.source_mark for word in words if word.source_mark] == [Mark.COMMA, Mark.QUESTION]
    times = [(word.start_s, word.end_s) for word in words[:2]]
    assert times == [(0.0, pytest.approx(0.2, abs=0.06)), (times[0][1], 0.5)]


def test_words_keep_times_and_confidences():
    words = read("so—and", "it", ",", "goes.")
    assert [(word.start_s, word.end_s) for word in words] == [
        (0.0, 0.25),
        (0.25, 0.5),
        (1.0, 1.5),
        (3.0, 3.5),
    ]
    assert {word.confidence for word in words} == {0.9}


def test_without_marks_a_recogniser_gives_no_evidence():
    hypothesis = final("so", "don't", "naïve", "好")
    assert RecogniserMarks().read(hypothesis) is hypothesis
    loud = read("SO", "IT", "GOES")
    assert texts_of(loud) == ["so", "it", "goes"]
    assert {(word.source_mark, word.source_case) for word in loud} == {(None, None)}


def test_other_signs_stay():
    words = ["$5", "50%", "3.14", "p.m.", "<unk>", "[unk]", "c++", "@home", "well-known"]
    assert texts_of(read(*words)) == words


def test_dots_of_titles_and_initials_are_not_marks():
    words = read("yes,", "DR.", "Smith", "of", "the", "U.S.", "ends")
    assert [word.source_mark for word in words[1:]] == [Mark.NONE] * 6


def test_the_end_of_the_sound_says_something_only_about_the_pause():
    trusts = [word.mark_source for word in read("So.", "It", "goes.")]
    assert trusts == [MarkSource.RECOGNISER, MarkSource.RECOGNISER, MarkSource.EDGE]
    open_words = read("So.", "It", "goes.", ends_segment=False)
    assert {word.mark_source for word in open_words} == {MarkSource.RECOGNISER}


def test_a_mark_at_a_cut_was_heard_with_what_follows():
    words = tuple(map(Word, ("So.", "It", "goes.")))
    cut = RecogniserMarks().read(Hypothesis(words, is_final=True, writes_marks=True, is_cut=True))
    assert {word.mark_source for word in cut.words} == {MarkSource.RECOGNISER}


def test_mark_confidences_stay_with_their_marks():
    words = (Word("So,", mark_confidence=0.4), Word("好。", mark_confidence=0.9), Word("it"))
    read = RecogniserMarks().read(Hypothesis(words, is_final=True)).words
    assert [(it.source_mark, it.mark_confidence) for it in read] == [
        *((Mark.COMMA, 0.4), (Mark.PERIOD, 0.9), (Mark.NONE, None)),
    ]


def test_a_recogniser_that_writes_marks_gives_evidence_even_without_one():
    words = (Word("and"), Word("then"))
    read = RecogniserMarks().read(Hypothesis(words, is_final=True, writes_marks=True)).words
    assert [it.source_mark for it in read] == [None, Mark.NONE]
    assert read[-1].mark_source is MarkSource.EDGE


def test_a_capital_at_the_recognisers_own_beginning_says_nothing():
    marks = RecogniserMarks()
    read("so,", "it", marks=marks, ends_segment=False)
    assert read("Goes.", marks=marks)[0].source_case is Case.CAPITALISED
    assert read("It", marks=marks)[0].source_case is None


@given(st.lists(st.text(min_size=1, max_size=8), max_size=6))
def test_any_text_is_read_and_no_letter_is_lost(texts):
    words = read(*texts)
    said = "".join(letter for text in texts for letter in text.lower() if letter.isalnum())
    assert "".join(c for text in texts_of(words) for c in text.lower() if c.isalnum()) == said


@pytest.mark.parametrize("texts", [["Well,", "so."], ["好，", "好。"]])
def test_bare_words_stay_when_read_again(texts):
    marks = RecogniserMarks()
    words = read(*texts, marks=marks)
    assert texts_of(read(*texts_of(words), marks=marks)) == texts_of(words)
