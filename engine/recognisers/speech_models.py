"""Finds the speech models that are installed, and chooses a recogniser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.errors import ModelFormatError, ModelNotFoundError, SettingsError
from engine.messages import Message
from engine.paths import Paths
from engine.recognisers.model_languages import fitting_best
from engine.recognisers.sherpa_models import is_sherpa_model, read_sherpa_model
from engine.settings import RecogniserSettings

RecogniserKind = Literal["vosk", "pocketsphinx", "sherpa"]

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
    """Which recogniser to start.

    Attributes:
        kind: what runs.
        speech_model: its model's folder; None where it has its own.
        hot_words: words to expect more than the model does; only sherpa-onnx transducers can.
    """

    kind: RecogniserKind
    speech_model: Path | None = None
    hot_words: tuple[str, ...] = ()

    @property
    def partials_grow(self) -> bool:
        """Whether finals extend their partials instead of revising them."""
        return self.kind != "pocketsphinx"


def installed_speech_models(paths: Paths) -> tuple[Path, ...]:
    """Return the speech model folders of this system, in the order of `paths.speech_models`."""
    found = (folder for root in paths.speech_models for folder in _models_in(root))
    return tuple(dict.fromkeys(found))


def choose_recogniser(
    kind: str,
    speech_model: str | Path | None,
    paths: Paths,
    *,
    languages: Sequence[str] = (),
    hot_words: Sequence[str] = (),
) -> RecogniserSpec:
    """Return what to start: with "auto", an installed model, else PocketSphinx.

    Args:
        kind: which recogniser is asked for.
        speech_model: the name or folder of a model; None for the installed one that hears most of
            the languages, or the first one where none are wanted.
        paths: where models are looked for.
        languages: codes of those that will be spoken; empty where unknown.
        hot_words: words to expect, where the recogniser can.

    Raises:
        ModelNotFoundError: no such model, or none at all for the recogniser.
        ModelFormatError: the model's folder lacks a part.
        SettingsError: a model was named for PocketSphinx, which has its own.
    """
    if kind == "pocketsphinx":
        if speech_model is not None:
            raise SettingsError("speech_model", "PocketSphinx has a model of its own")
        return RecogniserSpec("pocketsphinx")
    installed = installed_speech_models(paths)
    if speech_model is None and kind != "auto":
        installed = tuple(folder for folder in installed if kind_of_model(folder) == kind)
    if kind == "auto" and speech_model is None and not installed:
        return RecogniserSpec("pocketsphinx")
    folder = _wanted(speech_model, installed, paths, languages)
    found: RecogniserKind = "sherpa" if _is_for_sherpa(folder, kind) else "vosk"
    if found == "sherpa":
        read_sherpa_model(folder)
    else:
        check_vosk_model(folder)
    return RecogniserSpec(found, folder, tuple(hot_words) if found == "sherpa" else ())


def recogniser_of(settings: RecogniserSettings, paths: Paths) -> RecogniserSpec:
    """Return the recogniser that the settings ask for.

    Raises:
        As `choose_recogniser`.
    """
    return choose_recogniser(
        settings.kind,
        settings.speech_model,
        paths,
        languages=settings.languages,
        hot_words=settings.hot_words,
    )


def kind_of_model(folder: Path) -> Literal["vosk", "sherpa"] | None:
    """Return what runs a folder's model, judged by its files; None where there is none."""
    if any((folder / name).is_file() for name in ("am/final.mdl", "final.mdl")):
        return "vosk"
    return "sherpa" if is_sherpa_model(folder) else None


def check_speech_model(folder: Path) -> None:
    """Check that the files are there without which a model's recogniser cannot start.

    Raises:
        ModelFormatError: one of them is missing or empty, or does not fit the others.
    """
    if kind_of_model(folder) == "sherpa":
        read_sherpa_model(folder)
    else:
        check_vosk_model(folder)


def check_vosk_model(folder: Path) -> None:
    """Check that the files are there without which Vosk aborts.

    Raises:
        ModelFormatError: one of them is missing or empty.
    """
    flat = (folder / "final.mdl").is_file() and not (folder / "am").exists()
    for names in _FLAT_LAYOUT if flat else _LAYOUT:
        if not any(_has_content(folder / name) for name in names):
            reason = Message("{file} is missing or empty", file=" or ".join(names))
            raise ModelFormatError(folder, reason)


def _is_for_sherpa(folder: Path, kind: str) -> bool:
    return kind == "sherpa" or (kind == "auto" and kind_of_model(folder) == "sherpa")


def _wanted(
    speech_model: str | Path | None,
    installed: tuple[Path, ...],
    paths: Paths,
    languages: Sequence[str],
) -> Path:
    if speech_model is None:
        if installed:
            return _best_whole(installed, languages)
        raise ModelNotFoundError("speech", "", paths.speech_models)
    for folder in installed:
        if folder.name == str(speech_model):
            return folder
    if Path(speech_model).is_dir():
        return Path(speech_model)
    raise ModelNotFoundError("speech", str(speech_model), paths.speech_models)


def _best_whole(installed: Sequence[Path], languages: Sequence[str]) -> Path:
    """Return the complete model that fits best."""
    names = fitting_best(dict.fromkeys(folder.name for folder in installed), languages)
    ordered = sorted(installed, key=lambda folder: names.index(folder.name))
    problems: list[ModelFormatError] = []
    for folder in ordered:
        try:
            check_speech_model(folder)
        except ModelFormatError as error:
            problems.append(error)
        else:
            return folder
    raise problems[0]


def _models_in(root: Path) -> Iterator[Path]:
    if kind_of_model(root):
        yield root
    else:
        yield from filter(kind_of_model, _folders(root))


def _folders(root: Path) -> Iterable[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir())
    except OSError:  # missing, or not ours to read: no models there
        return ()


def _has_content(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
