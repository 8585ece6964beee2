"""Runs the work on models in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.dictation.events import State
from app.preferences.live_preferences import LivePreferences
from app.tasks import Lane, TaskRunner
from app.ui.language.messages import explain
from app.ui.models.entries import (
    ModelEntry,
    RecogniserChoice,
    model_entries,
)
from engine.errors import FermataError, ModelExistsError, ModelNotFoundError
from engine.messages import Message
from engine.models.active import activate_model
from engine.models.installed import InstalledModel, installed_models
from engine.paths import Paths
from engine.settings import RECOGNISERS

if TYPE_CHECKING:
    from engine.models.download import Progress, RetryPolicy
    from engine.models.install import Phase

_NETWORK = Lane("download", threads=2)
_DISK = Lane("models")
_T = TypeVar("_T")
_BROKEN = Message("It could not be loaded; its files may be damaged.")


@dataclass(slots=True)
class _Fetch:
    """A download that is waiting or running."""

    stop: threading.Event = field(default_factory=threading.Event)
    is_cancelled: bool = False


class ModelsController(QObject):
    """Lists, downloads, imports, verifies, removes and activates models.

    Every method returns at once.

    Attributes:
        is_dictating: Whether a dictation is running, possibly with another model than the chosen
            one.

    Signals:
        listed(object): Every model, a tuple of `ModelEntry`.
        progressed(str, str, object): Name of a model, the `Phase` of its download, `Progress`.
        paused(str): A download was stopped; what has arrived is kept.
        installed(str): A model is now installed.
        failed(str, str): Name of a model, and a sentence that says what went wrong.
        name_taken(object, str, str): What was not imported, an unused name, and a sentence.
        verified(str, str): Name of a model, and the result: "files", "layout", or what is wrong.
        used(str): The kind of model for which another one is now used.
    """

    listed = Signal(object)
    progressed = Signal(str, str, object)
    paused = Signal(str)
    installed = Signal(str)
    failed = Signal(str, str)
    name_taken = Signal(object, str, str)
    verified = Signal(str, str)
    used = Signal(str)

    def __init__(
        self,
        paths: Paths,
        preferences: LivePreferences,
        tasks: TaskRunner,
        policy: RetryPolicy | None = None,
    ) -> None:
        super().__init__()
        self._paths, self._preferences, self._tasks = paths, preferences, tasks
        self._policy = policy
        self.is_dictating = False
        self._fetches: dict[str, _Fetch] = {}
        self._hears: str | None = None  # None before the first listing
        self._companions: dict[str, ModelEntry] = {}
        self._entries: tuple[ModelEntry, ...] = ()
        self._broken: set[str] = set()  # models that could not be loaded
        self.installed.connect(self._use_companion)
        preferences.changed.connect(self._follow)

    def refresh(self) -> None:
        choice = RecogniserChoice(
            str(self._preferences.get("models.recogniser")),
            str(self._preferences.get("models.speech_model")),
            tuple(str(self._preferences.get("models.languages")).split()),
        )
        server = self._server()
        self._run("", lambda: model_entries(self._paths, choice, server), self._list)

    def follow(self, state: State) -> None:
        """Follow the state of the dictation."""
        self.is_dictating = state is not State.STOPPED

    def is_fetching(self, name: str) -> bool:
        return name in self._fetches

    def download(self, name: str) -> None:
        if name in self._fetches:
            return
        fetch = self._fetches[name] = _Fetch()
        server = self._server()

        def done(folder: Path | None) -> None:
            del self._fetches[name]
            self.refresh()
            if folder is None:
                self.paused.emit(name)
            else:
                self.installed.emit(name)
                self.used.emit("speech")

        def fail(error: Exception) -> None:
            del self._fetches[name]
            self.refresh()
            self._fail(name, error)

        self._tasks.run(_NETWORK, lambda: self._fetch(name, server, fetch), done, fail)

    def pause(self, name: str) -> None:
        if name in self._fetches:
            self._fetches[name].stop.set()

    def cancel(self, name: str) -> None:
        fetch = self._fetches.get(name)
        if fetch is not None:
            fetch.is_cancelled = True
            fetch.stop.set()
        else:
            server = self._server()
            self._run(name, lambda: self._forget(name, server), lambda _: self.refresh())

    def import_from(self, source: Path, name: str = "") -> None:
        """Install a model; if its name is taken, `name_taken` suggests another."""
        from engine.models.install import Job, import_model, user_folder

        def done(folder: Path) -> None:
            self.installed.emit(folder.name)
            is_speech = folder.parent == user_folder("speech", self._paths)
            self._tell_used("speech" if is_speech else "punctuation")

        job = Job(threading.Event())
        self._tasks.run(
            _DISK,
            lambda: import_model(source, self._paths, job, name),
            done,
            lambda error: self._fail_to_import(source, error),
        )

    def remove(self, entry: ModelEntry) -> None:
        self._run(entry.name, lambda: self._remove(entry), self._tell_used)

    def verify(self, entry: ModelEntry) -> None:
        """Compare a model's files with their checksums; `verified` reports the result."""

        def done(found: str) -> None:
            self.verified.emit(entry.name, found)

        self._run(entry.name, lambda: self._verify(entry), done)

    def use(self, entry: ModelEntry) -> None:
        if entry.kind == "speech":
            kind = next(kind for kind, name in RECOGNISERS.items() if name == entry.engine)
            self._preferences.set("models.speech_model", entry.name)
            self._preferences.set("models.recogniser", kind)
        else:
            self.speak("")
            self._run(entry.name, lambda: self._activate(entry.name), self._tell_used)

    def speak(self, *languages: str) -> None:
        """Set the languages spoken; "" for those of the punctuation model in use."""
        self._preferences.set("models.languages", " ".join(languages))

    def use_with(self, name: str, companion: ModelEntry) -> None:
        """Also use another model, as soon as the one with this name is installed."""
        self._companions[name] = companion

    def download_again(self, entry: ModelEntry) -> None:
        """Replace a model that cannot be loaded, and use it once it is installed."""

        def done(_: str) -> None:
            self.refresh()
            self.download(entry.name)

        self.use_with(entry.name, entry)
        self._run(entry.name, lambda: self._remove(entry), done)

    def replace_broken(self, other: str) -> str:
        """Mark the speech model in use as broken, and use another one from now on.

        Return the name of the broken one.
        """
        speech = {it.name: it for it in self._entries if it.kind == "speech"}
        active = next((name for name, it in speech.items() if it.is_active), "")
        broken = str(self._preferences.get("models.speech_model")) or active
        self._broken.add(broken)
        if other in speech:
            self.use(speech[other])
        self.refresh()
        return broken

    def close(self) -> None:
        for fetch in self._fetches.values():
            fetch.stop.set()

    def _list(self, entries: tuple[ModelEntry, ...]) -> None:
        """Switch recognisers if one was added or removed outside Fermata."""
        entries = self._entries = tuple(map(self._judged, entries))
        hears = next((it.name for it in entries if it.kind == "speech" and it.is_active), "")
        is_other, self._hears = self._hears not in {None, hears}, hears
        self.listed.emit(entries)
        if is_other:
            self.used.emit("speech")

    def _follow(self, key: str) -> None:
        if key in {"models.recogniser", "models.speech_model", "models.languages"}:
            self.used.emit("speech")
            self.refresh()
        elif key == "advanced.download_base_url":
            self.refresh()

    def _judged(self, entry: ModelEntry) -> ModelEntry:
        """Return the entry, marked as damaged if the model could not be loaded."""
        is_here = entry.kind == "speech" and entry.origin != "online"
        if not is_here or entry.name not in self._broken:
            return entry
        return replace(entry, is_active=False, problem=entry.problem or _BROKEN)

    def _use_companion(self, name: str) -> None:
        self._broken.discard(name)
        if name in self._companions:
            self.use(self._companions.pop(name))

    def _server(self) -> str:
        return str(self._preferences.get("advanced.download_base_url"))

    def _run(self, name: str, work: Callable[[], _T], on_done: Callable[[_T], object]) -> None:
        self._tasks.run(_DISK, work, on_done, lambda error: self._fail(name, error))

    def _fail(self, name: str, error: Exception) -> None:
        if isinstance(error, FermataError | OSError):
            self.failed.emit(name, explain(error))
            return
        # the translated sentence of the files controller
        sentence = QCoreApplication.translate("FilesController", "Something went wrong; try again.")
        self.failed.emit(name, sentence)

    def _fail_to_import(self, source: Path, error: Exception) -> None:
        if isinstance(error, ModelExistsError):
            self.name_taken.emit(source, error.free_name, explain(error))
        else:
            self._fail(source.name, error)

    def _tell_used(self, kind: str) -> None:
        self.used.emit(kind)
        self.refresh()

    def _fetch(self, name: str, server: str, fetch: _Fetch) -> Path | None:
        from engine.models.catalogue import find_model, load_catalogue
        from engine.models.download import RetryPolicy
        from engine.models.install import Job, fetch_model, forget_download

        model = find_model(name, load_catalogue(self._paths, server))

        def report(phase: Phase, progress: Progress) -> None:
            self._tasks.call(self.progressed.emit, name, phase, progress)

        folder = None
        try:
            folder = fetch_model(
                model, self._paths, Job(fetch.stop, report), self._policy or RetryPolicy()
            )
        finally:
            if fetch.is_cancelled and folder is None:
                forget_download(model, self._paths)
        return folder

    def _forget(self, name: str, server: str) -> None:
        from engine.models.catalogue import find_model, load_catalogue
        from engine.models.install import forget_download

        forget_download(find_model(name, load_catalogue(self._paths, server)), self._paths)

    def _remove(self, entry: ModelEntry) -> str:
        from engine.models.install import remove_model

        model = self._found(entry)
        remove_model(model, self._paths)
        return model.kind

    def _verify(self, entry: ModelEntry) -> str:
        from engine.models.verify import verify_model

        try:
            return verify_model(self._found(entry))
        except FermataError as error:
            return explain(error)

    def _activate(self, name: str) -> str:
        activate_model(name, self._paths)
        return "punctuation"

    def _found(self, entry: ModelEntry) -> InstalledModel:
        for model in installed_models(self._paths):
            if (model.kind, model.name) == (entry.kind, entry.name):
                return model
        raise ModelNotFoundError("installed", entry.name)
