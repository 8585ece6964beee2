"""Detects problems of a dictation: silent microphone, sound without words, late words."""

from __future__ import annotations

from app.dictation.events import Notice

_SILENT_DBFS = -65.0
_AUDIBLE_DBFS = -45.0
_LATE_S = 4.0
_IN_TIME_S = 1.0
_WORST_FIRST = (
    Notice.NO_MICROPHONE,
    Notice.NOT_ON_DISK,
    Notice.NO_RECOGNISER,
    Notice.RESTARTING,
    Notice.BEHIND,
    Notice.NO_SOUND,
    Notice.NO_WORDS,
)


class SoundMonitor:
    """Monitors a dictation; each method returns the notice to show if that has changed.

    Sound that is neither silent nor clearly audible counts as a quiet room.
    """

    def __init__(self, patience_s: float) -> None:
        self.notice = Notice.NONE
        self._matters: set[Notice] = set()
        self._patience_s = patience_s
        self._silent_s = self._wordless_s = 0.0

    def push(self, level_dbfs: float, duration_s: float) -> Notice | None:
        self._silent_s = 0.0 if level_dbfs > _SILENT_DBFS else self._silent_s + duration_s
        if level_dbfs > _AUDIBLE_DBFS:
            self._wordless_s += duration_s
        return self._heard()

    def words(self) -> Notice | None:
        self._silent_s = self._wordless_s = 0.0
        return self._heard()

    def behind(self, behind_s: float) -> Notice | None:
        limit_s = _IN_TIME_S if Notice.BEHIND in self._matters else _LATE_S
        return self.tell({Notice.BEHIND: behind_s > limit_s})

    def tell(self, matters: dict[Notice, bool]) -> Notice | None:
        """Set which problems there are from now on, and which not."""
        for notice, is_so in matters.items():
            (self._matters.add if is_so else self._matters.discard)(notice)
        before = self.notice
        self.notice = next((it for it in _WORST_FIRST if it in self._matters), Notice.NONE)
        return None if self.notice is before else self.notice

    def _heard(self) -> Notice | None:
        no_sound = self._silent_s >= self._patience_s
        no_words = self._wordless_s >= 2 * self._patience_s
        return self.tell({Notice.NO_SOUND: no_sound, Notice.NO_WORDS: no_words})
