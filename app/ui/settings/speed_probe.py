"""How fast this computer recognises speech, measured in the background."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from PySide6.QtCore import QObject, Signal

from app.tasks import Lane, TaskRunner
from engine.paths import Paths
from engine.recognisers.speech_models import RecogniserSpec, built_in_model
from engine.recognisers.speed import real_time_factor

_LANE = Lane("speed")


class SpeedProbe(QObject):
    """Times the built-in Whisper on a few seconds of speech; every method returns at once.

    Signals:
        ended(): `factor` is known, or could not be measured; not emitted after `stop`.

    Attributes:
        factor: Real-time factor of the built-in Whisper; None until known.
    """

    ended = Signal()

    def __init__(
        self,
        paths: Paths,
        tasks: TaskRunner,
        measure: Callable[[RecogniserSpec, Paths, Event], float] = real_time_factor,
    ) -> None:
        super().__init__()
        self._paths, self._tasks, self._measure = paths, tasks, measure
        self._stop: Event | None = None
        self.factor: float | None = None

    @property
    def is_running(self) -> bool:
        return self._stop is not None

    def start(self) -> None:
        """Start measuring, unless that is done or under way."""
        folder = built_in_model()
        if folder is None or self.factor is not None or self.is_running:
            return
        stop = self._stop = Event()
        spec = RecogniserSpec("whisper", folder)
        self._tasks.run(
            _LANE,
            lambda: self._measure(spec, self._paths, stop),
            lambda factor: self._end(stop, factor),
            lambda _: self._end(stop, None),
        )

    def stop(self) -> None:
        """Stop measuring; the next start begins again."""
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def _end(self, stop: Event, factor: float | None) -> None:
        if stop is self._stop:
            self._stop, self.factor = None, factor
            self.ended.emit()
