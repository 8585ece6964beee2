"""Tables of ablations: runs of one budget that differ in one thing each, read from TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from training.recipes.tables import typed


@dataclass(frozen=True, slots=True)
class Variant:
    """One row: a run with `changes` to the base recipe, or what finished runs make together.

    Attributes:
        changes: `key=value`, see `training.recipes.recipe.read_recipe`.
        equal_weights: every source counts by its words alone.
        teacher: name of the variant that teaches this one, or nothing.
        prepared: name under which its token files were prepared, where not with the base's.
        more_sources: a recipe whose sources are added to the base's, prepared under its name.
        of: finished variants whose scores are summed; nothing is trained then.
        weights: `average`, or `last` for those of the last step.
        predictions: windows that each word is seen by.
    """

    name: str
    changes: tuple[str, ...] = ()
    equal_weights: bool = False
    teacher: str = ""
    prepared: str = ""
    more_sources: str = ""
    of: tuple[str, ...] = ()
    weights: str = "average"
    predictions: int = 2

    def __post_init__(self) -> None:
        if self.weights not in {"average", "last"}:
            raise ValueError(f"weights are average or last, not {self.weights!r}")
        if self.of and (self.changes or self.teacher or self.prepared or self.more_sources):
            raise ValueError(f"{self.name} is made of finished runs and cannot change any")
        if self.predictions < 1:
            raise ValueError(f"{self.name} is seen by no window")

    @property
    def folder_name(self) -> str:
        return "ablation-" + re.sub(r"\W+", "-", self.name.lower())


@dataclass(frozen=True, slots=True)
class Ablation:
    """A table of runs over one base recipe.

    Attributes:
        measured_on: `calls` (texts and calls of `en/dev` and `timed`) or `dev2012`,
            `hkcancor` or `mixed` (Mandarin, English and both together).
    """

    base: Path
    changes: tuple[str, ...]
    variants: tuple[Variant, ...]
    measured_on: str = "calls"

    def variant(self, name: str) -> Variant:
        """Return a variant by name.

        Raises:
            ValueError: there is none.
        """
        for variant in self.variants:
            if variant.name == name:
                return variant
        raise ValueError(f"no variant {name}")


def read_ablation(path: Path) -> Ablation:
    """Read a table of runs.

    Raises:
        ValueError: it is not TOML, or a key is unknown or missing; the message names the file.
    """
    try:
        with path.open("rb") as stream:
            table = tomllib.load(stream)
        variants = tuple(_variant(one) for one in table["variant"])
        measured_on = table.get("measured_on", "calls")
        base = path.parent / table["base"]
        return Ablation(base, tuple(table.get("changes", ())), variants, measured_on)
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def _variant(table: Mapping[str, Any]) -> Variant:
    unknown = set(table) - {one.name for one in fields(Variant)}
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    return typed(Variant, table, "variant")
