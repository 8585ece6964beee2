from __future__ import annotations

import json

import pysubs2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.restored import Layout, RestoredText, Stretch
from engine.types import Sentence, Word
from tests.support.growth import assert_grows_with_length
from tests.support.transcripts import exported, opened, words_of, written


def sentence(text: str, start_s: float | None = 0.0, word_s: float = 0.5) -> Sentence:
    surfaces = tuple(text.split())
    words = tuple(
        Word(surface.lower().strip(".,?"))
        if start_s is None
        else Word(surface.lower(), start_s + at * word_s, start_s + (at + 1) * word_s, 0.5)
        for at, surface in enumerate(surfaces)
    )
    return Sentence(surfaces, words)


TWO = [sentence("Hello there."), sentence("R&D <is> fun, no?", 2.0)]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("txt", "Hello there. R&D <is> fun, no?\n"),
        (
            "srt",
            (
                "1\n00:00:00,000 --> 00:00:01,000\nHello there.\n\n"
                "2\n00:00:02,000 --> 00:00:04,000\nR&D <is> fun, no?\n\n"
            ),
        ),
        (
            "vtt",
            (
                "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello there.\n\n"
                "00:00:02.000 --> 00:00:04.000\nR&amp;D &lt;is&gt; fun, no?\n\n"
            ),
        ),
    ],
)
def test_sentences_are_written_as_they_come_and_can_be_read(tmp_path, option, expected):
    assert written(option, TWO) == expected
    spoken = words_of(opened(tmp_path, expected, f"a.{option}"))
    assert [said.written for said in spoken][:2] == ["Hello", "there."]
    assert written("txt", []) == ""


def test_json_has_words_as_they_are_written(tmp_path):
    content = json.loads(written("json", TWO))
    assert words_of(opened(tmp_path, content, "a.json"))[1].start_s == 0.5
    assert [s["text"] for s in content["segments"]] == ["Hello there.", "R&D <is> fun, no?"]
    assert (content["segments"][1]["start"], content["segments"][1]["end"]) == (2.0, 4.0)
    assert content["segments"][0]["words"][1] == {
        "word": " there.",
        "start": 0.5,
        "end": 1.0,
        "probability": 0.5,
    }
    assert content["text"] == "Hello there. R&D <is> fun, no?"
    assert json.loads(written("json", [])) == {"segments": [], "text": ""}
    unknown = json.loads(written("json", [sentence("Hi.", None)]))["segments"][0]
    assert unknown["start"] is None
    assert "speaker" not in unknown


CUES = RestoredText(
    Layout.CUES,
    (
        Stretch(("<i>Hello</i> &amp; {\\an8}<c.y>all</c> < b\n\n- a --> b.",), 1.0, 2.5),
        Stretch(("Later.\n",), 5.0, 6.0),
    ),
)


@pytest.mark.parametrize(
    ("format_name", "expected"),
    [
        ("srt", "1\n{0},000 --> {1},500\n<i>Hello</i> & all < b\n- a --> b.\n\n2\n"),
        (
            "vtt",
            "WEBVTT\n\n{0}.000 --> {1}.500\n<i>Hello</i> &amp; <c.y>all</c> &lt; b\n- a --&gt; b",
        ),
        (
            "json",
            '{{"segments": [\n{{"id": 0, "start": 1.0, "end": 2.5, "text": "Hello & all <',
        ),
        ("txt", "Hello & all < b - a --> b.\n\nLater.\n"),
    ],
)
def test_cues_keep_their_times_and_what_a_format_can_hold(format_name, expected):
    text = exported(CUES, format_name)
    assert text.startswith(expected.format("00:00:01", "00:00:02"))
    assert format_name != "json" or len(json.loads(text)["segments"]) == 2


def test_long_sentences_are_split_at_commas():
    text = "This is the first part of what was said here today, and this is the second part of it."
    cues = pysubs2.SSAFile.from_string(written("srt", [sentence(text, 0.0, 0.2)]), "srt")
    assert [cue.text for cue in cues] == [
        "This is the first part of what was said\\Nhere today,",
        "and this is the second part of it.",
    ]


def test_words_without_times_share_the_gap():
    words = (Word("a", 1.0, 1.2), Word("b"), Word("c"), Word("d", 2.5, 3.0))
    content = written("srt", [Sentence(("A", "b", "c", "d."), words), sentence("Then this.", None)])
    first, second = pysubs2.SSAFile.from_string(content, "srt")
    assert (first.start, first.end) == (1000, 3000)
    assert second.start == 3000
    assert 3000 < second.end < 4000


def test_many_words_without_times_take_linear_time():
    def timed(count):
        sentence = Sentence(("a",) * count, tuple(Word("a") for _ in range(count)))
        assert len(timed_words(sentence, 0.0)) == count

    assert_grows_with_length(timed, 2_500)


TIMES = st.one_of(st.none(), st.floats(0, 60))
WORDS = st.sampled_from(["a", "but,", "extraordinarily", "thing", "x" * 50, "end.", "well-known"])
SENTENCES = st.lists(
    st.lists(st.tuples(WORDS, TIMES, TIMES), min_size=1, max_size=40).map(
        lambda rows: Sentence(
            tuple(row[0] for row in rows), tuple(Word(row[0], row[1], row[2]) for row in rows)
        )
    ),
    max_size=5,
)


@given(sentences=SENTENCES)
@settings(max_examples=100, deadline=None)
def test_cues_have_all_words_in_order_within_their_limits(sentences):
    cues = pysubs2.SSAFile.from_string(written("srt", sentences), "srt")
    shown = " ".join(cue.text.replace("\\N", " ") for cue in cues)
    assert shown.split() == [surface for one in sentences for surface in one.surfaces]
    end_ms = 0
    for cue in cues:
        lines = cue.text.split("\\N")
        assert len(lines) <= 2 or "x" * 50 in lines
        assert all(len(line) <= 42 or line == "x" * 50 for line in lines)
        assert end_ms <= cue.start < cue.end <= cue.start + 7001
        end_ms = cue.end


def test_a_table_gives_each_sentence_of_a_cue_a_duration():
    first = Sentence(("It", "goes."), (Word("it", 1.0), Word("goes")))
    second = Sentence(("And", "on."), (Word("and"), Word("on", None, 3.4)))
    rows = written("tsv", [first, second]).splitlines()[1:]
    times = [tuple(map(int, row.split("\t")[:2])) for row in rows]
    assert (times[0][0], times[1][1]) == (1000, 3400)
    assert all(begin < end for begin, end in times)
    assert times[0][1] <= times[1][0]
