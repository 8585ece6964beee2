from __future__ import annotations

import json
import re

import pytest

from tests.support.terminal import Screen, run_in_terminal

TEXT = "hello there how are you i think we should go now because it is late"
WORDS = TEXT.split()


def messages():
    """A dictation in three segments: growing partials, then each segment's result."""
    for first, end in ((0, 5), (5, 11), (11, 15)):
        for count in range(first + 1, end + 1):
            yield {"partial": " ".join(WORDS[first:count]), "t": 0.4 * count}
        result = [
            {"word": WORDS[at], "start": 0.4 * at, "end": 0.4 * at + 0.3, "conf": 1.0}
            for at in range(first, end)
        ]
        yield {"result": result, "text": " ".join(WORDS[first:end])}


@pytest.fixture
def session(tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(message) + "\n" for message in messages()))
    return path


def read_events(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("policy", ["streaming", "segments"])
def test_joined_commits_are_the_final_text(fermata, session, tmp_path, policy):
    path = tmp_path / "events.jsonl"
    status, out, err = fermata("replay", session, "--policy", policy, "--events", path)
    assert (status, err) == (0, "")
    events = read_events(path)
    assert len(events) == len(list(messages())) + 1
    assert all(list(event) == ["t", "ms", "committed", "tail"] for event in events)
    assert " ".join(e["committed"] for e in events if e["committed"]) + "\n" == out
    assert [word.strip(".,?!").lower() for word in out.split()] == WORDS
    assert events[-1]["tail"] == ""
    assert [event["t"] for event in events[3:6]] == pytest.approx([1.6, 2.0, 0.4 * 4 + 0.3])
    assert events[-1]["t"] == pytest.approx(0.4 * 14 + 0.3)
    assert all(event["ms"] >= 0 for event in events)
    ends = [at for at, message in enumerate(messages()) if "result" in message]
    at_pauses = [at for at, event in enumerate(events) if event["committed"]] == ends
    assert at_pauses is (policy == "segments"), "a pause alone is no sentence's end"


def test_a_throttled_partial_repeats_the_tail(fermata, tmp_path):
    session, events = tmp_path / "session.jsonl", tmp_path / "events.jsonl"
    partials = [{"partial": " ".join(WORDS[: n + 1]), "t": 1.0 + 0.05 * n} for n in range(4)]
    session.write_text("".join(json.dumps(message) + "\n" for message in partials))
    status, out, _ = fermata("replay", session, "--events", events)
    tails = [event["tail"] for event in read_events(events)]
    assert len(tails) == 5
    assert tails[1] == tails[0] == "Hello"
    # three partials agree on two words: these are recognised though the segment never ended
    assert (status, out) == (0, "Hello there.\n")


def test_a_malformed_line_is_reported_and_what_came_before_is_kept(fermata, session, tmp_path):
    good = session.read_text()
    session.write_text(good + "{broken\n" + good)
    events = tmp_path / "events.jsonl"
    before = session.read_text()
    status, _, err = fermata("replay", session, "--events", session)
    assert (status, "never overwritten" in err, session.read_text()) == (2, True, before)
    status, out, err = fermata("replay", session, "--events", events)
    assert status == 2
    assert f"line {len(list(messages())) + 1}" in err
    assert err.count("\n") == 1
    assert [word.strip(".,?!").lower() for word in out.split()] == WORDS
    assert " ".join(e["committed"] for e in read_events(events) if e["committed"]) + "\n" == out


@pytest.mark.parametrize("content", ["", "\n\n", '{"text": ""}\n'])
def test_a_session_without_words_has_status_2(fermata, tmp_path, content):
    path = tmp_path / "empty.jsonl"
    path.write_text(content)
    status, out, err = fermata("replay", path)
    assert (status, out) == (2, "")
    assert "empty.jsonl: there are no words" in err


def test_a_terminal_shows_the_dictation_in_real_time(fermata, session):
    command = fermata.command("replay", session, "--pace", "real")
    status, written = run_in_terminal(command, fermata.environment, columns=30)
    assert status == 0
    screen = Screen(30)
    screen.feed(written)
    words = " ".join(screen.lines).replace("Model en, ", "").lower()
    assert written.count("\x1b[2m") >= 10
    assert screen.dim == ""
    assert words.count("how are you") == 1
    assert words.count("late") == 1


@pytest.mark.parametrize(
    ("results", "model", "bare"),
    [
        (
            ["Well, I think we should ship it on friday.", "do you agree? yes, DR. Smith"],
            "en",
            "well i think we should ship it on friday do you agree yes dr smith",
        ),
        (["三个问题。", "， 你看了吗？？."], "zh-yue-en", "三个问题你看了吗"),
    ],
)
def test_marks_from_the_recogniser_are_never_doubled(fermata, tmp_path, results, model, bare):
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in results))
    status, out, err = fermata("replay", path, "--model", model)
    assert (status, err) == (0, "")
    assert re.sub(r"[,.?!，。？！]", "", out).strip().lower() == bare
    assert re.search(r"[,.?!，。？！]\s*[,.?!，。？！]", out) is None


def test_marks_can_be_left_to_the_recogniser(fermata, tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text(json.dumps({"text": "So, we. Went to, the shop! And back."}) + "\n")
    by_recogniser = fermata("replay", path, "--marks-by", "recogniser")[1]
    assert by_recogniser.strip() == "So, we. Went to, the shop! And back."
    by_fermata = fermata("replay", path, "--marks-by", "fermata")[1]
    assert by_fermata.strip() != by_recogniser.strip()
