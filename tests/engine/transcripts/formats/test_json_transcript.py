from __future__ import annotations

import json

import pytest

from engine.errors import TranscriptFormatError
from engine.transcripts.passages import Change
from engine.transcripts.transcript import has_words
from tests.support.growth import assert_costs_no_more
from tests.support.transcripts import opened as opened_as
from tests.support.transcripts import rewritten, words_of


def opened(folder, content, name="a.json"):
    return opened_as(folder, content, name)


def whisper_word(word: str, start_s: float) -> dict[str, object]:
    return {"word": word, "start": start_s, "end": start_s + 0.5, "probability": 0.9}


WHISPER = {
    "text": " Hello there, my well-known friend. So, what now?",
    "language": "en",
    "segments": [
        {
            "id": 0,
            "start": 0.0,
            "end": 3.0,
            "text": " Hello there, my well-known friend.",
            "tokens": [1, 2],
            "words": [
                whisper_word(" Hello", 0.0),
                whisper_word(" there,", 0.5),
                whisper_word(" my", 1.0),
                whisper_word(" well", 1.5),
                whisper_word("-known", 2.0),
                whisper_word(" friend.", 2.5),
            ],
        },
        {"id": 1, "start": 3.0, "end": 4.0, "text": " So, what now?", "no_speech_prob": 0.1},
    ],
}


def test_a_sign_with_its_own_entry_stays_alone(tmp_path):
    said = [" ♪", " we", " have", " A", " &", " b", " and", " all"]
    words = [whisper_word(word, at) for at, word in enumerate(said)]
    segment = {"start": 0.0, "end": 9.0, "text": "".join(said), "words": words}
    transcript = opened(tmp_path, {"segments": [segment]})
    changes = [
        Change(transcript.text.index(old), transcript.text.index(old) + len(old), new)
        for old, new in (("we", "We"), ("b", "B."), ("and", "And"))
    ]
    (after,) = json.loads("".join(transcript.rewritten(changes)))["segments"]
    assert after["text"] == " ♪ We have A & B. And all"
    assert "".join(word["word"] for word in after["words"]) == after["text"]


def test_whisper_keeps_its_structure(tmp_path):
    transcript = opened(tmp_path, WHISPER)
    after = json.loads(rewritten(transcript))
    assert transcript.warnings == []
    assert after == WHISPER | {k: after[k] for k in ("text", "segments")}
    assert after["text"] == " Hello there my well-known friend so what. Now."
    assert after["segments"][0]["text"] == " Hello there my well-known friend"
    assert after["segments"][1] == WHISPER["segments"][1] | {"text": " so what. Now."}
    words = after["segments"][0]["words"]
    assert [w["word"] for w in words] == [" Hello", " there", " my", " well", "-known", " friend"]
    assert [w["start"] for w in words] == [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]
    assert after["segments"][0]["tokens"] == [1, 2]
    times = {s.word.core: (s.start_s, s.end_s, s.confidence) for s in words_of(transcript)}
    assert times["well-known"] == (1.5, 2.5, 0.9)
    assert times["friend"] == (2.5, 3.0, 0.9)
    assert times["what"] == (None, None, None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([{"start": 0, "text": "a b"}], [{"start": 0, "text": "A b."}]),
        ({"text": "a b", "segments": [{"text": "a"}, {"text": "b"}]}, "A b."),
        ({"segments": [{"words": [{"word": "a"}, {"word": "b"}]}]}, None),
        (
            {"transcription": [{"offsets": {"from": 0, "to": 9}, "text": " a b"}], "model": {}},
            {"transcription": [{"offsets": {"from": 0, "to": 9}, "text": " A b."}], "model": {}},
        ),
        (
            {"text": "a b", "words": [{"word": "a", "start": 1}, {"word": "b", "start": 2}]},
            {"text": "A b.", "words": [{"word": "A", "start": 1}, {"word": "b.", "start": 2}]},
        ),
        (
            {"result": [{"word": "a", "conf": 1.0}, {"word": "b", "conf": 0.5}], "text": "a b"},
            {"result": [{"word": "A", "conf": 1.0}, {"word": "b.", "conf": 0.5}], "text": "A b."},
        ),
        (
            {"sentences": [{"text": "a b", "words": [{"text": "a"}, {"text": "b"}]}]},
            {"sentences": [{"text": "A b.", "words": [{"text": "A"}, {"text": "b."}]}]},
        ),
    ],
)
def test_shapes_are_kept(tmp_path, before, after):
    out = json.loads(rewritten(opened(tmp_path, before)))
    if after is None:
        assert out["segments"][0]["words"] == [{"word": "A"}, {"word": "b."}]
    elif isinstance(after, str):
        assert out["text"] == after
    else:
        assert out == after


VOSK = [
    {"partial": "hello"},
    {"result": [{"word": "hello", "start": 0.1, "end": 0.5, "conf": 0.7}], "text": "hello"},
    {"text": ""},
    {"result": [{"word": "there", "start": 1.1, "end": 1.5, "conf": 0.6}], "text": "there"},
]
VOSK_AFTER = [
    VOSK[0],
    {"result": [VOSK[1]["result"][0] | {"word": "Hello"}], "text": "Hello"},
    VOSK[2],
    {"result": [VOSK[3]["result"][0] | {"word": "there."}], "text": "there."},
]


