from __future__ import annotations

import pickle
from pathlib import Path

from engine.messages import Message, own_words

INNER = Message("no connection ({detail})", detail="Network is unreachable")
OUTER = Message("{path}, line {line}: {reason}", path=Path("a.srt"), line=3, reason=INNER)


def test_a_message_is_an_english_sentence():
    assert str(OUTER) == "a.srt, line 3: no connection (Network is unreachable)"
    assert str(Message("{a set} of {holes}")) == "{a set} of {holes}"


def test_templates_are_translated_and_other_fields_are_not():
    table = {OUTER.template: "{reason} @ {path}:{line}", INNER.template: "nichts ({detail})"}
    said = OUTER.in_words(lambda template: table.get(template, "?"))
    assert said == "nichts (Network is unreachable) @ a.srt:3"


def test_messages_compare_and_pickle():
    assert Message("{a}", a=1) == Message("{a}", a=1) != Message("{a}", a=2)
    assert pickle.loads(pickle.dumps(OUTER)) == OUTER  # noqa: S301  it was made just now
    assert len({OUTER, INNER, OUTER}) == 2


def test_a_librarys_error_is_one_line_without_a_full_stop():
    assert own_words(OSError(2, "No such file", "/x")) == Message("No such file")
    assert own_words(RuntimeError("it ended\n  ERROR: 3.")) == Message("it ended ERROR: 3")
    assert own_words(KeyError()) == Message("KeyError")
