"""Computes the waveform of the player's recording."""

from __future__ import annotations

from functools import partial
from threading import Event

from PySide6.QtCore import QObject

from app.dictation.sound_peaks import Peaks, sound_peaks
from app.dictation.stored_sound import KeptSound
from app.tasks import Lane, TaskRunner
from app.ui.dictation.playback import Playback
from app.ui.dictation.waveform_slider import WaveformSlider
from engine.errors import FermataError

_LANE = Lane("sound peaks")


class Waveforms(QObject):
    """Reads it in the background; stops when it is no longer on the page."""

    def __init__(self, playback: Playback, slider: WaveformSlider, tasks: TaskRunner) -> None:
        super().__init__(playback)
        self._slider, self._tasks = slider, tasks
        self._is_over = Event()
        playback.offered.connect(self._look)

    def _look(self, sound: KeptSound | None, length_s: float) -> None:
        self._is_over.set()
        self._slider.show_peaks(None)
        if sound is not None and length_s > 0:
            self._is_over = is_over = Event()

            def show(peaks: Peaks | None) -> None:
                if not is_over.is_set():
                    self._slider.show_peaks(peaks)

            self._tasks.run(_LANE, partial(_peaks, sound, length_s, is_over), show)


def _peaks(sound: KeptSound, length_s: float, is_over: Event) -> Peaks | None:
    try:
        return sound_peaks(sound, length_s, is_over.is_set)
    except (FermataError, OSError):  # playing it reports the error
        return None
