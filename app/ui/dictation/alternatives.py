"""Has a low-confidence word recognised again, and offers alternatives in its card."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.document.document import Document
from app.document.text import from_units
from app.document.word_span import Spoken, WordSpan
from app.tasks import Lane, TaskRunner
from app.ui.dictation.page import DictationPage
from app.ui.dictation.playback import Playback
from engine.recognisers.alternatives import uncertain_word
from engine.types import Word

_LANE = Lane("readings")
_AROUND_UNITS = 400  # of the page: more than ten seconds of speech


class Alternatives(QObject):
    """Asks the chosen recogniser in the background, only for the word reached last."""

    def __init__(
        self,
        document: Document,
        page: DictationPage,
        playback: Playback,
        worker: EngineWorker,
        tasks: TaskRunner,
    ) -> None:
        super().__init__(page)
        self._document, self._popup = document, page.low_confidence.popup
        self._playback, self._worker, self._tasks = playback, worker, tasks
        self._asked: Spoken | None = None
        page.low_confidence.readings_wanted.connect(self._ask)
        self._popup.closed.connect(self._forget)

    def _ask(self, word: WordSpan) -> None:
        spoken, sound = word.spoken, self._playback.sound_of(word)
        if spoken is self._asked or sound is None:  # it is only being replayed
            return
        if spoken.word.start_s is None or spoken.word.end_s is None:
            return
        self._asked = spoken
        self._popup.show_looking()
        around = self._around(word)
        words, index = [self._as_written(it) for it in around], around.index(word)

        def readings() -> tuple[str, ...]:
            if spoken is not self._asked:  # the user has moved on
                return ()
            return self._worker.readings(uncertain_word(words, index, sound.read))

        def offer(found: tuple[str, ...]) -> None:
            if spoken is self._asked:
                self._popup.offer(found)

        self._tasks.run(_LANE, readings, offer, lambda _: offer(()))

    def _around(self, word: WordSpan) -> list[WordSpan]:
        """Return a word together with those of its recording beside it."""
        first, end = max(0, word.start - _AROUND_UNITS), word.end + _AROUND_UNITS
        session = word.spoken.utterance.session
        near = self._document.words.between(first, end)
        same = [it for it in near if it.spoken.utterance.session == session]
        before = [it for it in same if it.end <= word.start]
        return [*before, word, *(it for it in same if it.start >= word.end)]

    def _as_written(self, word: WordSpan) -> Word:
        text = from_units(self._document.units[word.start : word.end])
        return replace(word.spoken.word, text=text)

    def _forget(self) -> None:
        self._asked = None
