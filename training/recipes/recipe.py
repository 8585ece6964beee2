"""Recipes: what is trained, on what, and how; read from TOML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.punctuation.labels import PLAIN_MARKS, Mark
from training.architectures.sizes import SIZES, Sizes, TokenSizes
from training.data.augment import Placement
from training.data.noise import Noise, TimingNoise
from training.data.spoken_form import IGNORE
from training.loop.settings import (
    AveragingSettings,
    BesideSettings,
    DistillationSettings,
    LossSettings,
    OptimizerSettings,
    StageSettings,
    TrainSettings,
)
from training.recipes.tables import overridden, read_table, typed

_CHINESE = {"zh", "yue"}
_STYLES = {"": IGNORE, "written": 0, "spoken": 1}
_TABLES = {
    *("name", "languages", "architecture", "encoder", "start", "model", "train", "loss"),
    *("optimizer", "averaging", "stage", "distillation", "noise", "timing", "lexicon"),
    *("source", "held_out", "placement", "beside"),
}


@dataclass(frozen=True, slots=True)
class Source:
    """One corpus: how many of its words are used, how often, and whether unmarked lines stay.

    `weight` multiplies its share, which is that of its words; `style` is written, spoken or
    unknown; the first `skip` words are left out; `file` names the file if another source uses it
    too; `ends_unknown`: unmarked lines stay, and what ends them is not learnt.
    """

    name: str
    words: int
    keep_unmarked: bool = False
    licence: str = ""
    weight: float = 1.0
    style: str = ""
    skip: int = 0
    file: str = ""
    ends_unknown: bool = False

    def __post_init__(self) -> None:
        if self.style not in _STYLES:
            raise ValueError(f"{self.name}: the style is written or spoken, not {self.style!r}")

    @property
    def style_label(self) -> int:
        """0 for written, 1 for spoken, -100 if unknown."""
        return _STYLES[self.style]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole recipe file; `held_out` is only for measuring."""

    name: str
    languages: tuple[str, ...]
    architecture: str
    encoder: str
    train: TrainSettings
    sizes: Sizes = field(default_factory=TokenSizes)
    distillation: DistillationSettings = field(default_factory=DistillationSettings)
    noise: Noise = field(default_factory=Noise)
    timing: TimingNoise = field(default_factory=TimingNoise)
    placement: Placement = field(default_factory=Placement)
    start: str = ""
    sources: tuple[Source, ...] = ()
    held_out: tuple[Source, ...] = ()
    always_written: Mapping[str, str] = field(default_factory=dict)

    @property
    def marks(self) -> int:
        """Rows of the marks: Chinese has one more, the enumeration comma."""
        return len(Mark if _CHINESE & set(self.languages) else PLAIN_MARKS)


def read_recipe(path: Path, changes: Sequence[str] = ()) -> Recipe:
    """Read a recipe.

    Args:
        changes: `key=value` with dotted keys, for example `train.steps=100`; values as in TOML.

    Raises:
        ValueError: it is not TOML, a key is unknown or missing, a value has the wrong type, or its
            architecture or the recipe it extends does not exist; the message names the file.
    """
    try:
        return _recipe(overridden(read_table(path), changes))
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def _recipe(table: Mapping[str, Any]) -> Recipe:
    unknown = set(table) - _TABLES
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    if "beside" in table and table["architecture"] != "token":
        raise ValueError("[beside] goes with the architecture 'token' alone")
    return Recipe(
        name=table["name"],
        languages=tuple(table["languages"]),
        architecture=table["architecture"],
        encoder=table["encoder"],
        train=_train(table),
        sizes=_sizes(table["architecture"], table.get("model", {})),
        distillation=typed(DistillationSettings, table.get("distillation", {}), "distillation"),
        noise=typed(Noise, table.get("noise", {}), "noise"),
        timing=typed(TimingNoise, table.get("timing", {}), "timing"),
        placement=typed(Placement, table.get("placement", {}), "placement"),
        start=table.get("start", ""),
        always_written=dict(table.get("lexicon", {})),
        sources=_sources(table, "source"),
        held_out=_sources(table, "held_out"),
    )


def _sources(table: Mapping[str, Any], kind: str) -> tuple[Source, ...]:
    named = table.get(kind, {})
    if not isinstance(named, Mapping) or not all(isinstance(v, Mapping) for v in named.values()):
        raise TypeError(f"each {kind} is a table of its own, [{kind}.NAME]")
    return tuple(typed(Source, {**one, "name": name}, kind) for name, one in named.items())


def _train(table: Mapping[str, Any]) -> TrainSettings:
    return replace(
        typed(TrainSettings, table["train"], "train"),
        beside=typed(BesideSettings, table.get("beside", {}), "beside"),
        loss=typed(LossSettings, table.get("loss", {}), "loss"),
        optimizer=typed(OptimizerSettings, table.get("optimizer", {}), "optimizer"),
        averaging=typed(AveragingSettings, table.get("averaging", {}), "averaging"),
        stages=tuple(typed(StageSettings, one, "stage") for one in table.get("stage", [])),
    )


def _sizes(architecture: str, table: Mapping[str, Any]) -> Sizes:
    if architecture not in SIZES:
        raise ValueError(f"no architecture {architecture!r}; there is {', '.join(SIZES)}")
    return typed(SIZES[architecture], table, "model")


def source_path(folders: Sequence[Path], source: Source) -> Path:
    """Return the text file of a source, compressed or not, or its folder of aligned calls.

    Raises:
        FileNotFoundError: no folder has one.
    """
    name = source.file or source.name
    for folder in folders:
        for suffix in (".txt", ".txt.xz", ".tsv", ""):
            if (folder / (name + suffix)).exists():
                return folder / (name + suffix)
    places = ", ".join(str(folder) for folder in folders)
    raise FileNotFoundError(f"no {name}, {name}.txt or .txt.xz in {places}")


def corpus_folder(work: Path, recipe: Recipe) -> Path:
    return work / recipe.name / "corpora"
