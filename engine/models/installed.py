"""Lists the models on this system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from engine.errors import ModelFormatError
from engine.messages import Reason
from engine.network.bundle import Bundle, list_bundles, load_bundle
from engine.paths import Paths
from engine.recognisers.speakers import check_speaker_model, speaker_models
from engine.recognisers.speech_models import (
    check_speech_model,
    installed_speech_models,
    kind_of_model,
    languages_of_model,
    name_of_model,
    packaged_models,
    whisper_network,
)
from engine.settings import RECOGNISERS


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model folder.

    Attributes:
        languages: Language codes; empty if unknown.
        licences: Licences of its training data, without duplicates.
        scores: Benchmark names and values.
        problem: Why it cannot be used; None if it can.
    """

    kind: Literal["punctuation", "speech", "speakers"]
    engine: str
    name: str
    folder: Path
    languages: tuple[str, ...] = ()
    size_bytes: int = 0
    licences: tuple[str, ...] = ()
    training_data: tuple[str, ...] = ()
    scores: Mapping[str, Any] | None = None
    problem: Reason | None = None


def installed_models(paths: Paths) -> list[InstalledModel]:
    """Return every model found, each checked; the first with a name is the one in use."""
    return [*_punctuation_models(paths), *_speech_models(paths), *_speaker_models(paths)]


def _punctuation_models(paths: Paths) -> Iterator[InstalledModel]:
    for folder in list_bundles(paths.punctuation_models):
        try:
            yield _described(load_bundle(folder))
        except ModelFormatError as error:
            size = folder_size_bytes(folder)
            yield InstalledModel(
                "punctuation", "Fermata", folder.name, folder, (), size, problem=error.reason
            )


def _described(bundle: Bundle) -> InstalledModel:
    listed, scores = (bundle.description.get(name) for name in ("training", "scores"))
    training = (
        [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    )
    return InstalledModel(
        kind="punctuation",
        engine="Fermata",
        name=bundle.name,
        folder=bundle.folder,
        languages=bundle.languages,
        size_bytes=folder_size_bytes(bundle.folder),
        licences=tuple(dict.fromkeys(str(item.get("licence", "unstated")) for item in training)),
        training_data=tuple(str(item.get("data", "?")) for item in training),
        scores=scores if isinstance(scores, dict) else None,
    )


def _speech_models(paths: Paths) -> Iterator[InstalledModel]:
    for folder in installed_speech_models(paths):
        problem: Reason | None = None
        try:
            check_speech_model(folder)
        except ModelFormatError as error:
            problem = error.reason
        is_packaged = folder in packaged_models()
        elsewhere = [it for it in whisper_network(folder) if is_packaged and it.parent != folder]
        size = folder_size_bytes(folder) + sum(it.stat().st_size for it in elsewhere)
        engine = RECOGNISERS[kind_of_model(folder) or "vosk"]
        name, languages = name_of_model(folder), languages_of_model(folder)
        licences = ("MIT",) if is_packaged else ()
        yield InstalledModel(
            "speech", engine, name, folder, languages, size, licences, problem=problem
        )


def _speaker_models(paths: Paths) -> Iterator[InstalledModel]:
    for folder in speaker_models(paths):
        problem: Reason | None = None
        try:
            check_speaker_model(folder)
        except ModelFormatError as error:
            problem = error.reason
        size = folder_size_bytes(folder)
        yield InstalledModel(
            "speakers", "sherpa-onnx", folder.name, folder, size_bytes=size, problem=problem
        )


def folder_size_bytes(folder: Path) -> int:
    """Return the size of all files in a folder, counting unreadable ones as zero."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:  # a broken link
            continue
    return total
