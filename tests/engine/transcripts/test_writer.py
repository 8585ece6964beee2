from __future__ import annotations

import io
import json
from pathlib import Path

import pysubs2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import SettingsError
from engine.transcripts.formats.cue_layout import timed_words
from engine.transcripts.registry import format_named, open_sentence_writer
from engine.transcripts.restored import Layout, RestoredText, Stretch
from engine.types import Sentence, Word
from tests.support.growth import assert_grows_with_length
from tests.support.transcripts import opened, slots_of


def sentence(text: str, start_s: float | None = 0.0, word_s: float = 0.5) -> Sentence:
    surfaces = tuple(text.split())
    words = tuple(
        Word(surface.lower().strip(".,?"))
        if start_s is None
        else Word(surface.lower(), start_s + at * word_s, start_s + (at + 1) * word_s, 0.5)
        for at, surface in enumerate(surfaces)
    )
    return Sentence(surfaces, words)


def written(format_name: str, sentences: list[Sentence]) -> str:
    stream = io.StringIO()
    writer = open_sentence_writer(format_name, stream)
    for one in sentences:
        writer.write(one)
    writer.close()
    return stream.getvalue()


TWO = [sentence("Hello there."), sentence("R&D <is> fun, no?", 2.0)]


def test_text_is_one_paragraph():
    assert written("txt", TWO) == "Hello there. R&D <is> fun, no?\n"
    assert written("txt", []) == ""


def test_srt():
    assert written("srt", TWO) == (
        "1\n00:00:00,000 --> 00:00:01,000\nHello there.\n\n"
        "2\n00:00:02,000 --> 00:00:04,000\nR&D <is> fun, no?\n\n"
    )


def test_vtt_escapes_what_would_be_markup():
    assert written("vtt", TWO) == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello there.\n\n"
        "00:00:02.000 --> 00:00:04.000\nR&amp;D &lt;is&gt; fun, no?\n\n"
    )


def test_json_holds_words_as_they_are_written():
    content = json.loads(written("json", TWO))
    assert [s["text"] for s in content["sentences"]] == ["Hello there.", "R&D <is> fun, no?"]
    assert (content["sentences"][1]["start"], content["sentences"][1]["end"]) == (2.0, 4.0)
    assert content["sentences"][0]["words"][1] == {
        "text": "there.",
        "start": 0.5,
        "end": 1.0,
        "confidence": 0.5,
    }
    assert json.loads(written("json", [])) == {"sentences": []}
    unknown = json.loads(written("json", [sentence("Hi.", None)]))["sentences"][0]
    assert unknown["start"] is None


@pytest.mark.parametrize("format_name", ["txt", "srt", "vtt", "json"])
def test_what_is_written_can_be_read(tmp_path: Path, format_name: str):
    content = written(format_name, [sentence("Hello there."), sentence("Well, fun.", 2.0)])
    slots = slots_of(opened(tmp_path, content, f"a.{format_name}"))
    assert [slot.written for slot in slots] == ["Hello", "there.", "Well,", "fun."]


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
            '{{"segments": [\n{{"start": 1.0, "end": 2.5, "text": "Hello & all < b - a --> b."',
        ),
        ("txt", "Hello & all < b - a --> b.\n\nLater.\n"),
    ],
)
def test_cues_keep_their_times_and_what_a_format_can_hold(format_name, expected):
    stream = io.StringIO()
    writer = format_named(format_name).open_writer(stream)
    writer.write_text(CUES)
    writer.close()
    assert stream.getvalue().startswith(expected.format("00:00:01", "00:00:02"))


def test_an_unknown_format():
    with pytest.raises(SettingsError):
        open_sentence_writer("docx", io.StringIO())


def test_long_sentences_are_cut_at_commas():
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


def test_many_words_without_times_cost_no_more_each():
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
def test_cues_hold_all_words_in_order_within_their_limits(sentences):
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
