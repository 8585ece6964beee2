"""Transcripts of Amazon Transcribe and Otter, in the shapes of these services."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from engine.errors import TranscriptFormatError
from engine.transcripts.passages import Change
from tests.support.transcripts import opened, rewritten, words_of
from tests.support.transcripts_of_services import WORDS, aws, otter

MARKED = "So i was thinking we could meet. At noon."


def rewritten_json(tmp_path, content, name="a.json"):
    transcript = opened(tmp_path, content, name)
    return rewritten(transcript), words_of(transcript), transcript.warnings


def test_amazons_words_have_times_and_marks_are_separate_items(tmp_path):
    text, spoken, warnings = rewritten_json(tmp_path, aws())
    assert warnings == []
    assert [said.word.core.lower() for said in spoken] == WORDS
    assert (spoken[2].start_s, spoken[2].end_s, spoken[2].confidence) == (1.5, 1.9, 0.98)
    after, before = json.loads(text), aws()
    results = after["results"]
    assert results["transcripts"] == [{"transcript": MARKED}]
    contents = [item["alternatives"][0]["content"] for item in results["items"]]
    assert contents == [*MARKED.replace(".", " .").split()]
    assert [item["id"] for item in results["items"]] == list(range(len(contents)))
    assert [item["type"] for item in results["items"]].count("punctuation") == 2
    times, old = (
        [(item["start_time"], item["end_time"]) for item in items if "start_time" in item]
        for items in (results["items"], before["results"]["items"])
    )
    assert times == old
    first, second = results["audio_segments"]
    assert first["transcript"] == "So i was thinking"
    assert second["transcript"] == "we could meet. At noon."
    assert first["items"] + second["items"] == list(range(len(contents)))
    assert first["items"] == [0, 1, 2, 3]
    del after["results"], before["results"]
    assert after == before


def test_amazons_marks_change_and_not_another_byte(tmp_path):
    compact = json.dumps(aws(), separators=(",", ":"))
    marked = rewritten(opened(tmp_path, compact))
    assert marked == json.dumps(json.loads(marked), separators=(",", ":"))
    assert json.loads(marked) == json.loads(rewritten_json(tmp_path, aws())[0])
    transcript = opened(tmp_path, marked)
    (dot,) = (at for at, sign in enumerate(MARKED[:-1]) if sign == ".")
    no_dot = "".join(transcript.rewritten([Change(dot, dot + 1, "")]))
    assert no_dot.count('"punctuation"') == marked.count('"punctuation"') - 1
    assert "".join(opened(tmp_path, no_dot).rewritten([Change(dot, dot, ".")])) == marked


def test_amazons_older_items_have_no_ids_and_a_title_keeps_its_dot(tmp_path):
    content = aws()
    del content["results"]["audio_segments"]
    for item in content["results"]["items"]:
        del item["id"], item["speaker_label"]
    content["results"]["items"][4]["alternatives"][0]["content"] = "Mr."
    content["results"]["transcripts"][0]["transcript"] = "So i, was Mr. we could meet at noon"
    results = json.loads(rewritten_json(tmp_path, content)[0])["results"]
    assert results["transcripts"] == [{"transcript": "So i was mr. we could meet. At noon."}]
    assert len(results["items"]) == len(WORDS) + 2
    assert not any("id" in item for item in results["items"])
    assert "mr." in [item["alternatives"][0]["content"] for item in results["items"]]


def test_an_amazon_transcript_that_differs_from_its_items_is_reported(tmp_path):
    content = aws()
    content["results"]["transcripts"][0]["transcript"] = "Something else entirely"
    text, _, warnings = rewritten_json(tmp_path, content)
    assert "words and text differ" in str(warnings[0].reason)
    after = json.loads(text)["results"]
    assert after["items"] == content["results"]["items"]
    assert after["transcripts"] == [{"transcript": "Something else entirely."}]


@pytest.mark.parametrize(
    "damage",
    [
        lambda results: results["items"].append(5),
        lambda results: results["items"].append({"type": "pronunciation"}),
        lambda results: results["items"].append({"alternatives": [{"content": 3}]}),
        lambda results: results.update(transcripts=[]),
        lambda results: results.update(transcripts=[3]),
        lambda results: results.update(items=[]),
        lambda results: results.update(audio_segments=[3, {"items": ["x", {}], "transcript": 5}]),
        lambda results: results.update(
            audio_segments=[{"items": ["x", {}], "transcript": " ".join(WORDS)}]
        ),
    ],
)
def test_damaged_amazon_json_never_crashes(tmp_path, damage):
    content = aws()
    damage(content["results"])
    with suppress(TranscriptFormatError):
        rewritten_json(tmp_path, content)


@pytest.mark.parametrize("content", [{"text": [1]}, {"text": {"a": 1}}, {"partial": 3}])
def test_objects_without_text_have_no_known_shape(tmp_path, content):
    with pytest.raises(TranscriptFormatError, match="kind of transcript"):
        opened(tmp_path, content, "a.json")


def test_otters_text_words_times_and_places_are_updated(tmp_path):
    before = otter()
    text, spoken, warnings = rewritten_json(tmp_path, before)
    assert warnings == []
    assert (spoken[0].start_s, spoken[1].start_s, spoken[4].start_s) == (1.0, 1.5, 5.0)
    assert spoken[-1].end_s == pytest.approx(6.4)
    after = json.loads(text)
    turns = after["speech"]["transcripts"]
    assert [turn["transcript"] for turn in turns] == ["So i was thinking", "we could meet."]
    for turn in turns:
        for entry in turn["alignment"]:
            place = slice(entry["startOffset"], entry["endOffset"])
            assert turn["transcript"][place] == entry["word"]
    assert after["speech"]["speech_outline"] == before["speech"]["speech_outline"]
    assert after["speech"]["title"] == "Meeting"
    inner = json.loads(rewritten_json(tmp_path, before["speech"])[0])
    assert inner["transcripts"] == turns


OTTER_TEXT = """\
Anna Smith  0:05\x20\x20
so i was thinking we could meet.

Speaker 2  1:02:03
at noon

0:15\x20\x20
yes

Transcribed by https://otter.ai
"""


def test_otters_text_keeps_speakers_and_times(tmp_path):
    text, spoken, _ = rewritten_json(tmp_path, OTTER_TEXT, "meeting.txt")
    assert text == OTTER_TEXT.replace("so i", "So i").replace("at noon", "At noon.").replace(
        "yes", "Yes."
    )
    assert [said.start_s for said in spoken if said.start_s is not None] == [5.0, 3723.0, 15.0]


@pytest.mark.parametrize("line", ["we met at  10:30 today\n", "it is 10:30\n", "a 5:61\n"])
def test_a_time_within_a_line_is_spoken(tmp_path, line):
    _, spoken, _ = rewritten_json(tmp_path, line, "a.txt")
    assert spoken
    assert spoken[0].start_s is None


def test_segments_without_words_have_times_at_their_ends(tmp_path):
    whisper = {"segments": [{"start": 1.0, "end": 3.5, "text": " hello there you"}]}
    cpp = {"transcription": [{"offsets": {"from": 1000, "to": 3500}, "text": " hello there you"}]}
    for content in (whisper, cpp):
        _, spoken, _ = rewritten_json(tmp_path, content)
        assert [(s.start_s, s.end_s) for s in spoken] == [(1.0, None), (None, None), (None, 3.5)]
