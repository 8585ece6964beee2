from __future__ import annotations

import io
import json

from app.commands.replay import EventLog
from engine.types import Hypothesis, Sentence, Update, Word


def test_each_hypothesis_and_the_flush_get_a_line():
    stream = io.StringIO()
    log = EventLog(stream)
    hypotheses = [
        Hypothesis((Word("hello"),), is_final=False, ends_segment=False, time_s=0.5),
        Hypothesis((), is_final=False, ends_segment=False, time_s=0.9),
        Hypothesis((Word("hello", 0.1, 0.4),), is_final=True, time_s=1.2),
    ]
    sentence = Sentence(("Hello.",), (Word("hello"),))
    for at, _ in enumerate(log.watch(hypotheses)):
        if at != 1:  # the second one is skipped, as a throttled partial is
            log.take(Update((sentence,) if at == 2 else (), "Hello" if at == 0 else ""))
    log.take(Update((sentence, sentence), ""))
    log.write()
    events = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert all(event.pop("ms") >= 0 for event in events)
    assert events == [
        {"t": 0.5, "committed": "", "tail": "Hello"},
        {"t": 0.5, "committed": "", "tail": "Hello"},
        {"t": 0.4, "committed": "Hello.", "tail": ""},
        {"t": 0.4, "committed": "Hello. Hello.", "tail": ""},
    ]
