from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.text.marked_text import read_marked_text
from engine.transcripts.registry import read_transcript
from engine.transcripts.repunctuate import repunctuate
from engine.transcripts.transcript import has_words
from engine.transcripts.treatment import Treatment
from tests.support.fakes import EverySeventhWord
from tests.support.transcripts import opened, rewritten


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one two three", "One two three."),
        ("ONE, two! Three four five six seven eight", "One two three four five six seven. Eight."),
        ("one\r\ntwo\r\n\r\nthree", "One\r\ntwo.\r\n\r\nThree."),
        ("one two  three\n\n\n\tfour\n", "One two  three.\n\n\n\tFour.\n"),
        ("he said “hello”", "He said “hello.”"),
        ('he said "hello" (twice)', 'He said "hello" (twice).'),
        ("don’t — stop", "Don’t stop."),
        ("well—known", "Well known."),
        ("[John]: hello there", "[John]: Hello there."),
        ("[SPEAKER 2] hello [laughs].", "[SPEAKER 2] Hello. [laughs]"),
        ("JOHN: hello\n- DR. SMITH: bye", "JOHN: Hello\n- DR. SMITH: bye."),
        ("Mr. Smith's 3,000 well-known U.S. dogs", "Mr. smith's 3,000 well-known u.s. dogs."),
        ("Dr., etc., Mr.", "Dr. etc mr."),
        ("see https://Example.org/A now", "See https://Example.org/A now."),
        ("the dogs' tails were long and the dogs'", "The dogs' tails were long and the. Dogs'."),
        ("- one\n- two", "- One\n- two."),
        ("vraiment ? oui !", "Vraiment oui."),
        ("R & D", "R & d."),
        ("---\none\n***\n", "---\nOne.\n***\n"),
    ],
)
def test_marks_and_case_change_and_nothing_else(tmp_path, before, after):
    assert rewritten(opened(tmp_path, before)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Well, Bob went home; she said no", "Well, Bob went home; she said no."),
        ("what? he left", "What? He left."),
        ("He asked (really?) that, then left", "He asked (really?) that, then left."),
        ("Ten vs. nine", "Ten vs. nine."),
        ("so... then he left", "So... then he left."),
        ("a b c d e f g, h i", "A b c d e f g, h I."),
        ("one — two - three", "One — two - three."),
        ("one—two", "One—two."),
        ("NASA’s iPhone (new!) works", "NASA’s iPhone (new!) works."),
        ("vraiment ? oui", "Vraiment ? Oui."),
        ("Dr. Who", "Dr. Who."),
    ],
)
def test_kept_marks_and_capitals_stay(tmp_path, before, after):
    after = after.replace(" I.", " i.")
    assert rewritten(opened(tmp_path, before), treatment=Treatment.ONLY_ADD) == after


def test_each_document_begins_anew(tmp_path):
    assert rewritten(opened(tmp_path, "a b c\n\nd e f g h\n \nj")) == "A b c.\n\nD e f g h.\n \nJ."


def test_markdown_layout_stays(tmp_path):
    code = "```\ncode here\n\nmore code\n```\n| a | b |\n"
    before = f"# a title here\n\n1. one *two*\n\n{code}**Ann:** hi"
    after = f"# a title here\n\n1. One *two*.\n\n{code}**Ann:** Hi."
    assert rewritten(opened(tmp_path, before, "a.md")) == after


def test_a_label_across_a_cut_stays_whole(tmp_path):
    begin = "word " * 1636
    assert rewritten(opened(tmp_path, begin + "[John Smith]: hello")).endswith(
        "[John Smith]: hello."
    )
    assert rewritten(opened(tmp_path, "a" * 20_000 + " b [J S]")) == "a" * 20_000 + " B. [J S]"


@pytest.mark.parametrize("text", ["", "\n\n", "... ?! —\n, ;\n", "\ufeff"])
def test_a_text_without_words_says_so_and_stays(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode())
    assert not has_words(read_transcript(path))
    assert rewritten(opened(tmp_path, text)) == text


def test_a_punctuator_that_loses_words_is_not_believed(tmp_path):
    class Forgetful(EverySeventhWord):
        def flush(self):
            yield from ()

    path = tmp_path / "a.txt"
    path.write_text("one two")
    with pytest.raises(RuntimeError, match="lost"):
        list(repunctuate(read_transcript(path), Forgetful))


PLAIN = ["one", "Two", "THREE", "Mr", "a", "I", "iPhone", "café", "straße", "İstanbul"]
WORDS = st.sampled_from([*PLAIN, "don't", "it’s", "U.S.", "3.14", "well-known"])
OPENING = st.sampled_from(["", "", '"', "(", "“", "'", "*"])
CLOSING = st.sampled_from(["", "", "", ",", ".", "?", "!", ";", "...", '"', ").", ".”", "'", "!)"])
BETWEEN = st.sampled_from([" ", " ", " ", "\n", "  ", "\r\n", "\t", "\n\n", " \n \n", "\u00a0"])
TEXTS = st.lists(st.tuples(OPENING, WORDS, CLOSING, BETWEEN), max_size=40).map(
    lambda pieces: "".join("".join(piece) for piece in pieces)
)


def cores(text: str) -> list[str]:
    return [word.core.lower() for word in read_marked_text(text)]


def spaces(text: str) -> str:
    return "".join(sign for sign in text if sign.isspace())


@given(text=TEXTS, treatment=st.sampled_from(Treatment))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_words_and_white_space_of_any_text_stay(tmp_path, text, treatment):
    after = rewritten(opened(tmp_path, text), treatment=treatment)
    assert cores(after) == cores(text)
    assert spaces(after) == spaces(text)
    signs = "\"(“”'*)"
    assert [s for s in after if s in signs] == [s for s in text if s in signs]
