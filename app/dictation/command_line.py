"""A dictation in the terminal, whose recogniser may die or hang too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from app.commands.console import say
from app.dictation.checkpoint import Checkpoint
from app.dictation.events import WordRefined
from app.dictation.loader import ReadyRecogniser
from app.dictation.pipeline import Pipeline
from app.dictation.session_sound import SessionSound
from app.dictation.unbroken_pipeline import UnbrokenPipeline
from engine.errors import AudioDeviceError, FermataError
from engine.recognisers.recogniser_process import RecogniserProcess
from engine.settings import PunctuationSettings
from engine.types import AudioChunk, Hypothesis, Update

if TYPE_CHECKING:
    from engine.build import LanguageModel
    from engine.recognisers.speech_models import RecogniserSpec


class CommandLineDictation:
    """One session; its sound is kept for as long as it lasts."""

    def __init__(
        self,
        spec: RecogniserSpec,
        language: LanguageModel,
        settings: PunctuationSettings,
        note: Callable[[Hypothesis], None],
    ) -> None:
        """Start the recogniser and wait for it.

        Args:
            spec: which one.
            language: punctuates.
            settings: how.
            note: is told of every hypothesis.

        Raises:
            ModelFormatError, RecogniserError: it cannot be started.
        """
        self._spec = spec
        self._thread = ThreadPoolExecutor(1, "recogniser")
        self._sound = _new_sound()
        pipeline = Pipeline(self._started(), language, settings, Checkpoint(), note)
        self._pipeline = UnbrokenPipeline(pipeline, self._start, self._sound)

    def updates(self, chunks: Iterable[AudioChunk]) -> Iterator[Update]:
        """Yield updates; where something fails, what was heard before it first.

        Raises:
            AudioDeviceError: the microphone went away.
            RecogniserError: the recogniser ended once too often.
        """
        try:
            yield from (it for it in self._heard(chunks) if isinstance(it, Update))
        except (FermataError, OSError):
            yield from self._pipeline.commit()
            raise

    def close(self) -> None:
        """End the recogniser and forget the sound."""
        self._pipeline.close()
        self._thread.shutdown(wait=True)
        self._sound.close()

    def _heard(self, chunks: Iterable[AudioChunk]) -> Iterator[Update | WordRefined]:
        try:
            for chunk in chunks:
                with suppress(OSError):  # it is in memory then
                    self._sound.write(chunk)
                yield from self._pipeline.push(chunk)
        except AudioDeviceError:
            yield from self._pipeline.flush()
            raise
        yield from self._pipeline.flush()

    def _start(self) -> Future[ReadyRecogniser]:
        say("The recogniser ended by itself and is being started again; nothing is lost.")
        return self._thread.submit(self._started)

    def _started(self) -> ReadyRecogniser:
        return ReadyRecogniser(RecogniserProcess(self._spec), self._spec.partials_grow)


def _new_sound() -> SessionSound:
    try:
        return SessionSound()
    except OSError:  # words are worth more than what can be heard again
        return SessionSound(in_memory=True)
