"""Chunks in, updates out, with models that can be replaced on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.dictation.checkpoint import Checkpoint, CheckpointTracker
from app.dictation.events import WordRefined
from app.dictation.interruptions import Interruptions
from app.dictation.loader import ReadyRecogniser
from app.dictation.word_refiner import WordRefiner
from engine.session import flush
from engine.settings import PunctuationSettings
from engine.text.unit_words import in_units
from engine.types import AudioChunk, Hypothesis, Stage, Update

if TYPE_CHECKING:
    from engine.build import LanguageModel


_CATCHING_UP_S = 2.0  # where recognition is late, open words are shown no more often


class Pipeline:
    """A recogniser in its process, and the punctuator of what it hears.

    Attributes:
        coverage: which words are committed, and from where a new recogniser has to hear.
    """

    def __init__(  # noqa: PLR0913, PLR0917  it is about to go
        self,
        recogniser: ReadyRecogniser,
        language: LanguageModel,
        settings: PunctuationSettings,
        before: Checkpoint,
        note: Callable[[Hypothesis], None] = lambda _: None,
        ids: Iterator[int] | None = None,
    ) -> None:
        """Begin a text.

        Args:
            recogniser: hears.
            language: punctuates.
            settings: how.
            before: what others have heard and committed of the recording.
            note: is told of every hypothesis, as the recogniser gave it.
            ids: where words' identities come from; None for a session's first.
        """
        from engine.recognisers.settled_words import SettledWords

        self._recogniser = recogniser
        self._settled = SettledWords(settles=recogniser.partials_grow, ids=ids)
        self._note = note
        self._again = WordRefiner()
        self._breaks = Interruptions()
        self._shown_s = 0.0
        self.coverage = CheckpointTracker(before)
        self._punctuator = self._new_punctuator(language, settings)

    @property
    def behind_s(self) -> float:
        """How much sound was pushed and is not recognised yet."""
        return self._recogniser.process.behind_s

    def push(self, chunk: AudioChunk, *, is_late: bool = False) -> Iterator[Update | WordRefined]:
        """Hear one chunk.

        Args:
            chunk: what was said.
            is_late: more waits; most of what is only shown until then is left out.

        Raises:
            RecogniserError: the recogniser ended; what it had heard came out before.
        """
        return self._punctuated(self._recogniser.process.push(chunk), is_late=is_late)

    def take(self, *, is_all: bool = True) -> Iterator[Update | WordRefined]:
        """Yield what was recognised while nothing was pushed.

        Args:
            is_all: nothing waits to be pushed.

        Raises:
            As `push`.
        """
        yield from self._punctuated(self._recogniser.process.take())
        if is_all and not self.behind_s and self._breaks.is_due():
            yield from self.commit()

    def break_at(self, time_s: float) -> None:
        """What was said before this time is a text of its own: it is committed for itself."""
        self._breaks.add(time_s)

    def flush(self) -> Iterator[Update | WordRefined]:
        """Yield everything that was said, to the last word.

        Raises:
            RecogniserError: the recogniser ended; what it had heard came out before.
        """
        try:
            yield from self._punctuated(self._recogniser.process.flush(), is_late=True)
        finally:
            self._recogniser.process.close()
        yield from self.commit()

    def commit(self) -> Iterator[Update]:
        """Yield what the recogniser has finished, when nothing more will come from it."""
        yield from map(self._committed, flush([self._settled, self._punctuator]))

    def replace_language(
        self, language: LanguageModel, settings: PunctuationSettings
    ) -> Iterator[Update]:
        """Go on with another language model; yields what the old one still held.

        Words that are still being recognised are the new one's.
        """
        old, self._punctuator = self._punctuator, self._new_punctuator(language, settings)
        yield from map(self._committed, old.flush())

    def revive(self, recogniser: ReadyRecogniser) -> None:
        """Go on with another process of the same recogniser.

        It is to hear the sound from `coverage.heard` on; what settled behind that is left out.
        """
        self._recogniser.process.close()
        self._recogniser = recogniser
        self._settled.hear_anew(self._settled.settled)

    def follow(self, other: Pipeline) -> None:
        """Begin with what another pipeline, whose words were all committed, had not heard.

        It is to hear the sound from that one's `coverage.heard` on; what settled behind that is
        left out.
        """
        settled = other._settled.settled
        self._settled.hear_anew(settled)
        for time_s in other._breaks.times_s:
            self._breaks.add(time_s)
        self.coverage = CheckpointTracker(other.coverage.heard, len(settled))

    def close(self) -> None:
        """End the recogniser's process; may be called again."""
        self._recogniser.process.close()

    def _new_punctuator(
        self, language: LanguageModel, settings: PunctuationSettings
    ) -> Stage[Any, Update]:
        grows = self._recogniser.partials_grow
        return language.punctuator(replace(settings, partials_grow=grows))

    def _punctuated(
        self, hypotheses: Iterable[Hypothesis], *, is_late: bool = False
    ) -> Iterator[Update | WordRefined]:
        for heard in hypotheses:
            self._note(heard)
            hypothesis = in_units(heard)
            if is_late and self._is_stale(hypothesis):
                continue
            if self._breaks.lies_before(hypothesis):
                yield from self.commit()
            yield from self._heard(hypothesis)
            if self._breaks.lies_behind(hypothesis):
                yield from self.commit()

    def _heard(self, hypothesis: Hypothesis) -> Iterator[Update | WordRefined]:
        if hypothesis.is_final:
            yield from self._again.ended(hypothesis.words)
        for item in self._settled.push(hypothesis):
            if item.is_final:
                self._take(item, hypothesis)
            yield from map(self._committed, self._punctuator.push(item))

    def _is_stale(self, hypothesis: Hypothesis) -> bool:
        """Whether it only shows what later ones show better; never a final."""
        time_s = hypothesis.time_s or 0.0
        if hypothesis.is_final or not 0 <= time_s - self._shown_s < _CATCHING_UP_S:
            self._shown_s = time_s
            return False
        return True

    def _take(self, item: Hypothesis, whole: Hypothesis) -> None:
        self.coverage.recognised(item)
        if item.ends_segment:
            self.coverage.ended(whole, self._settled.ahead)
        else:
            self._again.settled(item.words)

    def _committed(self, update: Update) -> Update:
        self.coverage.add(update.sentences)
        return self._again.completed(update)
