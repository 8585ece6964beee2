"""Sound without words: the recogniser failed for good, or the session was deleted."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from PySide6.QtCore import Qt

from app.dictation.events import State
from tests.faults.test_killed import words_of
from tests.support.processes import recognisers
from tests.support.recognisers.speech import CLIPS, VOSK_MODEL
from tests.support.ui.composed_window import composed_window

NAMES = sorted(name for name, text in CLIPS.items() if len(text.split()) > 3)[:3]


def sounds(folder):
    """Return the logs that have anything for the next start."""
    return [path for path in (folder / "sound").iterdir() if list(path.glob("*.int16"))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such signals")
def test_a_recogniser_that_fails_for_good_leaves_its_sound_to_the_next_start(qtbot, tmp_path):
    folder, struck = tmp_path / "data", set()

    def until(is_so):
        """Kill every recogniser until a condition holds."""

        def strike():
            for child in set(recognisers()) - struck:
                struck.add(child)
                os.kill(child, signal.SIGKILL)
            return is_so()

        fermata.until(strike)

    with composed_window(qtbot, folder, speech_models=VOSK_MODEL) as fermata:
        fermata.begin(NAMES[0])
        until(lambda: "follow" in fermata.page.live.notice.label.text())
        assert fermata.controller.state is State.LISTENING
        assert len(struck) >= 8, "Vosk, and what comes with Fermata"
        recorded_s = fermata.worker.elapsed_s
        until(lambda: fermata.worker.elapsed_s > recorded_s + 1.0)
        fermata.controller.stop()
        until(lambda: fermata.controller.state is State.STOPPED)
        assert "offered at the next start" in fermata.page.live.notice.label.text()
        assert len(sounds(folder)) == 1
    with composed_window(qtbot, folder) as fermata:
        qtbot.mouseClick(fermata.page.live.notice.offer, Qt.MouseButton.LeftButton)
        fermata.until(lambda: not fermata.store.unfinished())
        fermata.until(lambda: words_of(fermata.page.view.model.text) == CLIPS[NAMES[0]].split())
        assert sounds(folder) == []


def test_sound_is_released_during_the_session_and_none_is_left_at_its_end(qtbot, tmp_path):
    folder = tmp_path / "data"
    with composed_window(qtbot, folder) as fermata:
        fermata.begin(*NAMES * 3)
        [log] = sounds(folder)
        fermata.until(lambda: not (log / "000000.int16").exists())
        fermata.controller.stop()
        fermata.until(lambda: not sounds(folder))
        fermata.until(lambda: fermata.store.recordings.all() == [])
        assert log.exists(), "it can be played for as long as it is on the page"
        fermata.texts.close()
        assert not log.exists()
