"""Recipes: what is trained, on what, and how; read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.augment import Noise

_ARCHITECTURES = ("token",)


@dataclass(frozen=True, slots=True)
class Source:
    """One corpus file: how many of its words are used, and whether unmarked lines stay."""

    name: str
    words: int
    keep_unmarked: bool = False
    licence: str = ""


@dataclass(frozen=True, slots=True)
class TrainSettings:
    """How a run goes; lengths in tokens, special tokens included."""

    steps: int
    tokens_a_step: int
    window_tokens: dict[str, float]
    learning_rate: float
    seed: int = 1
    warmup_steps: int = 100
    dropout: float = 0.1
    case_weight: float = 0.5
    label_smoothing: float = 0.0
    checkpoint_every_steps: int = 200
    ema_decay: float = 0.998


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole recipe file."""

    name: str
    languages: tuple[str, ...]
    architecture: str
    encoder: str
    train: TrainSettings
    noise: Noise = field(default_factory=Noise)
    sources: tuple[Source, ...] = ()
    always_written: Mapping[str, str] = field(default_factory=dict)


def read_recipe(path: Path) -> Recipe:
    """Read a recipe.

    Raises:
        ValueError: it is not TOML, a key is unknown or missing, or there is no such architecture;
            the message names the file.
    """
    try:
        with path.open("rb") as stream:
            recipe = _recipe(tomllib.load(stream))
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    if recipe.architecture not in _ARCHITECTURES:
        raise ValueError(f"{path}: no architecture {recipe.architecture!r}")
    return recipe


def _recipe(table: Mapping[str, Any]) -> Recipe:
    return Recipe(
        name=table["name"],
        languages=tuple(table["languages"]),
        architecture=table["architecture"],
        encoder=table["encoder"],
        train=TrainSettings(**table["train"]),
        noise=Noise(**table.get("noise", {})),
        always_written=dict(table.get("lexicon", {})),
        sources=tuple(Source(**source) for source in table.get("source", [])),
    )


def source_path(folder: Path, source: Source) -> Path:
    """Return the text file of a source, packed or not.

    Raises:
        FileNotFoundError: there is none.
    """
    for suffix in (".txt", ".txt.xz"):
        if (folder / (source.name + suffix)).is_file():
            return folder / (source.name + suffix)
    raise FileNotFoundError(f"no {source.name}.txt or .txt.xz in {folder}")


def corpus_folder(work: Path, recipe: Recipe) -> Path:
    """Return where a recipe's token files lie."""
    return work / recipe.name / "corpora"
