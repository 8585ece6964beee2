"""Plays back what was said."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, Signal

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import State
from app.dictation.stored_sound import KeptSound
from app.dictation.word_player import WordPlayer
from app.document.document import Document, Replaced
from app.document.word_span import WordSpan
from app.ui.dictation.page import DictationPage
from app.ui.dictation.player_bar import BACK_S
from app.ui.widgets.notice_line import Answer

_AROUND_WORD_S = 0.35
_LINGERS_S = 1.0  # how long a word stays marked in the pause after it


class Playback(QObject):
    """Plays low-confidence words, or everything from a word on, and marks the current word.

    It keeps the sound of each recording as long as its text is on the page.

    Signals:
        keep_wanted(): The user wants to choose to keep recordings.
        offered(object, float): The player's sound and its length in seconds; None if there is none.
    """

    keep_wanted = Signal()
    offered = Signal(object, float)

    def __init__(
        self, document: Document, page: DictationPage, worker: EngineWorker, player: WordPlayer
    ) -> None:
        super().__init__(page)
        self._document, self._page = document, page
        self._worker, self._player = worker, player
        self._sounds: dict[int, KeptSound] = {}
        self._state = State.STOPPED
        self._playing: KeptSound | None = None
        self._session = self._offered = self._caret = 0
        self._position_s = 0.0
        self._resumes = False
        document.observe(Replaced, lambda _: self.forget())
        worker.state_changed.connect(self._follow_state)
        player.position_changed.connect(self._show_spoken)
        player.ended.connect(self._end)
        page.view.word_clicked.connect(self.play_from)
        page.bar.play.triggered.connect(self.toggle)
        page.player.sought.connect(self.seek)
        page.player.dragged.connect(self._pass)
        page.player.back_pressed.connect(self._go_back)
        page.player.speed_chosen.connect(self._set_speed)
        page.low_confidence.word_reached.connect(self.play_word)
        page.low_confidence.popup.closed.connect(player.stop)

    def keep_sound(self) -> None:
        sound = self._worker.take_sound()
        if sound is not None:
            self._sounds[self._document.session] = sound

    def hold(self, sound: KeptSound, recording: int) -> None:
        self._sounds.setdefault(recording, sound)
        self._offer(recording, sound)

    def take_sounds(self) -> dict[int, KeptSound]:
        """Return the sounds of a text that leaves the page; the caller owns them."""
        sounds, self._sounds = self._sounds, {}
        return sounds

    def recorded(self) -> tuple[int, KeptSound] | None:
        """Return the only recording of the page's words, and its sound.

        None if there are several, or the sound is not available.
        """
        recordings = {word.spoken.utterance.session for word in self._document.words.all()}
        if len(recordings) != 1:
            return None
        (recording,) = recordings
        sound = self._sounds.get(recording)
        return (recording, sound) if sound is not None else None

    def sound_of(self, word: WordSpan) -> KeptSound | None:
        """Return the sound of a word's recording, while it is kept."""
        session = word.spoken.utterance.session
        is_last = session == self._document.session
        return self._sounds.get(session) or (self._worker.sound if is_last else None)

    def forget(self) -> None:
        """Close all sounds: their text is no longer on the page."""
        self._player.stop()
        for sound in self._sounds.values():
            sound.close()
        self._sounds.clear()
        self._page.player.show_length(0.0)
        self.offered.emit(None, 0.0)

    def close(self) -> None:
        self._player.close()
        self.forget()

    def toggle(self) -> None:
        if self._player.is_playing:
            self._player.stop()
            if self._page.view.caret() == self._caret:  # the user has not moved it meanwhile
                self._go_to(self._position_s)
            return
        words, caret = self._document.words, self._page.view.caret()
        word = words.around(caret) or words.after(caret) or words.last_sentence()
        if word is None:
            self._refuse(self.tr("This text has no recording."))
        else:
            self.play_from(word)

    def play_word(self, word: WordSpan) -> None:
        spoken = word.spoken.word
        if spoken.start_s is not None and spoken.end_s is not None:
            self._play(word, spoken.start_s - _AROUND_WORD_S, spoken.end_s + _AROUND_WORD_S)

    def read_back(self) -> None:
        """Play the voice selection, or else the last sentence."""
        words, one = self._document.words, self._document.selection
        last = words.last_sentence()
        if one is not None:
            said = words.between(one.start, one.end)
        else:
            said = words.between(last.start, len(self._document.units)) if last else []
        times = [(it.spoken.word.start_s, it.spoken.word.end_s) for it in said]
        known = [(start_s, end_s) for start_s, end_s in times if start_s is not None and end_s]
        if known:
            self._play(said[0], known[0][0] - _AROUND_WORD_S, known[-1][1] + _AROUND_WORD_S)
        else:
            self._refuse(self.tr("This text has no recording."))

    def play_from(self, word: WordSpan) -> None:
        if word.spoken.word.start_s is not None:
            self._play(word, word.spoken.word.start_s, math.inf)

    def seek(self, time_s: float) -> None:
        """Continue playing from another place, or go there if nothing is playing."""
        if self._player.is_playing and self._playing is not None:
            self._player.play(self._playing, time_s, math.inf)
        else:
            self._go_to(time_s)
            self._page.player.show_position(time_s)

    def _pass(self, time_s: float) -> None:
        if not self._player.is_playing:
            self._go_to(time_s)

    def _go_back(self) -> None:
        word = self._document.words.around(self._page.view.caret())
        start_s = word.spoken.word.start_s if word is not None else None
        now_s = self._position_s if self._player.is_playing else start_s
        self.seek(max(0.0, (now_s or 0.0) - BACK_S))

    def _go_to(self, time_s: float) -> None:
        words = self._document.words
        word = words.spoken_at(self._offered, time_s) or words.spoken_from(self._offered, time_s)
        if word is not None:
            self._page.view.select(word.start, word.start)
            self._page.view.ensureCursorVisible()

    def _set_speed(self, speed: float) -> None:
        self._player.speed = speed

    def _offer(self, recording: int, sound: KeptSound) -> None:
        """Show the player for a recording."""
        self._offered = recording
        ends_s = [
            word.spoken.word.end_s or 0.0 for word in self._document.words.of_recording(recording)
        ]
        length_s = max(ends_s, default=0.0)
        self._page.player.show_length(length_s)
        self.offered.emit(sound, length_s)

    def _play(self, word: WordSpan, start_s: float, end_s: float) -> None:
        session, sound = word.spoken.utterance.session, self.sound_of(word)
        if sound is None:
            self._tell_missing()
            return
        if self._state in {
            State.STARTING,
            State.LISTENING,
            State.ASLEEP,
        }:  # otherwise the microphone would pick it up
            self._resumes = True
            self._worker.pause()
        if session != self._offered or self._page.player.isHidden():
            self._offer(session, sound)
        self._playing, self._session, self._caret = sound, session, self._page.view.caret()
        self._show_playing(is_playing=True)
        self._player.play(sound, start_s, end_s)

    def _tell_missing(self) -> None:
        if source := self._page.changes.source:
            self._refuse(self.tr("“%1” is no longer there.").replace("%1", source.name))
            return
        keep = Answer(self.tr("Keep recordings…"), self.keep_wanted.emit)
        self._refuse(self.tr("This recording was not kept."), keep)

    def _refuse(self, text: str, *answers: Answer) -> None:
        self._page.bar.play.setChecked(False)
        self._page.live.notice.show_remark(text, *answers)

    def _show_playing(self, *, is_playing: bool) -> None:
        self._page.bar.play.setChecked(is_playing)
        self._page.view.plays_on_click = is_playing

    def _follow_state(self, state: State) -> None:
        self._state = state
        if state is State.STOPPED:
            self._resumes = False
        elif state is State.STARTING:
            self._page.player.hide()

    def _show_spoken(self, time_s: float) -> None:
        if self._player.is_playing:
            self._position_s = time_s
            self._page.player.show_position(time_s)
            word = self._document.words.spoken_at(self._session, time_s)
            end_s = word.spoken.word.end_s if word is not None else None
            if end_s is not None and time_s > end_s + _LINGERS_S:
                word = None  # what is playing now is no longer in the text
            self._page.marks.show_spoken(word)

    def _end(self) -> None:
        if self._player.is_playing:  # something else by now
            return
        self._page.marks.show_spoken(None)
        self._show_playing(is_playing=False)
        if self._resumes:
            self._resumes = False
            self._worker.resume()
