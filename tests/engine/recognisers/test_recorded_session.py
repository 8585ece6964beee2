from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TranscriptFormatError
from engine.recognisers import recorded_session
from engine.recognisers.recorded_session import RecordedSession, SessionRecorder
from engine.types import Context, Hypothesis, Word

TIMES_S = st.floats(0, 9_999).map(lambda value: round(value, 3))
WORD_TEXTS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=8)
TIMED = st.builds(
    Word, WORD_TEXTS, TIMES_S, TIMES_S, st.none() | st.floats(0, 1).map(lambda x: round(x, 6))
)
FINALS = st.builds(
    Hypothesis, st.lists(TIMED, max_size=4).map(tuple), st.just(True), st.booleans(), TIMES_S
)
PARTIALS = st.builds(
    Hypothesis,
    st.lists(st.builds(Word, WORD_TEXTS), max_size=4).map(tuple),
    st.just(False),
    st.just(False),
    TIMES_S,
)


def _read(path, *lines):
    path.write_text("\n".join(lines), encoding="utf-8")
    return list(RecordedSession(path))


def test_every_line_is_a_hypothesis(tmp_path):
    heard = _read(
        tmp_path / "s.jsonl",
        '{"partial": "so here", "t": 0.8}',
        '{"partial": ""}',
        '{"result": [{"word": "so", "start": 0.1, "end": 0.4, "conf": 0.9},'
        ' {"word": "here", "start": 0.5, "end": 1.1}], "text": "so here"}',
        '{"text": ""}',
        "",
        '{"text": "no times"}',
        '{"text": "later", "t": 7}',
    )
    assert heard == [
        Hypothesis((Word("so"), Word("here")), False, False, 0.8),
        Hypothesis((), False, False, 0.8),
        Hypothesis((Word("so", 0.1, 0.4, 0.9), Word("here", 0.5, 1.1)), True, True, 1.1),
        Hypothesis((), True, True, 1.1),
        Hypothesis((Word("no"), Word("times")), True, True, 1.1),
        Hypothesis((Word("later"),), True, True, 7.0),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("{}", "neither"),
        ('{"text": 3}', '"text" is not a text'),
        ('{"partial": null}', '"partial" is not a text'),
        ('{"partial": "a", "t": "1"}', '"t" is not a number'),
        ('{"partial": "a", "t": NaN}', "NaN"),
        ('{"partial": "a", "t": 1e999}', '"t" is not a number'),
        ('{"result": {}}', "not a list"),
        ('{"result": ["a"]}', "not a JSON object"),
        ('{"result": [{"start": 1}]}', 'no "word"'),
        ('{"result": [{"word": "a", "start": true}]}', '"start" is not a number'),
        ("[" * 100_000, ""),
    ],
)
def test_a_malformed_line_is_reported_after_what_precedes_it(tmp_path, line, reason):
    path = tmp_path / "s.jsonl"
    path.write_text('{"text": "good"}\n\n' + line + "\n", encoding="utf-8")
    session = iter(RecordedSession(path))
    assert next(session).words == (Word("good"),)
    with pytest.raises(TranscriptFormatError) as caught:
        next(session)
    assert (caught.value.path, caught.value.line) == (path, 3)
    assert reason in str(caught.value.reason)


def test_other_encodings_and_missing_files_are_errors(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes('{"text": "caf\xe9"}\n'.encode("latin-1"))
    with pytest.raises(TranscriptFormatError, match="not UTF-8"):
        list(RecordedSession(path))
    path.write_bytes(b'\xef\xbb\xbf{"text": "a"}\r\n')
    assert list(RecordedSession(path)) == [Hypothesis((Word("a"),), True)]
    with pytest.raises(TranscriptFormatError):
        list(RecordedSession(tmp_path / "no.jsonl"))
    with pytest.raises(TranscriptFormatError):
        list(RecordedSession(tmp_path))


def test_real_pace_waits_for_each_message(tmp_path, monkeypatch):
    path = tmp_path / "s.jsonl"
    path.write_text('{"partial": "a", "t": 0.2}\n{"partial": "a b", "t": 0.5}\n{"text": "a b"}\n')
    slept_s = []
    clock = SimpleNamespace(sleep=slept_s.append, monotonic=lambda: 7.0)
    monkeypatch.setattr(recorded_session, "time", clock)
    assert len(list(RecordedSession(path))) == 3
    assert slept_s == []
    assert len(list(RecordedSession(path, pace="real"))) == 3
    assert slept_s == pytest.approx([0.2, 0.5, 0.5])


@given(st.lists(FINALS | PARTIALS, max_size=3))
def test_what_is_written_is_read_back_line_by_line(tmp_path_factory, hypotheses):
    path = tmp_path_factory.mktemp("recorded") / "s.jsonl"
    with SessionRecorder(path) as recorder:
        for count, hypothesis in enumerate(hypotheses, 1):
            assert list(recorder.push(hypothesis)) == [hypothesis]
            assert len(path.read_bytes().splitlines()) == count
    assert list(RecordedSession(path)) == hypotheses


def test_context_has_a_line_of_its_own(tmp_path):
    path = tmp_path / "session.jsonl"
    context = Context("The meeting", " is on Monday.", is_open=True)
    with SessionRecorder(path) as recorder:
        assert [*recorder.push(context)] == [context]
    assert [*RecordedSession(path)] == [context]
    path.write_text('{"context": {"before": "The dog"}}\n{"context": 1}\n')
    lines = iter(RecordedSession(path))
    assert next(lines) == Context("The dog")
    with pytest.raises(TranscriptFormatError, match="context"):
        next(lines)
