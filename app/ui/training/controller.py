"""Does the work of the training page: counts texts, runs the training process, changes models."""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.preferences.live_preferences import LivePreferences
from app.training_process import Event, TrainingProcess
from app.ui.language.sentences import explain
from app.ui.training.values import Material, Outcome, Start, Step, TrainingRequest
from engine.errors import FermataError
from engine.models.active import activate_model, active_model, roll_back
from engine.network.bundle import find_bundle, load_bundle
from engine.paths import Paths
from engine.transcripts.registry import read_transcript
from engine.transcripts.transcript import Slot

if TYPE_CHECKING:
    from app.history.store import HistoryStore


class TrainingController(QObject):
    """Every method returns at once; signals come from other threads, so queued where taken.

    Signals:
        prepared(object): a `Start`: what a new model would begin from.
        counted(object): a `Material`, for each text that was asked about.
        sessions_listed(object): the corrected sessions, a tuple of `Material`.
        stage_changed(str): what the process does now: "reading", "learning", ….
        stepped(object): a `Step`.
        ended(object): an `Outcome`: the new model is there.
        cancelled(): the process ended as it was asked to; nothing was changed.
        failed(str): what went wrong, in a sentence; nothing was changed.
        model_changed(str): the name of the model that is used from now on.
    """

    prepared = Signal(object)
    counted = Signal(object)
    sessions_listed = Signal(object)
    stage_changed = Signal(str)
    stepped = Signal(object)
    ended = Signal(object)
    cancelled = Signal()
    failed = Signal(str)
    model_changed = Signal(str)

    def __init__(
        self,
        paths: Paths,
        preferences: LivePreferences,
        history: HistoryStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._paths = paths
        self._preferences = preferences
        self._history = history
        self._disk = ThreadPoolExecutor(1, "training-texts")
        self._thread: Thread | None = None
        self._process: TrainingProcess | None = None
        self._is_cancelled = False
        self._is_running = False
        self._is_closed = False
        self._later(self._delete_leftovers)

    @property
    def is_running(self) -> bool:
        """True from `start` until the process has ended; false when that is told."""
        return self._is_running

    def refresh(self) -> None:
        """Ask what a new model would begin from, and which sessions were corrected."""
        self._later(self._prepare)
        self._later(self._list_sessions)

    def count(self, path: Path) -> None:
        """Ask how many words a text has; `counted` answers."""
        self._later(lambda: self.counted.emit(_counted(path)))

    def start(self, request: TrainingRequest) -> None:
        """Begin to train; nothing where it is running."""
        if not self._is_running:
            self._is_running, self._is_cancelled = True, False
            self._thread = Thread(target=self._train, args=(request,), name="training")
            self._thread.start()

    def cancel(self) -> None:
        """Ask the process to end; `cancelled` tells when it has tidied up."""
        self._is_cancelled = True
        if self._process is not None:
            self._process.ask_to_end()

    def activate(self, name: str) -> None:
        """Use a model from now on."""
        self._later(lambda: self._change(lambda: activate_model(name, self._paths)))

    def roll_back(self) -> None:
        """Use the model that was used before."""
        self._later(lambda: self._change(lambda: roll_back(self._paths)))

    def close(self) -> None:
        """Cancel what runs and wait until it has tidied up."""
        self._is_closed = True
        self.cancel()
        if self._thread is not None:
            self._thread.join()
        self._disk.shutdown(cancel_futures=True)

    def _later(self, work: Callable[[], None]) -> None:
        if not self._is_closed:
            self._disk.submit(self._guarded, work)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (FermataError, OSError) as error:
            self.failed.emit(explain(error))

    def _delete_leftovers(self) -> None:
        """A process that was killed while it trained has left texts of the history."""
        for folder in self._paths.data.glob(f"{_TEXTS}*"):
            shutil.rmtree(folder, ignore_errors=True)

    def _prepare(self) -> None:
        name = active_model(self._paths)
        bundle = load_bundle(find_bundle(name, self._paths.punctuation_models))
        missing = [it for it in _NEEDED if importlib.util.find_spec(it) is None]
        lacks = ",".join(missing) or ("" if bundle.float_weights else "weights")
        self.prepared.emit(Start(name, _free_name(name, self._paths), lacks))

    def _list_sessions(self) -> None:
        found = []
        for info in self._history.sessions() if self._history else ():
            session = self._history.session(info.number) if self._history else None
            if session is not None and session.is_corrected:
                words = len(session.text.split())
                found.append(Material(info.title, words, session=info.number))
        self.sessions_listed.emit(tuple(found))

    def _change(self, work: Callable[[], object]) -> None:
        work()
        self.model_changed.emit(active_model(self._paths))
        self._prepare()

    def _train(self, request: TrainingRequest) -> None:
        last: Event | Exception = {"event": "cancelled"}
        try:
            for event in self._run(request):
                last = event
                self._tell(event)
        except (FermataError, OSError, ValueError) as error:  # ValueError: a line that is no JSON
            last = error
        self._is_running = False
        self._tell_end(last)

    def _run(self, request: TrainingRequest) -> Iterator[Event]:
        """Yield what the process tells; it is gone when this ends."""
        with ExitStack() as stack:
            texts = [*request.texts, *stack.enter_context(self._written(request.sessions))]
            process = stack.enter_context(TrainingProcess(self._options(request, texts)))
            self._process = process
            stack.callback(self._forget_process)
            if self._is_cancelled:
                process.ask_to_end()
            yield from process.events()

    def _forget_process(self) -> None:
        self._process = None

    def _options(self, request: TrainingRequest, texts: Sequence[Path]) -> list[str]:
        if_better = bool(self._preferences.get("training.activates_when_better"))
        activation = "if-better" if if_better else "never"
        names = [str(text.absolute()) for text in texts]
        return [f"--name={request.name}", f"--activate={activation}", "--texts", *names]

    @contextmanager
    def _written(self, sessions: Sequence[int]) -> Iterator[list[Path]]:
        """Provide corrected sessions as files that are gone afterwards."""
        self._paths.data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._paths.data, prefix=_TEXTS) as folder:
            written = []
            for number in sessions if self._history else ():
                path = Path(folder) / f"session-{number}.txt"
                document = self._history.session(number).document if self._history else ""
                path.write_text(document or "", encoding="utf-8")
                written.append(path)
            yield written

    def _tell(self, event: Event) -> None:
        if event["event"] == "stage":
            self.stage_changed.emit(event["name"])
        elif event["event"] == "step":
            self.stepped.emit(Step.of(event))

    def _tell_end(self, last: Event | Exception) -> None:
        if isinstance(last, dict) and last["event"] == "done":
            self.ended.emit(Outcome.of(last))
            if last["is_active"]:
                self.model_changed.emit(last["name"])
            self._later(self._prepare)
        elif isinstance(last, dict) or self._is_cancelled:
            self.cancelled.emit()
        elif isinstance(last, FermataError | OSError):
            self.failed.emit(explain(last))
        else:
            self.failed.emit(self.tr("The training process tells something unreadable."))


_TEXTS = ".training-"
_NEEDED = ("torch", "safetensors", "onnx", "num2words", "rapidfuzz")


def _counted(path: Path) -> Material:
    try:
        words = sum(isinstance(part, Slot) for part in read_transcript(path).parts())
    except (FermataError, OSError) as error:
        return Material(path.name, 0, path=path, problem=explain(error))
    return Material(path.name, words, path=path)


def _free_name(start: str, paths: Paths) -> str:
    """Return a name that no model has: "en-own", then "en-own-2" and so on."""
    base = start if "-own" in start else f"{start}-own"
    base = base.rpartition("-own")[0] + "-own"
    taken = {path.name for folder in paths.punctuation_models for path in folder.glob("*")}
    names = (base if number == 1 else f"{base}-{number}" for number in range(1, 10_000))
    return next(name for name in names if name not in taken)
