"""Has a doubtful word heard again, and offers in its card what else it may have been."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.dictation.engine_worker import EngineWorker
from app.document.document import Document
from app.document.text import from_units
from app.document.word_span import Spoken, WordSpan
from app.tasks import Lane, TaskRunner
from app.ui.dictation.page import DictationPage
from app.ui.dictation.playback import Playback
from engine.recognisers.other_readings import BEFORE_S, BEHIND_S, Doubt
from engine.text.spacing import joined

_LANE = Lane("readings")
_AROUND_UNITS = 400  # of the page: more than ten seconds of speech
_FOLLOWING = 3  # words
_MARGIN_S = 0.2


class OtherReadings(QObject):
    """Asks the chosen recogniser in the background, for the word that was reached last alone."""

    def __init__(
        self,
        document: Document,
        page: DictationPage,
        playback: Playback,
        worker: EngineWorker,
        tasks: TaskRunner,
    ) -> None:
        super().__init__(page)
        self._document, self._popup = document, page.doubts.popup
        self._playback, self._worker, self._tasks = playback, worker, tasks
        self._asked: Spoken | None = None
        page.doubts.word_reached.connect(self._ask)
        self._popup.closed.connect(self._forget)

    def _ask(self, word: WordSpan) -> None:
        spoken, sound = word.spoken, self._playback.sound_of(word)
        if spoken is self._asked or sound is None:  # it is only played again
            return
        start_s, end_s = spoken.word.start_s, spoken.word.end_s
        if start_s is None or end_s is None:
            return
        self._asked = spoken
        self._popup.show_looking()
        before, after = self._around(word, start_s - BEFORE_S)
        first_s = before[0].spoken.word.start_s if before else start_s
        begin_s = max(0.0, (first_s or 0.0) - _MARGIN_S)
        text = self._text(before), self._text([word]), self._text(after)

        def readings() -> tuple[str, ...]:
            if spoken is not self._asked:  # the walk has gone on
                return ()
            samples = sound.read(begin_s, end_s + BEHIND_S)
            doubt = Doubt(samples, start_s - begin_s, end_s - begin_s, *text)
            return self._worker.readings(doubt)

        def offer(found: tuple[str, ...]) -> None:
            if spoken is self._asked:
                self._popup.offer(found)

        self._tasks.run(_LANE, readings, offer, lambda _: offer(()))

    def _around(self, word: WordSpan, from_s: float) -> tuple[list[WordSpan], list[WordSpan]]:
        """Return the words of the recording before a word, from a time on, and those behind it."""
        first, end = max(0, word.start - _AROUND_UNITS), word.end + _AROUND_UNITS
        session = word.spoken.utterance.session
        near = [
            it
            for it in self._document.words.between(first, end)
            if it.spoken.utterance.session == session and (it.spoken.word.start_s or 0.0) >= from_s
        ]
        before = [it for it in near if it.end <= word.start]
        return before, [it for it in near if it.start >= word.end][:_FOLLOWING]

    def _text(self, words: list[WordSpan]) -> str:
        units = self._document.units
        return joined([from_units(units[word.start : word.end]) for word in words])

    def _forget(self) -> None:
        self._asked = None
