"""The window's engine thread: turns a session's events into signals."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

from app.dictation.events import (
    Event,
    Failed,
    ForeignSpeech,
    Gap,
    Lagging,
    LevelMeasured,
    ModelChoice,
    ModelFailed,
    ModelsChanged,
    Noticed,
    SoundLost,
    State,
    StateChanged,
)
from app.dictation.live_session import LiveSession
from app.dictation.loader import ModelLoader
from app.dictation.recording import LiveSource, Recording
from app.privacy import place_of
from engine.audio.sound_log import SoundLog
from engine.errors import AudioDeviceError, RecogniserError
from engine.recognisers.alternatives import UncertainWord
from engine.types import Checkpoint, Context, Update, VoiceCommand, WordRefined

_log = logging.getLogger(__name__)

_NO_CONTEXT = Context()
OpenMicrophone = Callable[[str, SoundLog], LiveSource]


class EngineWorker(QObject):
    """Runs one session at a time on an engine thread; every method returns at once.

    Signals (emitted on the engine thread, so queued for receivers):
        updated(object): An `Update`.
        word_refined(object): A `Word` from an earlier update, with what has since become known.
        state_changed(object): A `State`.
        level_changed(float): Level of the last tenth of a second, in dB below full scale.
        elapsed_changed(float): Length of the session in seconds, without pauses.
        noticed(object): A `Notice`.
        late_changed(float): How many seconds recognition is behind.
        commanded(object): A `VoiceCommand`.
        gap_found(object): A `Gap`, during which there was no microphone.
        sound_lost(int): Blocks of sound dropped in this session.
        failed(object): A `FermataError` or `OSError`; what was recognised before is kept.
        model_failed(object): A `ModelFailed`; the recording continues.
        models_changed(object): The `ModelChoice` in use from here on.
        foreign_heard(str): Speech was left out; code of its language, or "" if unknown.
        checkpoint_reached(object): A `Checkpoint`; sound before it is no longer needed.
        preparing(): What the next session needs is being prepared.
    """

    updated = Signal(object)
    word_refined = Signal(object)
    state_changed = Signal(object)
    level_changed = Signal(float)
    elapsed_changed = Signal(float)
    noticed = Signal(object)
    late_changed = Signal(float)
    commanded = Signal(object)
    gap_found = Signal(object)
    sound_lost = Signal(int)
    failed = Signal(object)
    model_failed = Signal(object)
    models_changed = Signal(object)
    foreign_heard = Signal(str)
    checkpoint_reached = Signal(object)
    preparing = Signal()

    def __init__(
        self,
        loader: ModelLoader,
        open_microphone: OpenMicrophone,
        *,
        sound_folder: Path,
    ) -> None:
        """Start with nothing loaded.

        Args:
            loader: Closed with the worker.
            open_microphone: Opens a device by name, "" for the system's default; the device writes
                to the log.
            sound_folder: Where sound is stored while it can be played back.
        """
        super().__init__()
        self._loader = loader
        self._open_microphone = open_microphone
        self._sound_folder = sound_folder
        self._choice = ModelChoice()
        self._device = ""
        self._session: LiveSession | None = None
        self._thread: Thread | None = None
        self._is_over = Flag()
        self._is_closed = False
        self.sound: SoundLog | None = None  # the last session's
        self.silence_warning_s = 8.0
        self.continues_when_lost = True
        self._resting = QTimer(self)  # asking for alternatives loads a recogniser again
        self._resting.timeout.connect(self._release_models)
        self._signals: dict[type[Event], tuple[Any, str]] = {
            Update: (self.updated, ""),
            Checkpoint: (self.checkpoint_reached, ""),
            WordRefined: (self.word_refined, "word"),
            VoiceCommand: (self.commanded, ""),
            StateChanged: (self.state_changed, "state"),
            Noticed: (self.noticed, "notice"),
            Lagging: (self.late_changed, "behind_s"),
            Gap: (self.gap_found, ""),
            SoundLost: (self.sound_lost, "blocks"),
            Failed: (self.failed, "error"),
            ModelFailed: (self.model_failed, ""),
            ModelsChanged: (self.models_changed, "choice"),
            ForeignSpeech: (self.foreign_heard, "language"),
        }
        self.state_changed.connect(self._prepare_next)

    @property
    def is_running(self) -> bool:
        """True from `start` until the last word has arrived."""
        return self._thread is not None and not self._is_over.is_set()

    @property
    def is_whole(self) -> bool:
        """False if the last session ended before all its sound had become words."""
        return self._session is None or self._session.is_whole

    def take_sound(self) -> SoundLog | None:
        """Hand over the sound of the session that ended; the caller closes it."""
        sound, self.sound = self.sound, None
        return sound

    @property
    def elapsed_s(self) -> float:
        return self._session.recording.elapsed_s if self._session is not None else 0.0

    def prepare(self) -> None:
        """Load the chosen models in the background, so that `start` finds them ready."""
        if not self._is_closed:
            self._loader.prepare(self._choice)
            self.preparing.emit()
            self.release_models_after(self._resting.interval())

    def release_models_after(self, idle_ms: int) -> None:
        """Unload models once nobody has dictated for `idle_ms`; 0 means never.

        `start` loads them again, and nothing said meanwhile is lost.
        """
        self._resting.setInterval(idle_ms)
        if idle_ms and not self._is_closed:
            self._resting.start()
        else:
            self._resting.stop()

    def choose_models(self, choice: ModelChoice) -> None:
        """Switch models; a running session loses no words."""
        if choice != self._choice:
            self._use_models(choice)

    def reload(self, choice: ModelChoice) -> None:
        """Reload models, as their names may now mean others."""
        self._loader.forget()
        self._use_models(choice)

    def _use_models(self, choice: ModelChoice) -> None:
        self._choice = choice
        if self._session is not None and self.is_running:
            self._session.change(choice)
        else:
            self.prepare()

    def readings(self, uncertain: UncertainWord) -> tuple[str, ...]:
        """Wait for other readings of a word, on any thread; raises what the loader does."""
        return self._loader.readings(self._choice.recogniser, uncertain)

    def choose_microphone(self, device: str) -> None:
        """Switch microphones at once; "" for the system's default."""
        if device == self._device:
            return
        self._device = device
        if self._session is not None and self.is_running:
            self._session.recording.reopen()

    def new_sound(self, *, for_next_start: bool) -> SoundLog:
        """Create a log for the sound of a session about to `start`."""
        try:
            return SoundLog(self._sound_folder, for_next_start=for_next_start)
        except OSError as error:  # words matter more than playback
            self.failed.emit(error)
            return SoundLog()

    def start(self, sound: SoundLog | None = None, context: Context = _NO_CONTEXT) -> None:
        """Start a session, unless one is running.

        Args:
            sound: Log for its sound, owned by the worker from now on; None for a new one.
            context: The text around the place where its words go.
        """
        if self.is_running:
            return
        if self._thread is not None:
            self._thread.join()
        sound = sound or self.new_sound(for_next_start=False)
        self._replace_sound(sound)
        self._session = LiveSession(
            Recording(partial(self._open, sound), sound),
            self._loader,
            self._choice,
            sound,
            context=context,
            patience_s=self.silence_warning_s,
        )
        self._is_over.clear()
        self._thread = Thread(target=self._run, args=(self._session,), name="engine")
        self._thread.start()

    def command_done(self) -> None:
        """Report that a command was carried out, after `place` if its place changed."""
        if self._session is not None:
            self._session.command_done()

    def place(self, context: Context, sentences: int) -> None:
        """Move the words to another place, or report that the text around them has changed.

        Args: sentences: How many sentences of this session are in that text.
        """
        if self._session is not None:
            self._session.place(context, sentences)

    @property
    def is_placed(self) -> bool:
        """False while the session has not accepted the last `place`, which lacked some sentence."""
        return self._session is None or self._session.is_placed

    def pause(self) -> None:
        """Close the microphone until `resume`; what was said before still arrives."""
        if self._session is not None:
            self._session.recording.pause()

    def resume(self) -> None:
        if self._session is not None:
            self._session.recording.resume()

    def stop(self) -> None:
        """End the session; every word spoken before still arrives."""
        if self._session is not None:
            self._session.recording.stop()

    def drain(self) -> None:
        """Stop and wait until it has ended; its last signals are still queued."""
        self.stop()
        if self._thread is not None:
            self._thread.join()

    def end(self) -> None:
        """Stop for good and wait until it has ended; its last signals are still queued."""
        self._is_closed = True
        self._resting.stop()
        self.drain()

    def close(self) -> None:
        """End everything and wait for it, when the application quits."""
        self.end()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.MetaCall.value)  # the last words
        self._loader.close()
        self._replace_sound(None)
        self._session = None  # and its network, which is large

    def _open(self, sound: SoundLog, lost: str) -> LiveSource:
        wanted = self._device if self.continues_when_lost else lost or self._device
        try:
            return self._open_microphone(wanted, sound)
        except AudioDeviceError:
            if not self._device or not self.continues_when_lost:
                raise
            _log.info("the chosen microphone is not there; using the system's")
            return self._open_microphone("", sound)

    def _run(self, session: LiveSession) -> None:
        try:
            for event in session:
                if event == StateChanged(State.STOPPED):
                    self._is_over.set()
                self._tell(event)
        except Exception as error:  # noqa: BLE001  the thread's last chance to report it
            _log.error("the session failed: %s", place_of(error))
            self._is_over.set()
            self.failed.emit(RecogniserError("session", type(error).__name__))
            self.state_changed.emit(State.STOPPED)

    def _tell(self, event: Event) -> None:
        if isinstance(event, LevelMeasured):
            self.level_changed.emit(event.level_dbfs)
            self.elapsed_changed.emit(event.elapsed_s)
            return
        signal, value = self._signals.get(type(event), (None, ""))
        if signal is not None:
            signal.emit(getattr(event, value) if value else event)

    def _prepare_next(self, state: State) -> None:
        """Received on this object's thread, the only one that uses the loader."""
        if state is State.STOPPED and not self._is_closed:
            self.prepare()

    def _release_models(self) -> None:
        if not self.is_running:
            self._loader.forget()
            self._session = None  # and its network

    def _replace_sound(self, sound: SoundLog | None) -> None:
        if self.sound is not None:
            self.sound.close()
        self.sound = sound
