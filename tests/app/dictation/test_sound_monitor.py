from __future__ import annotations

from app.dictation.events import Notice
from app.dictation.sound_monitor import SoundMonitor


def test_silence_is_reported_once_and_again_after_sound():
    monitor = SoundMonitor(patience_s=2.0)
    levels = [-90.0] * 10 + [-20.0] + [-90.0] * 10
    told = [it for level in levels if (it := monitor.push(level, 0.5)) is not None]
    assert told == [Notice.NO_SOUND, Notice.NONE, Notice.NO_SOUND]
