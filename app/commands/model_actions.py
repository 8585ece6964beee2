"""What `fermata models` does besides listing."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from app.commands.console import note, say
from app.commands.progress_bar import Progress
from app.commands.wording import explain
from app.privacy import private_folder
from engine.errors import FermataError, ModelNotFoundError
from engine.models.catalogue import CatalogueModel, find_model, load_catalogue
from engine.models.download import Progress as Received
from engine.models.download import received_bytes
from engine.models.fetch import fetch_model, part_of
from engine.models.install import Job, Phase, import_model, remove_model
from engine.models.installed import InstalledModel, installed_models
from engine.models.verify import verify_model
from engine.paths import default_paths

_INTERRUPTED = 130


def download(arguments: argparse.Namespace) -> int:
    """Download a speech model and install it; Ctrl-C keeps what arrived."""
    paths = default_paths()
    private_folder(paths.data)
    model = find_model(arguments.name, load_catalogue(paths, arguments.server))
    stop = threading.Event()
    have = received_bytes(part_of(model, paths))
    with _bar(model) as bar, _interrupt_sets(stop):
        bar.advance(have)
        folder = fetch_model(model, paths, Job(stop, _Advance(bar, have)))
    if folder is None:
        say("Stopped; the same command goes on from here.")
        return _INTERRUPTED
    print(folder)
    if model.checksum is None:
        note("Its publisher gives no checksum: only its form was checked.")
    elif model.checksum.kind == "md5":
        note("Its publisher gives only MD5, which notices accidents but no forgery.")
    return 0


def import_(arguments: argparse.Namespace) -> int:
    """Install a model from a folder or an archive."""
    paths = default_paths()
    private_folder(paths.data)
    print(import_model(arguments.source, paths, Job(threading.Event())))
    return 0


def verify(arguments: argparse.Namespace) -> int:
    """Compare the files of models with their checksums; return 1 where one differs."""
    found = installed_models(default_paths())
    for name in arguments.names:
        _one_of(name, found)
    wanted = [model for model in found if not arguments.names or model.name in arguments.names]
    return max([_verified(model) for model in wanted], default=0)


def remove(arguments: argparse.Namespace) -> int:
    """Delete a model that Fermata installed."""
    paths = default_paths()
    model = _one_of(arguments.name, installed_models(paths))
    remove_model(model, paths)
    note(f"{model.name} is removed.")
    return 0


def _verified(model: InstalledModel) -> int:
    try:
        how = verify_model(model)
    except FermataError as error:
        print(f"! {model.name}: {explain(error)}")
        return 1
    if how == "files":
        print(f"+ {model.name}: every file is as it was made")
    else:
        print(f"+ {model.name}: nothing is missing (no checksums are known)")
    return 0


def _one_of(name: str, models: list[InstalledModel]) -> InstalledModel:
    for model in models:
        if model.name == name:
            return model
    raise ModelNotFoundError("installed", name)


def _bar(model: CatalogueModel) -> Progress:
    return Progress(model.name, model.size_bytes, "B")


class _Advance:
    """Moves a bar by what arrived since it was last told."""

    def __init__(self, bar: Progress, have: int) -> None:
        self._bar, self._have = bar, have

    def __call__(self, phase: Phase, received: Received) -> None:
        if phase == "downloading" and received.received_bytes > self._have:
            self._bar.advance(received.received_bytes - self._have)
            self._have = received.received_bytes


@contextmanager
def _interrupt_sets(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl-C end the download in good order, and a second one at once."""

    def interrupted(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        stop.set()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
