"""Finds the speech models that are installed, and chooses a recogniser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.errors import ModelFormatError, ModelNotFoundError, SettingsError
from engine.paths import Paths

RecogniserKind = Literal["vosk", "pocketsphinx"]

# Vosk's newer layout and its older, flat one; of the files in one row any one will do
_LAYOUT = (
    ("am/final.mdl",),
    ("conf/mfcc.conf", "conf/fbank.conf"),
    ("conf/model.conf",),
    ("graph/HCLG.fst", "graph/HCLr.fst"),
)
_FLAT_LAYOUT = (("final.mdl",), ("mfcc.conf",), ("HCLG.fst", "HCLr.fst"))


@dataclass(frozen=True, slots=True)
class RecogniserSpec:
    """Which recogniser to start, with which model; `speech_model` is None where it has its own."""

    kind: RecogniserKind
    speech_model: Path | None = None

    @property
    def partials_grow(self) -> bool:
        """True where a final hypothesis extends its partials instead of revising them."""
        return self.kind == "vosk"


def installed_speech_models(paths: Paths) -> tuple[Path, ...]:
    """Return the Vosk model folders of this system, in the order of `paths.speech_models`."""
    found = (folder for root in paths.speech_models for folder in _models_in(root))
    return tuple(dict.fromkeys(found))


def choose_recogniser(
    kind: Literal["auto", "vosk", "pocketsphinx"], speech_model: str | Path | None, paths: Paths
) -> RecogniserSpec:
    """Return what to start: with "auto", Vosk where a model is installed, else PocketSphinx.

    Args:
        kind: which recogniser is asked for.
        speech_model: the name or folder of a Vosk model; None for the first one installed.
        paths: where models are looked for.

    Raises:
        ModelNotFoundError: no such model, or none at all for Vosk.
        ModelFormatError: the model's folder lacks a part.
        SettingsError: a model was named for PocketSphinx, which has its own.
    """
    if kind == "pocketsphinx":
        if speech_model is not None:
            raise SettingsError("speech_model", "PocketSphinx has a model of its own")
        return RecogniserSpec("pocketsphinx")
    installed = installed_speech_models(paths)
    if kind == "auto" and speech_model is None and not installed:
        return RecogniserSpec("pocketsphinx")
    folder = _wanted(speech_model, installed, paths)
    check_vosk_model(folder)
    return RecogniserSpec("vosk", folder)


def check_vosk_model(folder: Path) -> None:
    """Look for the files without which Vosk aborts.

    Raises:
        ModelFormatError: one of them is missing or empty.
    """
    flat = (folder / "final.mdl").is_file() and not (folder / "am").exists()
    for names in _FLAT_LAYOUT if flat else _LAYOUT:
        if not any(_has_content(folder / name) for name in names):
            raise ModelFormatError(folder, f"{' or '.join(names)} is missing or empty")


def _wanted(speech_model: str | Path | None, installed: tuple[Path, ...], paths: Paths) -> Path:
    if speech_model is None:
        if installed:
            return installed[0]
        raise ModelNotFoundError("speech", "", paths.speech_models)
    for folder in installed:
        if folder.name == str(speech_model):
            return folder
    if Path(speech_model).is_dir():
        return Path(speech_model)
    raise ModelNotFoundError("speech", str(speech_model), paths.speech_models)


def _models_in(root: Path) -> Iterator[Path]:
    if _is_model(root):
        yield root
    else:
        yield from filter(_is_model, _folders(root))


def _is_model(folder: Path) -> bool:
    return any((folder / name).is_file() for name in ("am/final.mdl", "final.mdl"))


def _folders(root: Path) -> Iterable[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:  # missing, or not ours to read: no models there
        return ()


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
