"""JSON of any shape: the values show which are words, times and units."""

from __future__ import annotations

import json
from itertools import chain

import pytest

from engine.errors import TranscriptFormatError
from tests.support.transcripts import exported, opened, restored, rewritten, words_of

SAID = "so today we bake bread are you ready"
FIRST, SECOND = "so today we bake bread", "are you ready"
MARKED = "So today we bake bread are you. Ready."
TIMES_S = [(1 + 0.4 * at, 1.3 + 0.4 * at) for at in range(8)]
WORDS = [(word, *times) for word, times in zip(SAID.split(), TIMES_S, strict=True)]


def words(spell, first=0, last=8):
    return [spell(word, round(a, 2), round(b, 2)) for word, a, b in WORDS[first:last]]


def rev():
    def element(word, a, b):
        return [
            {"type": "text", "value": word, "ts": a, "end_ts": b, "confidence": 0.9},
            {"type": "punct", "value": " "},
        ]

    return {
        "monologues": [
            {"speaker": who, "elements": list(chain(*words(element, *span)))}
            for who, span in enumerate([(0, 5), (5, 8)])
        ]
    }


def speechmatics():
    def result(word, a, b):
        best = {"confidence": 0.9, "content": word, "language": "en", "speaker": "S1"}
        return {"alternatives": [best], "end_time": b, "start_time": a, "type": "word"}

    return {"format": "2.9", "job": {"id": "x", "duration": 5}, "results": words(result)}


def watson():
    results = [
        {
            "final": True,
            "alternatives": [
                {
                    "transcript": text + " ",
                    "timestamps": words(lambda *it: list(it), *span),
                    "word_confidence": words(lambda word, *_: [word, 0.9], *span),
                },
                {"transcript": text + " oh "},
            ],
        }
        for text, span in ((FIRST, (0, 5)), (SECOND, (5, 8)))
    ]
    labels = [{"from": a, "to": b, "speaker": int(a > 2.8), "final": True} for a, b in TIMES_S]
    return {"results": results, "speaker_labels": labels}


def json3():
    def event(text, start_ms):
        first, *others = text.split()
        pieces = [
            {"utf8": f" {it}", "tOffsetMs": 400 * at, "acAsrConf": 0}
            for at, it in enumerate(others, 1)
        ]
        segs = [{"utf8": first, "acAsrConf": 0}, *pieces]
        return {"tStartMs": start_ms, "dDurationMs": 2000, "wWinId": 1, "segs": segs}

    line_end = {"tStartMs": 2990, "dDurationMs": 10, "aAppend": 1, "segs": [{"utf8": "\n"}]}
    window = {"tStartMs": 0, "dDurationMs": 60_000, "id": 1}
    return {
        "wireMagic": "pb3",
        "events": [window, event(FIRST, 1000), line_end, event(SECOND, 3000)],
    }


def by_line(first, second, around=list):
    return around(
        [
            {key: FIRST if value is str else value for key, value in first.items()},
            {key: SECOND if value is str else value for key, value in second.items()},
        ]
    )


