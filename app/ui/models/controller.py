"""Does what is done with models, away from the window's thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.preferences.live_preferences import LivePreferences
from app.ui.language.sentences import explain
from app.ui.models.entries import (
    RECOGNISERS,
    ModelEntry,
    RecogniserChoice,
    model_entries,
)
from engine.errors import FermataError, ModelNotFoundError
from engine.models.active import activate_model
from engine.models.catalogue import find_model, load_catalogue
from engine.models.download import Progress, RetryPolicy, forget
from engine.models.fetch import fetch_model, part_of
from engine.models.install import Job, Phase, import_model, remove_model
from engine.models.installed import InstalledModel, installed_models
from engine.models.verify import verify_model
from engine.paths import Paths

_log = logging.getLogger(__name__)
_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a download is; `total_bytes` None where nobody knows."""

    phase: Phase
    done_bytes: int
    total_bytes: int | None
    speed_bytes_a_s: float


@dataclass(slots=True)
class _Fetch:
    """A download that waits or runs."""

    stop: threading.Event = field(default_factory=threading.Event)
    is_cancelled: bool = False


class ModelsController(QObject):
    """Lists, downloads, imports, verifies, removes and activates models.

    Every method returns at once. Signals come from other threads, so queued where they are taken.

    Signals:
        listed(object): every model, a tuple of `ModelEntry`.
        progressed(str, object): the name of a model that is being fetched, and its `JobState`.
        paused(str): a download was stopped; what arrived is kept.
        installed(str): a model is here now.
        failed(str, str): the name of a model, and what went wrong in a sentence.
        verified(str, str): the name of a model, and what was found: "files", "layout", or why not.
        used(str): the kind of which another model is used from now on.
    """

    listed = Signal(object)
    progressed = Signal(str, object)
    paused = Signal(str)
    installed = Signal(str)
    failed = Signal(str, str)
    verified = Signal(str, str)
    used = Signal(str)

    def __init__(
        self,
        paths: Paths,
        preferences: LivePreferences,
        patience: RetryPolicy | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._paths = paths
        self._preferences = preferences
        self._patience = patience or RetryPolicy()
        self._network = ThreadPoolExecutor(_AT_ONCE, "download")
        self._disk = ThreadPoolExecutor(1, "models")
        self._fetches: dict[str, _Fetch] = {}
        self._is_closed = False
        preferences.changed.connect(self._follow)

    def refresh(self) -> None:
        """Look what there is; `listed` answers."""
        choice = RecogniserChoice(
            str(self._preferences.get("models.recogniser")),
            str(self._preferences.get("models.speech_model")),
        )
        self._later(self._disk, "", lambda: self._list(choice, self._server()))

    def is_fetching(self, name: str) -> bool:
        """Return whether a download waits or runs."""
        return name in self._fetches

    def download(self, name: str) -> None:
        """Begin a download, or go on with one."""
        if name not in self._fetches:
            fetch = self._fetches[name] = _Fetch()
            server = self._server()
            self._later(self._network, name, lambda: self._download(name, server, fetch))

    def pause(self, name: str) -> None:
        """Stop a download and keep what arrived."""
        if name in self._fetches:
            self._fetches[name].stop.set()

    def cancel(self, name: str) -> None:
        """Stop a download and delete what arrived."""
        fetch = self._fetches.get(name)
        if fetch is not None:
            fetch.is_cancelled = True
            fetch.stop.set()
        else:
            server = self._server()
            self._later(self._disk, name, lambda: self._forget(name, server))

    def import_from(self, source: Path) -> None:
        """Install a model from a folder or an archive."""
        self._later(self._disk, source.name, lambda: self._import(source))

    def remove(self, entry: ModelEntry) -> None:
        """Delete a model that Fermata installed."""
        self._later(self._disk, entry.name, lambda: self._remove(entry))

    def verify(self, entry: ModelEntry) -> None:
        """Compare a model's files with their checksums; `verified` answers."""
        self._later(self._disk, entry.name, lambda: self._verify(entry))

    def use(self, entry: ModelEntry) -> None:
        """Use a model from now on."""
        if entry.kind == "speech":
            kind = RECOGNISERS[entry.engine]
            is_own = kind == "pocketsphinx"
            self._preferences.set("models.speech_model", "" if is_own else entry.name)
            self._preferences.set("models.recogniser", kind)
        else:
            self._later(self._disk, entry.name, lambda: self._activate(entry.name))

    def close(self) -> None:
        """Stop everything and wait for it; downloads go on next time."""
        self._is_closed = True
        for fetch in list(self._fetches.values()):
            fetch.stop.set()
        self._network.shutdown(cancel_futures=True)
        self._disk.shutdown(cancel_futures=True)

    def _follow(self, key: str) -> None:
        if key in {"models.recogniser", "models.speech_model"}:
            self.used.emit("speech")
            self.refresh()
        elif key == "advanced.download_base_url":
            self.refresh()

    def _server(self) -> str:
        return str(self._preferences.get("advanced.download_base_url"))

    def _later(self, pool: ThreadPoolExecutor, name: str, work: Callable[[], None]) -> None:
        if not self._is_closed:
            pool.submit(self._guarded, name, work)

    def _guarded(self, name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except (FermataError, OSError) as error:
            self.failed.emit(name, explain(error))
        except Exception as error:  # noqa: BLE001  or nobody would ever hear of it
            _log.error("the model library failed with %s", type(error).__name__)
            # the files desk's sentence, which is translated
            sentence = QCoreApplication.translate(
                "FilesController", "Something went wrong; try again."
            )
            self.failed.emit(name, sentence)

    def _list(self, choice: RecogniserChoice, server: str) -> None:
        self.listed.emit(model_entries(self._paths, choice, server))

    def _download(self, name: str, server: str, fetch: _Fetch) -> None:
        folder = None
        try:
            model = find_model(name, load_catalogue(self._paths, server))
            job = Job(fetch.stop, lambda phase, progress: self._tell(name, phase, progress))
            folder = fetch_model(model, self._paths, job, self._patience)
        finally:
            del self._fetches[name]
            if fetch.is_cancelled and folder is None:
                self._forget(name, server)
            else:
                self.refresh()
        if folder is None:
            self.paused.emit(name)
        else:
            self.installed.emit(name)
            self.used.emit("speech")

    def _tell(self, name: str, phase: Phase, progress: Progress) -> None:
        state = JobState(
            phase, progress.received_bytes, progress.total_bytes, progress.speed_bytes_a_s
        )
        self.progressed.emit(name, state)

    def _forget(self, name: str, server: str) -> None:
        forget(part_of(find_model(name, load_catalogue(self._paths, server)), self._paths))
        self.refresh()

    def _import(self, source: Path) -> None:
        folder = import_model(source, self._paths, Job(threading.Event()))
        self.installed.emit(folder.name)
        self.refresh()

    def _remove(self, entry: ModelEntry) -> None:
        model = self._found(entry)
        remove_model(model, self._paths)
        self.used.emit(model.kind)
        self.refresh()

    def _verify(self, entry: ModelEntry) -> None:
        try:
            found: str = verify_model(self._found(entry))
        except FermataError as error:
            found = explain(error)
        self.verified.emit(entry.name, found)

    def _activate(self, name: str) -> None:
        activate_model(name, self._paths)
        self.used.emit("punctuation")
        self.refresh()

    def _found(self, entry: ModelEntry) -> InstalledModel:
        for model in installed_models(self._paths):
            if (model.kind, model.name) == (entry.kind, entry.name):
                return model
        raise ModelNotFoundError("installed", entry.name)
