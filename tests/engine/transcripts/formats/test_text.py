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
from tests.support.transcripts import opened, restored, rewritten


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
        ("JOHN: hello\n- DR. SMITH: bye", "JOHN: Hello.\n- DR. SMITH: Bye."),
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
def test_only_marks_and_case_change(tmp_path, before, after):
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


def test_each_document_starts_over(tmp_path):
    assert rewritten(opened(tmp_path, "a b c\n\nd e f g h\n \nj")) == "A b c.\n\nD e f g h.\n \nJ."


def test_markdown_layout_stays(tmp_path):
    code = "```\ncode here\n\nmore code\n```\n| a | b |\n"
    before = f"# a title here\n\n1. one *two*\n\n{code}**Ann:** hi"
    after = f"# a title here\n\n1. One *two*.\n\n{code}**Ann:** Hi."
    assert rewritten(opened(tmp_path, before, "a.md")) == after


def test_a_label_at_a_block_boundary_stays_whole(tmp_path):
    begin = "word " * 1636
    assert rewritten(opened(tmp_path, begin + "[John Smith]: hello")).endswith(
        "[John Smith]: hello."
    )
    assert rewritten(opened(tmp_path, "a" * 20_000 + " b [J S]")) == "a" * 20_000 + " B. [J S]"


@pytest.mark.parametrize("text", ["", "\n\n", "... ?! —\n, ;\n", "\ufeff"])
def test_a_text_without_words_stays(tmp_path, text):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode())
    assert not has_words(read_transcript(path))
    assert rewritten(opened(tmp_path, text)) == text


def test_a_punctuator_that_loses_words_is_caught(tmp_path):
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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Bob Smith: so we went\nAnn: oh", "Bob Smith: So we went.\nAnn: Oh."),
        ("[00:01:10] Anna: well", "[00:01:10] Anna: Well."),
        ("(00:12) Anna: well\n(00:14) Bob: so", "(00:12) Anna: Well.\n(00:14) Bob: So."),
        ("00:01:10 Anna\nwell\n", "00:01:10 Anna\nWell.\n"),
        ("Q. where\nA. here\nQ. when\nA. now", "Q. Where.\nA. Here.\nQ. When.\nA. Now."),
        ("0:04\nso we\n0:08\nwent home\n", "0:04\nSo we\n0:08\nwent home.\n"),
        ("Bob: so we\nBob: went\nAnn: no", "Bob: So we\nBob: went.\nAnn: No."),
        ("Bob: so we\n\nBob: went\n\nAnn: no", "Bob: So we\n\nBob: went.\n\nAnn: No."),
    ],
)
def test_labels_and_times_stay_and_a_turn_ends_a_sentence(tmp_path, before, after):
    assert rewritten(opened(tmp_path, before)) == after


TEAMS = """0:0:4.570 --> 0:0:6.910
Anna Smith
so we went

0:0:7.10 --> 0:0:8.0
Bob
oh

0:0:9.0 --> 0:0:10.0
Anna Smith
home

0:0:11.0 --> 0:0:12.0
Bob
no
"""


def test_names_on_their_own_line_after_times_are_speakers(tmp_path):
    transcript = opened(tmp_path, TEAMS)
    text = restored(transcript)
    assert text.speakers == ("Anna Smith", "Bob")
    assert [word.start_s for word in text.words][::3] == [4.57, 7.1, 11.0][:2]
    assert rewritten(transcript, names={"Bob": "Bob Jones"}).count("Bob Jones\n") == 2


def test_a_repeated_label_is_renamed_too(tmp_path):
    transcript = opened(tmp_path, "Bob: so we\nBob: went\nAnn: no\n")
    assert rewritten(transcript, names={"Bob": "Carl"}) == "Carl: So we\nCarl: went.\nAnn: No.\n"
    assert restored(opened(tmp_path, "Bob: so\nAnn: no\n")).speakers == ("Bob", "Ann")


NOTES = """Meeting notes

Attendees
anna and bob were there

Action items

bob will send it
"""


def test_headings_of_notes_without_marks_stay(tmp_path):
    after = rewritten(opened(tmp_path, NOTES))
    assert after == NOTES.replace("anna", "Anna").replace("there", "there.").replace(
        "bob will", "Bob will"
    ).replace("send it", "send it.")
    shouted = NOTES.replace("anna", "Anna").replace("bob will", "Bob will")
    assert "Meeting notes." in rewritten(opened(tmp_path, shouted))


def test_sentences_continue_across_blank_lines(tmp_path):
    text = "so this is a\n\ntest of\n\nsomething and\n\nwe go\n"
    assert rewritten(opened(tmp_path, text)).startswith("So this is a\n\ntest of\n\nsomething.")
