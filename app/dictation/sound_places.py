"""Where the sound of a session is written down."""

from __future__ import annotations

from app.dictation.session_sound import SessionSound
from app.dictation.sound_journal import SoundJournal
from engine.types import AudioChunk


class SoundPlaces:
    """Writes to the session's sound and to the journal for the next start, if there is one."""

    def __init__(self, sound: SessionSound, journal: SoundJournal | None) -> None:
        self._sound = sound
        self._places: list[SessionSound | SoundJournal] = [sound]
        if journal is not None:
            self._places.append(journal)
        self._is_written = True

    @property
    def is_on_disk(self) -> bool:
        """Whether the newest sound, and what waited before it, is on disk everywhere."""
        return self._is_written and not self._sound.is_in_memory

    def write(self, chunk: AudioChunk) -> OSError | None:
        """Write to every place; return the first failure, after which the sound waits in memory."""
        failures = [error for place in self._places if (error := _failure(place, chunk))]
        self._is_written = not failures
        return failures[0] if failures else None

    def finish(self) -> None:
        """Close every place; nothing is written any more."""
        for place in self._places:
            place.finish()


def _failure(place: SessionSound | SoundJournal, chunk: AudioChunk) -> OSError | None:
    try:
        place.write(chunk)
    except OSError as error:
        return error
    return None
