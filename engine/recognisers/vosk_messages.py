"""Converts between Vosk's JSON messages and hypotheses; context is a message of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from engine.types import Context, Hypothesis, Word

Message = Mapping[str, Any]
_HUGE = 1e9


def partial_hypothesis(text: str, time_s: float | None) -> Hypothesis:
    """Return `{"partial": text}` as a hypothesis; its words have no times yet."""
    words = tuple(map(Word, text.split()))
    return Hypothesis(words, is_final=False, ends_segment=False, time_s=time_s)


def final_hypothesis(
    message: Message, time_s: float | None, *, offset_s: float = 0.0
) -> Hypothesis:
    """Return `{"result": […], "text": "…"}` as a hypothesis.

    Without `result`, words have no times; otherwise `offset_s` is added to them.

    Raises:
        ValueError: the message has another form; the text says what is wrong.
    """
    result = message.get("result", [])
    if not isinstance(result, list):
        raise ValueError('"result" is not a list')  # noqa: TRY004  a malformed file
    words = tuple(_word(item, offset_s) for item in result)
    words = words or tuple(map(Word, _text(message).split()))
    ends = message.get("ends_segment", True) is not False
    return Hypothesis(words, is_final=True, ends_segment=ends, time_s=time_s)


def read_message(message: object, carried_s: float | None) -> Hypothesis | Context:
    """Return a recorded message as a hypothesis or context.

    Besides Vosk's messages there is `{"context": {"before": …, "after": …, "is_open": …}}`. A
    message's time is the end of its last word, else its `t`, else `carried_s`, the time of the
    message before it.

    Raises:
        ValueError: it is not such a message; the text says what is wrong.
    """
    if not isinstance(message, Mapping):
        raise ValueError("not a JSON object")  # noqa: TRY004  a malformed file, not a wrong call
    stated_s = _number(message, "t")
    time_s = carried_s if stated_s is None else stated_s
    if "context" in message:
        if {"partial", "text", "result"} & set(message):
            raise ValueError('"context" stands on a line of its own')
        return _context(message["context"])
    if "partial" in message:
        return partial_hypothesis(_text(message, "partial"), time_s)
    if "text" not in message and "result" not in message:
        raise ValueError('neither "partial" nor "text" nor "result"')
    hypothesis = final_hypothesis(message, time_s)
    end_s = hypothesis.words[-1].end_s if hypothesis.words else None
    if stated_s is None and end_s is not None:
        return Hypothesis(hypothesis.words, True, hypothesis.ends_segment, end_s)  # noqa: FBT003
    return hypothesis


def write_message(hypothesis: Hypothesis | Context) -> dict[str, Any]:
    """Return the message that `read_message` turns back into the same value."""
    if isinstance(hypothesis, Context):
        return {"context": asdict(hypothesis)}
    text = " ".join(word.text for word in hypothesis.words)
    time: dict[str, Any] = {} if hypothesis.time_s is None else {"t": round(hypothesis.time_s, 3)}
    if not hypothesis.is_final:
        return {"partial": text, **time}
    message: dict[str, Any] = {"result": [_item(word) for word in hypothesis.words]}
    open_segment = {} if hypothesis.ends_segment else {"ends_segment": False}
    return (message if hypothesis.words else {}) | {"text": text, **time, **open_segment}


def _context(told: object) -> Context:
    if not isinstance(told, Mapping):
        raise ValueError('"context" is not a JSON object')  # noqa: TRY004  a malformed file
    is_open = told.get("is_open", False)
    if not isinstance(is_open, bool):
        raise ValueError('"is_open" is neither true nor false')  # noqa: TRY004  a malformed file
    before, after = (
        None if told.get(key, "") is None else _text(told, key) for key in ("before", "after")
    )
    return Context(before, after, is_open)


def _text(message: Message, key: str = "text") -> str:
    text = message.get(key, "")
    if not isinstance(text, str):
        raise ValueError(f'"{key}" is not a text')  # noqa: TRY004  a malformed file
    return text


def _word(item: object, offset_s: float) -> Word:
    if not isinstance(item, Mapping):
        raise ValueError("a word is not a JSON object")  # noqa: TRY004  a malformed file
    text = _text(item, "word").strip()
    if not text:
        raise ValueError('an item of "result" has no "word"')
    start_s, end_s = (_number(item, key, offset_s) for key in ("start", "end"))
    return Word(text, start_s, end_s, _number(item, "conf"))


def _number(item: Message, key: str, offset: float = 0.0) -> float | None:
    value = item.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _HUGE:
        raise ValueError(f'"{key}" is not a number')
    return value + offset


def _item(word: Word) -> dict[str, Any]:
    numbers = {"start": word.start_s, "end": word.end_s, "conf": word.confidence}
    known = {key: round(value, 6) for key, value in numbers.items() if value is not None}
    return {"word": word.text, **known}
