"""What is the matter with a dictation: a silent microphone, no words in its sound, late words."""

from __future__ import annotations

from collections.abc import Iterator

from app.dictation.events import Notice

_SILENT_DBFS = -65.0
_AUDIBLE_DBFS = -45.0
_LATE_S = 4.0
_IN_TIME_S = 1.0


class SoundMonitor:
    """Watches a dictation; each method returns the notice to show where that has changed.

    Sound that is neither silent nor clearly audible is taken for a quiet room.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._silent_s = 0.0
        self._wordless_s = 0.0
        self._is_late = False
        self._is_restarting = False
        self._has_microphone = self._is_on_disk = True
        self.notice = Notice.NONE

    def push(self, level_dbfs: float, duration_s: float) -> Notice | None:
        self._silent_s = 0.0 if level_dbfs > _SILENT_DBFS else self._silent_s + duration_s
        if level_dbfs > _AUDIBLE_DBFS:
            self._wordless_s += duration_s
        return self._changed()

    def behind(self, behind_s: float) -> Notice | None:
        self._is_late = behind_s > (_IN_TIME_S if self._is_late else _LATE_S)
        return self._changed()

    def restarting(self, *, is_so: bool) -> Notice | None:
        self._is_restarting = is_so
        return self._changed()

    def microphone(self, *, is_there: bool) -> Notice | None:
        self._has_microphone = is_there
        return self._changed()

    def written(self, *, is_so: bool) -> Notice | None:
        self._is_on_disk = is_so
        return self._changed()

    def words(self) -> Notice | None:
        self._silent_s = self._wordless_s = 0.0
        return self._changed()

    def _changed(self) -> Notice | None:
        notice = next((notice for notice, is_so in self._reasons() if is_so), Notice.NONE)
        if notice is self.notice:
            return None
        self.notice = notice
        return notice

    def _reasons(self) -> Iterator[tuple[Notice, bool]]:
        """Yield what may be the matter, the worst first, and whether it is."""
        yield Notice.NO_MICROPHONE, not self._has_microphone
        yield Notice.NOT_ON_DISK, not self._is_on_disk
        yield Notice.RESTARTING, self._is_restarting
        yield Notice.BEHIND, self._is_late
        yield Notice.NO_SOUND, self._silent_s >= self._patience_s
        yield Notice.NO_WORDS, self._wordless_s >= 2 * self._patience_s
