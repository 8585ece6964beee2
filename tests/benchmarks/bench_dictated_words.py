"""How soon spoken words are painted, and what the window costs meanwhile.

`pytest -s tests/benchmarks/bench_dictated_words.py`, on an otherwise idle machine; three
recordings are dictated twice at their own pace, with the tiny Vosk model.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject

from app.dictation.events import State
from engine.audio.sound_log import SoundLog
from tests.support.played_sound import PlayedSound
from tests.support.processes import children_of
from tests.support.shared_data import DATA
from tests.support.ui.composed_window import Composed, composed_window

CLIPS = ("flite-slt-09.wav", "festival-kal_diphone-10.wav", "flite-rms-03.wav") * 2
IDLE_S = 20
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


class Timed(PlayedSound):
    """Notes when its first sound was said."""

    began_s = 0.0

    def __iter__(self):
        self.began_s = time.monotonic()
        yield from super().__iter__()


class Paints(QObject):
    """Notes how many words each paint of the page shows."""

    def __init__(self, page) -> None:
        super().__init__()
        self._page = page
        self.seen: list[tuple[float, int]] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own
        if event.type() == QEvent.Type.Paint:
            text = f"{self._page.view.model.text} {self._page.view.shown_tail}"
            self.seen.append((time.monotonic(), len(text.split())))
        return super().eventFilter(watched, event)


@pytest.fixture
def fermata(qtbot, tmp_path, monkeypatch):
    def listen(self, _device: str, log: SoundLog) -> Timed:
        self.microphones.append(Timed(self.spoken.pop(0), speed=1.0).into(log))
        return self.microphones[-1]

    monkeypatch.setattr(Composed, "_listen", listen)
    with composed_window(qtbot, tmp_path) as fermata:
        yield fermata


def memory_mb() -> float:
    """Return the memory of this process and its children; what they share counts once."""
    rows = (
        row.split()
        for pid in (os.getpid(), *children_of())
        for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    )
    return sum(int(row[1]) for row in rows if row[0] == "Pss:") / 1000


def spent_s() -> float:
    tasks = [
        task for pid in children_of() for task in Path(f"/proc/{pid}/task").glob("*/schedstat")
    ]
    return time.process_time() + sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def test_words_are_painted_as_they_are_said(qtbot, fermata):
    paints = Paints(fermata.page)
    fermata.page.view.viewport().installEventFilter(paints)
    late_s: list[float] = []
    memory = []
    for clip in CLIPS:
        shown, first = len(fermata.document.text.split()), len(fermata.document.words)
        paints.seen.clear()
        fermata.begin(clip)
        memory.append(memory_mb())
        fermata.until(lambda: fermata.controller.state is not State.STOPPED)
        fermata.controller.toggle_record()
        fermata.until(lambda: fermata.controller.state is State.STOPPED)
        for count in range(1, len(fermata.document.words) - first + 1):
            word = fermata.document.words.at(first + count - 1).spoken.word
            painted_s = next(at_s for at_s, words in paints.seen if words >= shown + count)
            late_s.append(painted_s - fermata.microphones[-1].began_s - word.end_s)
    fermata.page.view.viewport().removeEventFilter(paints)
    qtbot.wait(3_000)
    before_s = spent_s()
    qtbot.wait(1_000 * IDLE_S)
    idle = 100 * (spent_s() - before_s) / IDLE_S
    late_s.sort()
    print(
        f"\n{len(late_s)} words, painted {statistics.median(late_s):.2f} s (median) and "
        f"{late_s[len(late_s) * 9 // 10]:.2f} s (p90) after their end; "
        f"{statistics.median(memory):.0f} MB; idle {idle:.2f} %"
    )
    assert len(late_s) >= len(CLIPS)
    assert all((DATA / "speech" / clip).is_file() for clip in CLIPS)