SHAPES = {
    "assemblyai without its address": {
        "text": SAID,
        "words": words(lambda w, a, b: {"text": w, "start": int(a * 1000), "end": int(b * 1000)}),
    },
    "hugging face": {
        "text": f" {SAID}",
        "chunks": [
            {"timestamp": [1.0, 2.9], "text": f" {FIRST}"},
            {"timestamp": [3.0, None], "text": f" {SECOND}"},
        ],
    },
    "hugging face, words": {
        "text": f" {SAID}",
        "chunks": words(lambda w, a, b: {"text": f" {w}", "timestamp": [a, b]}),
    },
    "youtube-transcript-api": by_line(
        {"text": str, "start": 1.0, "duration": 1.9}, {"text": str, "start": 3.0, "duration": 1.1}
    ),
    "milliseconds": by_line(
        {"start_ms": 1000, "end_ms": 2900, "text": str},
        {"start_ms": 3000, "end_ms": 4100, "text": str},
    ),
    "milliseconds that nothing names": by_line(
        {"begin": 1000, "end": 2900, "caption": str}, {"begin": 3000, "end": 4100, "caption": str}
    ),
    "podcast namespace": by_line(
        {"speaker": "Nora", "startTime": 1.0, "endTime": 2.9, "body": str},
        {"speaker": "Tomas", "startTime": 3.0, "endTime": 4.1, "body": str},
        lambda it: {"version": "1.0.0", "segments": it},
    ),
    "names that say nothing": {
        "l": [
            {"a": 1.0, "b": 2.0, "x": "so today we"},
            {"a": 2.2, "b": 2.9, "x": "bake bread"},
            {"a": 3.0, "b": 4.1, "x": SECOND},
        ]
    },
    "clocks around lists": {
        "transcript": [
            {"id": 1, "text": FIRST, "instances": [{"start": "0:00:01", "end": "0:00:02.9"}]},
            {"id": 2, "text": SECOND, "instances": [{"start": "0:00:03", "end": "0:00:04.1"}]},
        ],
        "keywords": [{"text": "bread", "instances": [{"start": "0:00:01", "end": "0:00:03"}]}],
    },
    "aeneas": {
        "fragments": [
            {"begin": "1.000", "children": [], "end": "2.900", "id": "f01", "lines": [FIRST]},
            {"begin": "3.000", "children": [], "end": "4.100", "id": "f02", "lines": [SECOND]},
        ]
    },
    "an object of numbered objects": {
        "0": {"start": 1.0, "end": 2.9, "text": FIRST},
        "1": {"start": 3.0, "end": 4.1, "text": SECOND},
    },
    "google, seconds and nanoseconds": {
        "results": [
            {
                "alternatives": [
                    {
                        "transcript": SAID,
                        "words": words(
                            lambda w, a, b: {
                                "startTime": {"seconds": str(int(a)), "nanos": int(a % 1 * 1e9)},
                                "endTime": {"seconds": str(int(b)), "nanos": int(b % 1 * 1e9)},
                                "word": w,
                            }
                        ),
                    },
                    {"transcript": f"{SAID} oh"},
                ]
            }
        ]
    },
    "nemo": {
        "text": SAID,
        "timestamp": {
            "word": words(
                lambda w, a, b: {
                    "word": w,
                    "start_offset": int(12.5 * a),
                    "end_offset": int(12.5 * b),
                    "start": a,
                    "end": b,
                }
            ),
            "segment": [{"segment": SAID, "start": 1.0, "end": 4.1}],
        },
    },
    "rev": rev(),
    "speechmatics": speechmatics(),
    "watson": watson(),
    "youtube json3": json3(),
}
SPEAKERS = {
    "podcast namespace": ("Nora", "Tomas"),
    "rev": ("Speaker 0", "Speaker 1"),
    "speechmatics": ("S1",),
    "watson": ("Speaker 0", "Speaker 1"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_speech_is_found_with_its_times_and_speakers(tmp_path, name):
    transcript = opened(tmp_path, SHAPES[name], "a.json")
    assert transcript.warnings == []
    spoken = words_of(transcript)
    assert " ".join(said.word.core for said in spoken) == SAID
    assert spoken[0].start_s == pytest.approx(1.0)
    last_s = spoken[-1].end_s
    assert last_s is None or 4.0 <= last_s <= 5.0
    assert all(1 <= it.start_s <= 4.2 for it in spoken if it.start_s is not None)
    assert restored(transcript).speakers == SPEAKERS.get(name, ())


@pytest.mark.parametrize("name", SHAPES)
def test_repeated_texts_get_the_marks_and_nothing_else_changes(tmp_path, name):
    before = json.dumps(SHAPES[name])
    after = rewritten(opened(tmp_path, before, "a.json"))
    speaks = len(SPEAKERS.get(name, ())) == 2  # who ends a sentence
    expected = "So today we bake bread. Are you ready." if speaks else MARKED
    texts = [it for it in texts_in(json.loads(after)) if it.strip() and it.lower() in SAID + "."]
    assert after.lower().replace(".", "") == before.lower().replace(".", "")
    assert all(word.strip() in expected for it in texts for word in it.split() if word != "oh")
    assert "So" in after
    assert "eady." in after


def texts_in(value):
    if isinstance(value, str):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for inner in inside:
        yield from texts_in(inner)


def test_a_text_left_without_marks_is_reported(tmp_path):
    content = {
        "summary": "so today you bake bread and are you all ready",
        "segments": [
            {"start": 1.0, "end": 2.9, "text": FIRST},
            {"start": 3.0, "end": 4.1, "text": SECOND},
        ],
    }
    transcript = opened(tmp_path, content, "a.json")
    assert ["left alone" in str(warning.reason) for warning in transcript.warnings] == [True]
    assert json.loads(rewritten(transcript))["summary"] == content["summary"]


def test_consecutive_values_are_read_as_one(tmp_path):
    rows = [
        {"type": "session", "id": "x"},
        {"start": 1000, "end": 2900, "text": FIRST},
        {"start": 3000, "end": 4100, "text": SECOND},
        {"words": words(lambda w, a, b: {"word": w, "start": a + 9, "end": b + 9})},
    ]
    transcript = opened(tmp_path, "\n".join(map(json.dumps, rows)), "a.jsonl")
    assert [warning.line for warning in transcript.warnings] == [1]
    assert len(words_of(transcript)) == 2 * len(WORDS)
    assert words_of(transcript)[0].start_s == 1.0


@pytest.mark.parametrize("before", ['"so"\n1\n"on"\n2\n', '"so on"\n"it is"\n', "3\n"])
def test_consecutive_bare_values_are_not_speech(tmp_path, before):
    with pytest.raises(TranscriptFormatError):
        opened(tmp_path, before, "a.json")
    words = '[{"word": "so", "start": 1}, {"word": "we", "start": 2}]\n'
    after = words.replace('"so', '"So').replace('we"', 'we."')
    assert rewritten(opened(tmp_path, before + words, "a.json")) == before + after


def test_tokens_with_times_in_a_separate_list_stay(tmp_path):
    tokens = words(lambda word, *_: f" {word}")
    told = {"text": SAID, "tokens": tokens, "timestamps": words(lambda _, a, b: a)}
    transcript = opened(tmp_path, told, "a.json")
    assert [said.start_s for said in words_of(transcript)] == told["timestamps"]
    assert json.loads(rewritten(transcript)) == told | {"text": MARKED}


def test_alternatives_of_the_same_sound_stay(tmp_path):
    def reading(last):
        said = words(lambda w, a, b: {"word": w, "start_time": a, "duration": round(b - a, 2)})
        return {"confidence": -20.0, "words": [*said[:-1], said[-1] | {"word": last}]}

    content = {"transcripts": [reading("ready"), reading("red")]}
    transcript = opened(tmp_path, content, "a.json")
    assert len(words_of(transcript)) == len(WORDS)
    assert json.loads(rewritten(transcript))["transcripts"][1] == content["transcripts"][1]


def test_subtitles_without_word_times_end_with_their_texts(tmp_path):
    text = restored(opened(tmp_path, SHAPES["podcast namespace"], "a.json"))
    times = [line for line in exported(text, "srt").splitlines() if "-->" in line]
    assert times == ["00:00:01,000 --> 00:00:02,900", "00:00:03,000 --> 00:00:04,100"]
