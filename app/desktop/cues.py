"""Soft sounds when dictation starts and stops while another application is in front."""

from __future__ import annotations

import logging
from threading import Thread

import numpy as np
from PySide6.QtGui import QAccessible, QGuiApplication

from app.dictation.events import State
from app.dictation.word_player import speakers
from app.preferences.live_preferences import LivePreferences
from engine.errors import AudioDeviceError
from engine.types import SAMPLE_RATE_HZ

_log = logging.getLogger(__name__)
_NOTES_HZ = (2093.0, 2637.0)  # a small Vosk model hears words in lower and longer ones
_NOTE_S = 0.03
_LOUDNESS = 0.05  # of full scale
_SILENCE = bytes(8_000)  # 0.25 s: a shorter stream may end unheard


def _cue(*notes_hz: float) -> bytes:
    """Return the int16 samples of notes, each fading in and out."""
    times_s = np.arange(round(_NOTE_S * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    fade = np.sin(np.pi * times_s / _NOTE_S) ** 2
    notes = [fade * np.sin(2 * np.pi * hz * times_s) for hz in notes_hz]
    return (_LOUDNESS * 32_767 * np.concatenate(notes)).astype("<i2").tobytes()


STARTED, STOPPED = _cue(*_NOTES_HZ), _cue(*reversed(_NOTES_HZ))


class Cues:
    """Plays alongside the dictation, which does not wait.

    The microphone may pick up the first one, played while it is being opened; it is so short and
    high that recognisers hear no words in it.
    """

    def __init__(self, preferences: LivePreferences) -> None:
        self._preferences = preferences
        self._state = State.STOPPED
        self._is_heard = False
        self._playing: Thread | None = None

    def follow(self, state: State) -> None:
        before, self._state = self._state, state
        if before is State.STOPPED:
            self._is_heard = self._is_wanted() and QGuiApplication.focusWindow() is None
            if self._is_heard:
                self._play(STARTED)
        elif self._is_heard and state is State.DRAINING:
            self._play(STOPPED)

    def close(self) -> None:
        if self._playing is not None:
            self._playing.join()

    def _is_wanted(self) -> bool:
        wanted = self._preferences.value.general.plays_cues
        return wanted == "always" or (wanted == "auto" and not QAccessible.isActive())

    def _play(self, cue: bytes) -> None:
        self._playing = Thread(target=_play, args=(self._playing, cue), name="cue")
        self._playing.start()


def _play(before: Thread | None, cue: bytes) -> None:
    if before is not None:
        before.join()
    try:
        with speakers("high") as stream:
            stream.write(cue + _SILENCE)
    except AudioDeviceError as error:
        _log.info("a cue cannot be played: %s", error)
