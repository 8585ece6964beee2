"""What the list of models shows: installed and downloadable ones as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.errors import FermataError
from engine.messages import Reason
from engine.models.active import active_model
from engine.models.installed import InstalledModel, installed_models
from engine.models.spoken_languages import spoken_languages
from engine.paths import Paths
from engine.recognisers.speech_models import name_of_model, packaged_models, recogniser_of
from engine.settings import RecogniserSettings

if TYPE_CHECKING:
    from engine.models.catalogue import CatalogueModel

Origin = Literal["bundled", "own", "system", "online"]


@dataclass(frozen=True, slots=True)
class Score:
    """A measurement: word errors (fewer is better) or micro F1 (more is better), in per cent."""

    measure: Literal["word_errors", "f1"]
    percent: float
    benchmark: str


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model.

    Attributes:
        kind: Kind of model.
        name: Unique within its kind.
        title: Name shown to users.
        engine: What runs it.
        origin: Came with Fermata, the user's own, elsewhere on this system, or not installed.
        languages: Codes of its languages.
        size_bytes: Size on disk, or of the archive if not installed. None if unknown.
        licences: Of the model, or of the texts it was trained on.
        score: Its accuracy, if known.
        checksum: Kind of checksum for a download; empty if there is none, or once installed.
        is_active: It is in use.
        is_removable: Fermata installed it.
        is_recommended: The catalogue recommends it.
        received_bytes: How much of a download has arrived.
        offered: Its catalogue entry; None if there is none.
        problem: Why it cannot be used; empty if it can.
    """

    kind: Literal["punctuation", "speech", "speakers"]
    name: str
    title: str
    engine: str
    origin: Origin
    languages: tuple[str, ...] = ()
    size_bytes: int | None = None
    licences: tuple[str, ...] = ()
    score: Score | None = None
    checksum: str = ""
    is_active: bool = False
    is_removable: bool = False
    is_recommended: bool = False
    received_bytes: int = 0
    offered: CatalogueModel | None = None
    problem: Reason = ""


@dataclass(frozen=True, slots=True)
class RecogniserChoice:
    """The choice in the preferences; `speech_model` is empty for the best one installed.

    `languages` holds the codes of the languages spoken; empty for those of the active punctuation
    model.
    """

    kind: str = "auto"
    speech_model: str = ""
    languages: tuple[str, ...] = ()


def model_entries(
    paths: Paths, choice: RecogniserChoice, base_url: str = ""
) -> tuple[ModelEntry, ...]:
    """Return the installed models, then those that can be downloaded.

    Raises:
        ModelFormatError: The user's own catalogue cannot be read.
    """
    from engine.models.catalogue import load_catalogue

    catalogue = load_catalogue(paths, base_url)
    known = {model.name: model for model in catalogue}
    first: dict[tuple[str, str], InstalledModel] = {}
    for model in installed_models(paths):
        first.setdefault((model.kind, model.name), model)
    active = {("punctuation", active_model(paths)), ("speech", _active_speech(paths, choice))}
    here = [_installed(model, paths, known.get(model.name)) for model in first.values()]
    here = [replace(entry, is_active=(entry.kind, entry.name) in active) for entry in here]
    names = {entry.name for entry in here if entry.kind != "punctuation"}
    return (*here, *(_online(model, paths) for model in catalogue if model.name not in names))


def smaller_recogniser(entries: Sequence[ModelEntry], spoken: tuple[str, ...]) -> ModelEntry | None:
    """Return the largest installed recogniser that is smaller than the active one.

    It must recognise the spoken languages that the active one does. None if there is none.
    """
    here = [
        it for it in entries if it.kind == "speech" and it.origin != "online" and not it.problem
    ]
    active = next((it for it in here if it.is_active), None)
    if active is None:
        return None
    heard = set(active.languages)
    needed = heard & set(spoken) or set(spoken) or heard
    fitting = [it for it in here if _size(it) < _size(active) and needed <= set(it.languages)]
    return max(fitting, key=_size, default=None)


def _size(entry: ModelEntry) -> int:
    return entry.size_bytes or 0


def _active_speech(paths: Paths, choice: RecogniserChoice) -> str:
    try:
        spoken = choice.languages or spoken_languages(active_model(paths), paths)
        wanted = RecogniserSettings(choice.kind, choice.speech_model or None, spoken)
        spec = recogniser_of(wanted, paths)
    except FermataError:
        return ""
    return name_of_model(spec.speech_model)


def _installed(model: InstalledModel, paths: Paths, offered: CatalogueModel | None) -> ModelEntry:
    from engine.models.install import is_removable

    is_own = is_removable(model, paths)
    is_bundled = model.folder.is_relative_to(paths.assets) or model.folder in packaged_models()
    return ModelEntry(
        kind=model.kind,
        name=model.name,
        title=offered.title if offered else _title(model),
        engine=model.engine,
        origin="own" if is_own else "bundled" if is_bundled else "system",
        languages=model.languages or (offered.languages if offered else ()),
        size_bytes=model.size_bytes,
        licences=model.licences or ((offered.licence,) if offered and offered.licence else ()),
        score=_score(model.scores) if model.scores else _error_rate(offered),
        is_removable=is_own,
        offered=offered,
        problem=model.problem or "",
    )


def _title(model: InstalledModel) -> str:
    """Return the name of a model's folder, with "Whisper" if that only states the size."""
    is_bare = model.engine == "Whisper" and "whisper" not in model.name.lower()
    return f"Whisper {model.name}" if is_bare else model.name


def _online(model: CatalogueModel, paths: Paths) -> ModelEntry:
    from engine.models.install import downloaded_bytes

    return ModelEntry(
        kind=model.kind,
        name=model.name,
        title=model.title,
        engine=model.engine,
        origin="online",
        languages=model.languages,
        size_bytes=model.size_bytes,
        licences=(model.licence,) if model.licence else (),
        score=_error_rate(model),
        checksum=model.check,
        is_recommended=model.is_recommended,
        received_bytes=downloaded_bytes(model, paths),
        offered=model,
    )


def _error_rate(model: CatalogueModel | None) -> Score | None:
    for name, rate in model.word_error_rates.items() if model else ():
        return Score("word_errors", rate, name)
    return None


def _score(scores: Mapping[str, Any]) -> Score | None:
    for name, value in scores.items():
        figure = value.get("micro_f1") if isinstance(value, Mapping) else value
        if isinstance(figure, int | float):
            data = name.partition(":")[0]
            return Score("f1", figure * 100 if figure <= 1 else figure, data)
    return None
