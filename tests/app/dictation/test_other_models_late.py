"""Other models are taken on a machine that has no time for words: none is doubled."""

from __future__ import annotations

from app.dictation.events import ModelChoice, ModelsChanged
from engine.settings import RecogniserSettings
from tests.app.dictation.test_recogniser_faults import SAID, session  # noqa: F401  a fixture
from tests.support.recognisers.speech import VOSK_MODEL

OTHER = ModelChoice(RecogniserSettings("vosk", f"{VOSK_MODEL}/"))  # the same under another name


def test_what_one_recogniser_has_heard_is_not_heard_by_the_next(session):  # noqa: F811
    live = session.live
    live._has_time = lambda: False
    changes = 0
    for event in live:
        session._take(event)
        changes += isinstance(event, ModelsChanged)
        if changes == 1 and session.source.is_played.is_set():
            changes += 1
            live.change(OTHER)
        if changes == 3:
            live.recording.stop()
    assert session.words == SAID
    assert session.errors == []