@pytest.mark.parametrize(
    ("name", "indent", "between"), [("a.jsonl", None, "\n"), ("a.json", 2, "\n\n")]
)
def test_vosk_is_read_as_json_lines_and_as_printed(tmp_path, name, indent, between):
    text, expected = (
        between.join(json.dumps(message, indent=indent) for message in messages)
        for messages in (VOSK, VOSK_AFTER)
    )
    assert rewritten(opened(tmp_path, text, name)) == expected
    assert json.loads(rewritten(opened(tmp_path, VOSK))) == VOSK_AFTER


def test_broken_lines_are_reported_and_kept(tmp_path):
    text = '{"text": "hello"}\n{"text": "the\n{"text": "there"}\n[1]\n'
    transcript = opened(tmp_path, text, "a.jsonl")
    assert [w.line for w in transcript.warnings] == [2, 4]
    after = rewritten(transcript)
    assert after == '{"text": "Hello"}\n{"text": "the\n{"text": "there."}\n[1]\n'
    text = '{"text": "a"}\n' + "LOG (VoskAPI) loaded\n" * 500 + '{"text": "b"}\n'
    assert rewritten(opened(tmp_path, text)).count("LOG (VoskAPI) loaded\n") == 500


def test_words_that_differ_from_the_text_are_left_alone(tmp_path):
    content = {"text": "hello there", "result": [{"word": "hello"}]}
    transcript = opened(tmp_path, content)
    assert len(transcript.warnings) == 1
    assert json.loads(rewritten(transcript)) == content | {"text": "Hello there."}


def test_escapes_are_kept(tmp_path):
    assert rewritten(opened(tmp_path, r'{"text": "caf\u00e9"}')) == r'{"text": "Caf\u00e9."}'
    assert rewritten(opened(tmp_path, '{"text": "café"}')) == '{"text": "Café."}'
    lone = rewritten(opened(tmp_path, '{"text": "café \\ud800"}'))
    lone.encode()
    assert json.loads(lone)["text"].startswith("Café")
    no_number = '{"text": "so it goes", "avg_logprob": NaN}'  # like Whisper's
    assert rewritten(opened(tmp_path, no_number)).endswith('"avg_logprob": NaN}')


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{"segments": [\n{"text": "a"},\n', 3, "malformed"),
        ('{"text":\n "a" "b"}', 2, "malformed"),
        ("not json", 1, "malformed"),
        ('{"a": 1}', None, "not a kind of transcript"),
        ("[1, 2]", None, "not a kind of transcript"),
        ('"hello"', None, "not a kind of transcript"),
        ('{"text": ' + "[" * 100_000, None, "deep"),
        ('{"text": "a", "x": ' + "[" * 100 + "]" * 100 + "}", None, "deep"),
        ('{"text": "a", "x": ' + "9" * 5000 + "}", None, "huge"),
        ('{"text": "a", "x": 1e400}', 1, "too large"),
        ('{"text": "a"}\n{"text": "a", "text": "b"}', 2, "twice"),
        ('{"text": "a", "x": [' + "[]," * 1_000_000 + "1]}", None, "two million"),
    ],
)
def test_bad_json_is_refused_with_a_reason(tmp_path, text, line, reason):
    with pytest.raises(TranscriptFormatError) as caught:
        opened(tmp_path, text)
    assert caught.value.line == line
    assert reason in str(caught.value.reason)


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (
            '{"text": "a"}\n' + "{x\n" * 500 + f'"{"a" * 20_000_000}"\n' + "{x\n" * 500,
            f'{{"text": "{"a" * 20_000_000}"}}',
        ),
        (
            '{"text": "a"}\n' + '{"a":[\n' * 50 + '"a b c d e f g h", ' * 200_000,
            '{"text": "a", "a": [' + '"a b c d e f g h", ' * 200_000 + "1]}",
        ),
    ],
)
def test_unreadable_values_cost_no_more_than_others(tmp_path, text, good):
    def refused():
        with pytest.raises(TranscriptFormatError, match="malformed"):
            opened(tmp_path, text)

    assert_costs_no_more(refused, lambda: opened(tmp_path, good))


@pytest.mark.parametrize("text", ["", "\n", "{}", "[]", '{"text": ""}', '{"segments": []}'])
def test_json_without_words_stays(tmp_path, text):
    transcript = opened(tmp_path, text)
    assert not has_words(transcript)
    assert rewritten(transcript) == text


@pytest.mark.parametrize(
    "content",
    [
        {"segments": [1, None, {"text": None}, {"words": [1]}, {"words": [{"word": 2}]}]},
        {"text": "a", "words": [{"word": "a", "start": "x", "end": True, "probability": None}]},
        {"text": "a", "words": "b"},
    ],
)
def test_other_values_stay(tmp_path, content):
    after = json.loads(rewritten(opened(tmp_path, content)))
    assert json.dumps(after).lower().replace(".", "") == json.dumps(content).lower()
