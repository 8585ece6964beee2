"""The end of a recording: its sound is kept if wanted, then its log can go."""

from __future__ import annotations

from collections.abc import Callable

from app.history.database import explained
from app.history.flac import keep_sound
from app.history.store import HistoryStore
from engine.audio.sound_log import SoundLog
from engine.errors import AudioFileError, FermataError, SessionNotFoundError


class Ending:
    """Steps that are each done once, however often they are tried.

    Until the last one, the next start finds the session as a crash leaves it, with all its sound.
    """

    def __init__(
        self,
        store: HistoryStore,
        sound: SoundLog | None,
        tell: Callable[[FermataError], None],
        *,
        keeps_sound: bool,
    ) -> None:
        """Args: sound: Held until everything is done; tell: Called if it can never be kept."""
        self._store, self._sound, self._tell = store, sound, tell
        self._keeps_sound = keeps_sound and sound is not None
        self._written = 0  # number of the session whose sound has been written

    def is_about_sound(self) -> bool:
        """Whether only the sound is still to be kept; all words are."""
        return self._keeps_sound and not self._written

    def go_on(self, number: int, offset_s: float) -> bool:
        """Do the remaining steps; return False if the session had no words and was forgotten.

        Raises:
            HistoryError, OSError: Something cannot be written now.
        """
        if self._store.is_elsewhere and self._keeps_sound and self._sound is not None:
            self._sound.close()  # the next start keeps it
            return True
        try:
            if self._keeps_sound and self._sound is not None:
                self._keep(self._sound, number, offset_s)
            is_kept = self._store.finish(number)
        except SessionNotFoundError:  # deleted by the user meanwhile
            self._store.audio_path(number).unlink(missing_ok=True)
            self.abandon()
            raise
        self.abandon()
        return is_kept

    def abandon(self) -> None:
        """Release the sound: the next start needs nothing of the recording."""
        if self._sound is not None:
            self._sound.release()
            self._sound.close()
            self._sound = None

    def _keep(self, sound: SoundLog, number: int, offset_s: float) -> None:
        if self._store.has_source_sound(number):  # that stays its sound
            self._keeps_sound = False
            return
        try:
            if self._written != number:
                with explained(self._store.audio_folder):
                    keep_sound(sound.blocks(), self._store.audio_path(number), offset_s)
                self._written = number
            self._store.set_audio(number)
        except AudioFileError as error:  # the existing sound cannot be read
            self._tell(error)
        self._keeps_sound = False
