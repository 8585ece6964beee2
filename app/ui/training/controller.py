"""Runs the training page's work: counting texts, training, switching models."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.history.corrections import Correction, approved_since, lessons
from app.history.store import HistoryStore
from app.preferences.live_preferences import LivePreferences
from app.tasks import Lane, TaskRunner
from app.training_process import Event, TrainingProcess
from app.ui.language.messages import explain
from app.ui.training.values import ENOUGH, Material, Outcome, Start, Step, TrainingRequest
from engine.errors import FermataError
from engine.installation import missing_for_training
from engine.models.active import activate_model, active_model, roll_back
from engine.network.bundle import DESCRIPTION, find_bundle, load_bundle
from engine.paths import Paths
from engine.transcripts.registry import read_transcript

_RUNS = Lane("training")
_DISK = Lane("training-texts")
_T = TypeVar("_T")


class TrainingController(QObject):
    """Runs training in the background; every method returns at once.

    Signals:
        prepared(object): A `Start`: what a new model would start from.
        counted(object): A `Material`, for each text to count.
        reviewed(object): The corrections, a list of `Reviewed`.
        due(object): A `TrainingRequest`: enough approved corrections are waiting to be learnt.
        started(): The process is being started.
        stage_changed(str): What the process is doing: "reading", "learning", ….
        stepped(object): A `Step`.
        ended(object): An `Outcome`: the new model is ready.
        cancelled(): The process ended as requested; nothing was changed.
        failed(str): A sentence that says what went wrong; nothing was changed.
        model_changed(str): Name of the model in use from now on.
    """

    prepared = Signal(object)
    counted = Signal(object)
    reviewed = Signal(object)
    due = Signal(object)
    started = Signal()
    stage_changed = Signal(str)
    stepped = Signal(object)
    ended = Signal(object)
    cancelled = Signal()
    failed = Signal(str)
    model_changed = Signal(str)

    def __init__(
        self, paths: Paths, preferences: LivePreferences, tasks: TaskRunner, history: HistoryStore
    ) -> None:
        super().__init__()
        self._paths, self._preferences, self._tasks = paths, preferences, tasks
        self._history = history
        self._process: TrainingProcess | None = None
        self._is_cancelled = False
        self._is_running = False
        self._run(self._delete_leftovers)

    @property
    def is_running(self) -> bool:
        """True from `start` until the process has ended; already False when that is signalled."""
        return self._is_running

    def refresh(self) -> None:
        self._run(self._find_start, self.prepared.emit)
        self._run(self._history.corrections, self.reviewed.emit)

    def count(self, path: Path) -> None:
        self._run(lambda: _counted(path), self.counted.emit)

    def decide(self, decided: Sequence[tuple[Correction, str]]) -> None:
        """Store what to learn from corrections, "" for nothing; `reviewed` follows."""
        self._run(lambda: self._history.decisions.decide(decided))
        self._run(self._history.corrections, self.reviewed.emit)

    def start(self, request: TrainingRequest) -> None:
        if not self._is_running:
            self._is_running, self._is_cancelled = True, False
            self.started.emit()
            self._tasks.run(_RUNS, lambda: self._train(request), self._end, self._end_badly)

    def find_due(self) -> None:
        """Check whether enough corrections were approved since the last model; `due` reports it."""
        self._run(self._due, self._tell_due)

    def cancel(self) -> None:
        """Ask the process to end; `cancelled` follows once it has cleaned up."""
        self._is_cancelled = True
        process = self._process
        if process is not None:
            process.ask_to_end()

    def activate(self, name: str) -> None:
        self._run(lambda: activate_model(name, self._paths), self._tell_change)

    def roll_back(self) -> None:
        self._run(lambda: roll_back(self._paths), self._tell_change)

    def _run(self, work: Callable[[], _T], on_done: Callable[[_T], object] | None = None) -> None:
        self._tasks.run(_DISK, work, on_done, self._fail)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, FermataError | OSError):
            raise error
        self.failed.emit(explain(error))

    def _delete_leftovers(self) -> None:
        """Delete texts of the history left by a process that was killed while training."""
        for folder in self._paths.data.glob(f"{_TEXTS}*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _find_start(self) -> Start:
        name = active_model(self._paths)
        bundle = load_bundle(find_bundle(name, self._paths.punctuation_models))
        lacks = ",".join(missing_for_training()) or ("" if bundle.float_weights else "weights")
        is_own = "fine_tuned" in bundle.description
        made_s = (bundle.folder / DESCRIPTION).stat().st_mtime if is_own else 0.0
        return Start(name, _free_name(name, self._paths), lacks, made_s)

    def _due(self) -> TrainingRequest | None:
        start, rows = self._find_start(), list(self._history.corrections())
        made = (path.stat().st_mtime for path in self._own_models())
        new = approved_since(max(made, default=0.0), rows)
        if start.lacks or new < ENOUGH:
            return None
        return TrainingRequest(start.free_name, ())

    def _tell_due(self, request: TrainingRequest | None) -> None:
        if request is not None:
            self.due.emit(request)

    def _own_models(self) -> Iterator[Path]:
        """Yield the descriptions of all models fine-tuned for the user, in use or not."""
        for path in (self._paths.data / "models").glob(f"*/{DESCRIPTION}"):
            if "fine_tuned" in load_bundle(path.parent).description:
                yield path

    def _tell_change(self, _: object) -> None:
        self._run(lambda: active_model(self._paths), self.model_changed.emit)
        self._run(self._find_start, self.prepared.emit)

    def _train(self, request: TrainingRequest) -> Event:
        event: Event = {"event": "cancelled"}
        with ExitStack() as stack:
            texts = [*request.texts, *stack.enter_context(self._lessons())]
            process = stack.enter_context(TrainingProcess(self._options(request, texts)))
            self._process = process
            stack.callback(self._forget_process)
            if self._is_cancelled:
                process.ask_to_end()
            for event in process.events():
                if event["event"] == "stage":
                    self._tasks.call(self.stage_changed.emit, event["name"])
                elif event["event"] == "step":
                    self._tasks.call(self.stepped.emit, Step.of(event))
        return event

    def _forget_process(self) -> None:
        self._process = None

    def _options(self, request: TrainingRequest, texts: Sequence[Path]) -> list[str]:
        if_better = bool(self._preferences.get("training.activates_when_better"))
        activation = "if-better" if if_better else "never"
        names = [str(text.absolute()) for text in texts]
        return [f"--name={request.name}", f"--activate={activation}", "--texts", *names]

    @contextmanager
    def _lessons(self) -> Iterator[list[Path]]:
        """Write the lessons of the approved corrections, with text and times, as JSON lines.

        `training.finetuning.texts` reads them.
        """
        found = lessons(self._history.corrections())
        self._paths.data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._paths.data, prefix=_TEXTS) as folder:
            path = Path(folder) / "corrections.lessons"
            path.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in found), "utf-8")
            yield [path] if found else []

    def _end(self, last: Event) -> None:
        self._is_running = False
        if last["event"] == "done":
            self.ended.emit(Outcome.of(last))
            if last["is_active"]:
                self.model_changed.emit(last["name"])
            self._run(self._find_start, self.prepared.emit)
        else:
            self.cancelled.emit()

    def _end_badly(self, error: Exception) -> None:
        self._is_running = False
        if self._is_cancelled:
            self.cancelled.emit()
        elif isinstance(error, ValueError):  # a line that is not JSON
            self.failed.emit(self.tr("The training process sent something unreadable."))
        else:
            self._fail(error)


_TEXTS = ".training-"


def _counted(path: Path) -> Material:
    try:
        words = sum(1 for _ in read_transcript(path).words())
    except (FermataError, OSError) as error:
        return Material(path.name, 0, path=path, problem=explain(error))
    return Material(path.name, words, path=path)


def _free_name(start: str, paths: Paths) -> str:
    """Return an unused model name: "en-own", then "en-own-2" and so on."""
    base = start if "-own" in start else f"{start}-own"
    base = base.rpartition("-own")[0] + "-own"
    taken = {path.name for folder in paths.punctuation_models for path in folder.glob("*")}
    names = (base if number == 1 else f"{base}-{number}" for number in range(1, 10_000))
    return next(name for name in names if name not in taken)
