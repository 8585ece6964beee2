"""Loads models in the background, and keeps those for the next session ready."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from app.dictation.events import ModelChoice
from engine.paths import Paths
from engine.settings import PunctuationSettings, RecogniserSettings

if TYPE_CHECKING:
    from engine.audio.sound_log import SoundLog
    from engine.build import LanguageModel
    from engine.errors import FermataError
    from engine.recognisers.alternatives import UncertainWord
    from engine.recognisers.listener import Listener, Start
    from engine.recognisers.recogniser_process import RecogniserProcess

_ANSWER_TIMEOUT_S = 15.0  # then it hangs; sound it should have processed is kept


class ModelLoader:
    """Loads models on its own thread; every method may be called from any and returns at once.

    A recogniser serves one session: `prepare` starts the next one early, so that a session need not
    wait for it. The most recent language model is shared and kept.
    """

    def __init__(self, paths: Paths, *, answer_timeout_s: float = _ANSWER_TIMEOUT_S) -> None:
        self._paths = paths
        self._answer_timeout_s = answer_timeout_s
        self._thread = ThreadPoolExecutor(1, "model-loader")
        self._lock = Lock()
        self._spare: tuple[RecogniserSettings, Future[RecogniserProcess]] | None = None
        self._age = 0  # recognisers started before it changed are out of date
        self._language: tuple[object, Future[LanguageModel]] | None = None  # by its `network`

    def prepare(self, choice: ModelChoice) -> None:
        self.language(choice.punctuation)
        with self._lock:
            if self._spare is not None and not self._is_usable(choice.recogniser):
                self._drop_spare()
            if self._spare is None:
                self._spare = choice.recogniser, self._start(choice.recogniser)

    def recogniser(self, settings: RecogniserSettings) -> Future[RecogniserProcess]:
        """Return a recogniser that the caller closes.

        The future raises ModelNotFoundError, ModelFormatError, SettingsError, RecogniserError.
        """
        with self._lock:
            if self._spare is not None and self._is_usable(settings):
                (_, ready), self._spare = self._spare, None
                return ready
            return self._start(settings)

    def stand_ins(self, settings: RecogniserSettings) -> Iterator[RecogniserSettings]:
        """Yield other installed recognisers that may replace this one, best first."""
        from engine.recognisers.speech_models import stand_ins

        return stand_ins(settings, self._paths)

    def listener(
        self, sound: SoundLog, settings: RecogniserSettings, *, from_s: float = 0.0
    ) -> Listener:
        """Return a listener for an existing log, with other recognisers to take over on failure.

        It raises the last one's error if there is no other.
        """
        from engine.recognisers.listener import Listener

        others = self.stand_ins(settings)

        def stand_in(error: FermataError) -> Start:
            if (other := next(others, None)) is None:
                raise error
            return partial(self.recogniser, other)

        start = partial(self.recogniser, settings)
        return Listener(sound, start(), start, stand_in=stand_in, from_s=from_s)

    def readings(self, settings: RecogniserSettings, uncertain: UncertainWord) -> tuple[str, ...]:
        """Wait for other readings of a word, from the spare recogniser, which stays spare.

        Raises:
            ModelNotFoundError, ModelFormatError, RecogniserError: There is none, or it failed.
        """
        age = self._age
        ready = self.recogniser(settings)
        try:
            return ready.result().readings(uncertain)
        finally:
            self._give_back(settings, ready, age)

    def language(self, settings: PunctuationSettings) -> Future[LanguageModel]:
        """The future raises ModelNotFoundError, ModelFormatError, BackendError."""
        if self._language is not None and self._language[0] == settings.network:
            known = self._language[1]
            if not known.done() or not _has_failed(known):
                return known
        ready = self._thread.submit(self._load_language, settings)
        self._language = settings.network, ready
        return ready

    def forget(self) -> None:
        """Reload everything when it is next needed."""
        with self._lock:
            self._age += 1
            self._drop_spare()
        self._language = None

    def close(self) -> None:
        """Wait for what is being loaded, and close it."""
        with self._lock:
            self._age += 1
            self._drop_spare()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._language = None  # a network is large

    def _is_usable(self, settings: RecogniserSettings) -> bool:
        if self._spare is None or self._spare[0] != settings:
            return False
        ready = self._spare[1]
        return not ready.done() or (ready.exception() is None and ready.result().is_alive)

    def _drop_spare(self) -> None:
        if self._spare is not None:
            _discard(self._spare[1])
            self._spare = None

    def _give_back(
        self, settings: RecogniserSettings, ready: Future[RecogniserProcess], age: int
    ) -> None:
        with self._lock:
            if self._spare is None and age == self._age:
                self._spare = settings, ready
            else:
                _discard(ready)

    def _start(self, settings: RecogniserSettings) -> Future[RecogniserProcess]:
        return self._thread.submit(self._start_recogniser, settings)

    def _start_recogniser(self, settings: RecogniserSettings) -> RecogniserProcess:
        from engine.recognisers.recogniser_process import RecogniserProcess
        from engine.recognisers.speech_models import recogniser_of

        spec = recogniser_of(settings, self._paths)
        return RecogniserProcess(spec, answer_timeout_s=self._answer_timeout_s)

    def _load_language(self, settings: PunctuationSettings) -> LanguageModel:
        from engine.build import load_language_model

        return load_language_model(settings, self._paths)


class LoadingModels:
    """Models being loaded for a session; no recogniser if only the language model changes."""

    def __init__(
        self, choice: ModelChoice, loader: ModelLoader, *, with_recogniser: bool = True
    ) -> None:
        self.choice = choice
        self.language = loader.language(choice.punctuation)
        self.recogniser = loader.recogniser(choice.recogniser) if with_recogniser else None

    @property
    def is_ready(self) -> bool:
        """Whether loading has ended, in success or failure."""
        return self.language.done() and (self.recogniser is None or self.recogniser.done())

    def close(self) -> None:
        if self.recogniser is not None:
            _discard(self.recogniser)


def _has_failed(ready: Future[LanguageModel]) -> bool:
    return ready.exception() is not None or ready.result().backend.has_failed


def _discard(ready: Future[RecogniserProcess]) -> None:
    ready.cancel()
    ready.add_done_callback(_close)


def _close(ready: Future[RecogniserProcess]) -> None:
    if not ready.cancelled() and ready.exception() is None:
        ready.result().close()
