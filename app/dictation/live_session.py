"""One live dictation, from opening the microphone to the last word."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event as Flag
from threading import Lock

from app.dictation.events import (
    Event,
    Failed,
    ForeignSpeech,
    Idle,
    Lagging,
    LevelMeasured,
    MicrophoneLost,
    ModelChoice,
    ModelFailed,
    ModelsChanged,
    Notice,
    Noticed,
    State,
    StateChanged,
)
from app.dictation.loader import LoadingModels, ModelLoader
from app.dictation.recording import Recorded, Recording
from app.dictation.silence_detector import SilenceDetector
from app.dictation.sound_monitor import SoundMonitor
from engine.audio.sound_log import SoundLog
from engine.errors import FermataError, ModelNotFoundError
from engine.recognisers.listener import Listener, Start
from engine.recognisers.speech_models import name_of_model
from engine.session import Session
from engine.settings import RecogniserSettings
from engine.spoken_commands.actions import Action
from engine.text.spacing import joined_texts
from engine.types import Break, Context, Hypothesis, SessionEvent, Update, VoiceCommand

_log = logging.getLogger(__name__)
_LONGEST_WAIT_FOR_SILENCE_S = 8.0
_PUNCTUAL_S = 1.0  # if recognition is further behind, words may still be on their way
_COMMAND_S = 0.5  # a command takes no longer, or the words go on without knowing the new place
_LONG_PAUSE_S = 5.0  # without words; a complete sentence ends after it
_CONTEXT_LETTERS = 1_000
_NO_CONTEXT = Context()


class LiveSession:
    """Iterated once, on the engine thread; what is said while models load is not lost.

    `recording` and `change` may be used from any thread.
    """

    def __init__(  # noqa: PLR0913  it brings just these together
        self,
        recording: Recording,
        loader: ModelLoader,
        choice: ModelChoice,
        sound: SoundLog,
        *,
        context: Context = _NO_CONTEXT,
        patience_s: float = 8.0,
    ) -> None:
        """Start loading models; iterating opens the microphone.

        Args:
            recording: The recording.
            loader: Loads the models.
            choice: Which models to use.
            sound: The log of the recording.
            context: The text around the place where its words go.
            patience_s: Notify after this long without a word.
        """
        self.recording = recording
        self._loader = loader
        self._choice = choice
        self._sound = sound
        self._monitor = SoundMonitor(patience_s)
        self._silence = SilenceDetector()
        self._listener = Listener(sound, stand_in=self._stand_in)
        self._stand_ins: Iterator[RecogniserSettings] = iter(())
        self._used = ""  # name of the speech model; empty if any will do
        self._given_up: set[str] = set()  # never stand-ins again, whatever is chosen later
        self._unreported: list[ModelFailed] = []
        self._session: Session | None = None  # once the models are loaded
        self._context = context
        self._placed: tuple[Context, int] | None = None
        self._sentences = 0
        self._wordless_s = 0.0  # since the last words
        self._foreign: str | None = None  # language of the speech just left out
        self.is_placed = True  # False while the last reported place is not known yet
        self._late_s = 0
        self._failure: FermataError | None = None  # of the model given up last
        self._is_broken = False  # the language model was given up
        self.is_whole = True  # False if it ended before all its sound became words
        self._lock = Lock()
        self._is_commanded, self._is_done = False, Flag()
        self._next: LoadingModels | None = LoadingModels(choice, loader)
        self._ready_since_s: float | None = None
        self._state: State | None = None
        self._is_asleep = False

    def change(self, choice: ModelChoice) -> None:
        """Switch to other models once they are loaded and nobody is in the middle of a word."""
        with self._lock:
            is_other = self._session is None or choice.needs_other_recogniser(self._choice)
            if self._next is not None:
                self._next.close()
            self._next = LoadingModels(choice, self._loader, with_recogniser=is_other)
            self._ready_since_s = None

    def place(self, context: Context, sentences: int) -> None:
        """Move the words to another place, or report that the text around them has changed.

        Args: sentences: How many sentences of this session are in that text.
        """
        with self._lock:
            self._placed = context, sentences
            self.is_placed = False

    def command_done(self) -> None:
        """Report that a command was carried out; where the words go then was reported before."""
        self._is_done.set()

    def __iter__(self) -> Iterator[Event]:
        """Yield events until everything said has arrived; errors are events too."""
        try:
            for event in self._guarded():
                state = event.state if isinstance(event, StateChanged) else None
                if state is None or state is not self._state:
                    self._state = state or self._state
                    yield event
        finally:
            self._sound.finish()
            with self._lock:
                leftover = self._next
            if leftover is not None:
                leftover.close()
            self._listener.close()
        yield StateChanged(State.STOPPED)

    def _guarded(self) -> Iterator[Event]:
        try:
            yield from self._listen()
            yield StateChanged(State.DRAINING)
            yield from self._drain()
        except Exception as error:
            self.is_whole = not self.recording.elapsed_s  # the next start recognises it again
            self.recording.stop()
            yield StateChanged(State.DRAINING)
            if self._session is not None:
                yield from self._shown(self._session.flush())
            if not isinstance(error, FermataError | OSError):
                raise
            yield Failed(error)

    def _listen(self) -> Iterator[Event]:
        if self._next is not None and not self._next.is_ready:
            yield Noticed(Notice.LOADING)
        with closing(iter(self.recording)) as items:  # closes the microphone, whatever fails
            for item in items:
                yield from self._handle(item)

    def _handle(self, item: Recorded | Event) -> Iterator[Event]:
        match item:
            case Recorded():
                yield from self._hear(item)
            case Idle():
                yield from self._while_it_works(self._advance())
            case MicrophoneLost():
                self._listener.interrupt(item.at_s)
                yield from _noticed(self._monitor.tell({Notice.NO_MICROPHONE: True}))
            case StateChanged(State.LISTENING | State.PAUSED):
                yield StateChanged(self._heard_as(item.state))
                yield from _noticed(self._monitor.tell({Notice.NO_MICROPHONE: False}))
            case _:
                yield item

    def _hear(self, recorded: Recorded) -> Iterator[Event]:
        notice = self._monitor.tell({Notice.NOT_ON_DISK: not self._sound.is_on_disk})
        if notice is Notice.NOT_ON_DISK:
            _log.warning("sound cannot be written; it waits in memory")
        yield from _noticed(notice)
        level = recorded.level_dbfs
        self._silence.push(level)
        yield LevelMeasured(level, self.recording.elapsed_s)
        yield from _noticed(self._monitor.push(level, recorded.duration_s))
        yield from self._while_it_works(self._advance(recorded.duration_s))

    def _while_it_works(self, events: Iterator[Event]) -> Iterator[Event]:
        """Keep recording if the language model no longer works."""
        if self._is_broken:
            return
        try:
            yield from events
        except FermataError as error:
            if self._session is None:
                raise
            self._failure, self._is_broken = error, True
            self._listener.close()
            yield ModelFailed(error, None)

    def _rest(self, duration_s: float) -> Iterator[Event]:
        """Report a long pause, once."""
        if self._session is None or self._listener.behind_s > _PUNCTUAL_S:
            return  # words may be on their way
        before_s, self._wordless_s = self._wordless_s, self._wordless_s + duration_s
        if before_s < _LONG_PAUSE_S <= self._wordless_s:
            yield from self._shown(self._session.push([Break.REST]))

    def _advance(self, duration_s: float = 0.0) -> Iterator[Event]:
        if self._may_change():
            yield from self._change_models()
        yield from self._follow_place()
        yield from self._heard(self._listener.poll())
        yield from self._pace()
        yield from self._rest(duration_s)

    def _drain(self) -> Iterator[Event]:
        yield from self._while_it_works(self._hear_to_the_end())
        is_left = self._is_broken or self._listener.is_idle
        self.is_whole = not (is_left and self.recording.elapsed_s)
        if not self.is_whole and self._failure is not None:
            yield Failed(self._failure)

    def _hear_to_the_end(self) -> Iterator[Event]:
        if self._listener.is_idle:
            yield from self._change_models()
        yield from self._follow_place()
        if self._session is not None:
            yield from self._heard(self._listener.flush())
            yield from self._shown(self._session.flush())
        yield from self._pace()

    def _heard(self, hypotheses: Iterator[Hypothesis | Break]) -> Iterator[Event]:
        if self._session is not None:
            for event in hypotheses:
                yield from self._shown(self._session.push([self._noted(event)]))
                if self._is_commanded:  # the next words may go elsewhere
                    self._is_commanded = False
                    self._is_done.wait(_COMMAND_S)
                    yield from self._follow_place()
        if self._foreign is not None:
            language, self._foreign = self._foreign, None
            yield from _noticed(self._monitor.words())  # it was heard, if not written
            yield ForeignSpeech(language)

    def _noted(self, event: Hypothesis | Break) -> Hypothesis | Break:
        if isinstance(event, Hypothesis):
            if event.words:
                self._wordless_s = 0.0
            if event.is_foreign:
                self._foreign = event.language
        return event

    def _follow_place(self) -> Iterator[Event]:
        """Tell the punctuator the text around its words."""
        if self._session is None:
            return
        with self._lock:
            placed, self._placed = self._placed, None
            if placed is None:
                return
            context, sentences = placed
            self.is_placed = sentences == self._sentences
        if self.is_placed:
            self._context = context
        else:  # some sentences have not reached the text yet
            context = replace(context, before=None)
        yield from self._shown(self._session.push([context]))

    def _shown(self, events: Iterator[SessionEvent]) -> Iterator[Event]:
        for event in events:
            if isinstance(event, VoiceCommand):
                self._is_commanded = True
                self._is_done.clear()
            yield event
            if isinstance(event, VoiceCommand):
                yield from self._sleep(event.action)
            if not isinstance(event, Update):
                continue
            yield from self._pace()
            if event.sentences:
                self._sentences += len(event.sentences)
                before = joined_texts((self._context.before or "", event.committed))
                self._context = replace(self._context, before=before[-_CONTEXT_LETTERS:])
            if event.sentences or event.tail:
                yield from _noticed(self._monitor.words())

    def _sleep(self, action: Action) -> Iterator[Event]:
        """Report that nothing is written from now on, or that it is again."""
        if action in {Action.STOP, Action.WAKE}:
            self._is_asleep = action is Action.STOP
            if self._state in {State.LISTENING, State.ASLEEP}:
                yield StateChanged(self._heard_as(State.LISTENING))

    def _heard_as(self, state: State) -> State:
        return State.ASLEEP if self._is_asleep and state is State.LISTENING else state

    def _pace(self) -> Iterator[Event]:
        if self._session is None:
            return
        is_idle = self._listener.is_idle
        is_restarting = self._listener.current is None and not is_idle
        matters = {Notice.RESTARTING: is_restarting, Notice.NO_RECOGNISER: is_idle}
        yield from _noticed(self._monitor.tell(matters))
        while self._unreported:
            yield self._unreported.pop(0)
        behind_s = self._listener.behind_s
        yield from _noticed(self._monitor.behind(behind_s))
        if int(behind_s) != self._late_s:
            self._late_s = int(behind_s)
            yield Lagging(behind_s)

    def _may_change(self) -> bool:
        with self._lock:
            if self._next is None or not self._next.is_ready:
                return False
            if self._session is None or self._next.recogniser is None:
                return True
            now_s = self.recording.elapsed_s
            if self._ready_since_s is None:
                self._ready_since_s = now_s
            return (
                self._silence.is_silent
                or now_s - self._ready_since_s >= _LONGEST_WAIT_FOR_SILENCE_S
            )

    def _change_models(self) -> Iterator[Event]:
        """Switch to the loaded models; if loading failed, keep the old ones."""
        with self._lock:
            loading, self._next = self._next, None
            if loading is None:
                return
            before, self._choice = self._choice, loading.choice  # later changes compare with this
        is_first = self._session is None
        try:
            yield from self._use(loading)
        except (FermataError, OSError) as error:
            loading.close()
            if is_first:
                self._session = None
                raise
            with self._lock:
                self._choice = before
            yield Failed(error)
        yield ModelsChanged(self._choice)

    def _use(self, loading: LoadingModels) -> Iterator[Event]:
        language = loading.language.result()
        settings = loading.choice.recogniser
        stages = language.stages(replace(loading.choice.punctuation, stays_open=True))
        is_first = self._session is None
        session = self._session = self._session or Session(*stages, settles=True)
        if loading.recogniser is not None:
            self._stand_ins = self._loader.stand_ins(settings)
            self._used = _name_of(settings)
            start = partial(self._loader.recogniser, settings)
            yield from self._heard(self._listener.use(loading.recogniser, start))
        if not is_first:
            yield from self._shown(session.replace_punctuator(*stages))
            self._context = replace(self._context, is_open=False)
        yield from self._shown(session.push([self._context]))
        if loading.recogniser is not None:
            yield Noticed(self._monitor.notice)  # no longer LOADING

    def _stand_in(self, error: FermataError) -> Start | None:
        self._given_up.add(self._used)
        others = (it for it in self._stand_ins if _name_of(it) not in self._given_up)
        settings = next(others, None)
        if settings is None and isinstance(error, ModelNotFoundError):
            raise error  # nothing is installed
        self._failure = error
        if settings is None:
            self._unreported.append(ModelFailed(error, None))
            return None
        self._used = _name_of(settings)
        self._unreported.append(ModelFailed(error, self._used))
        return partial(self._loader.recogniser, settings)


def _name_of(settings: RecogniserSettings) -> str:
    return name_of_model(Path(settings.speech_model)) if settings.speech_model else ""


def _noticed(notice: Notice | None) -> Iterator[Event]:
    if notice is not None:
        yield Noticed(notice)
