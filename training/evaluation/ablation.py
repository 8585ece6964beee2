"""Tables of ablations: runs of one budget that differ in one thing each, trained and measured.

Whatever is finished is kept: a killed table goes on where it stood.
"""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Protocol

import torch

from engine.atomic_file import replacing
from training.data.corpus import SUFFIX
from training.evaluation.mixture import Trained
from training.export.bundle import write_recipe_bundle
from training.loop.assembly import build_trainer
from training.loop.checkpoints import AVERAGE, WEIGHTS, checkpoints, read_tensors
from training.recipes.recipe import Recipe, Source, corpus_folder, read_recipe
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
        """Return a variant by name."""
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


_RESULT = "result.json"
_SPENT = "spent.json"
_FILES = {"average": AVERAGE, "last": WEIGHTS}
Figures = dict[str, float]


class Measuring(Protocol):
    """Says what trained models are worth."""

    def figures(self, trained: Trained) -> Figures: ...


@dataclass(frozen=True, slots=True)
class AblationRun:
    """Where a table of runs reads and writes; `corpora` holds the token files of the base."""

    ablation: Ablation
    corpora: Path
    work: Path
    measuring: Measuring

    def figures(self, variant: Variant) -> Figures:
        """Return the figures of a variant, training and measuring it where they are not there.

        Raises:
            OSError, ValueError: its corpora are missing, or its recipe is wrong.
            FileNotFoundError: its teacher, or a run that it is made of, has not been trained.
        """
        folder = self.work / variant.folder_name
        result = folder / _RESULT
        if not result.is_file():
            if not variant.of:
                self._train(variant)
            figures = self.measuring.figures(self._trained(variant)) | self._spent(variant)
            _write(result, figures)
        return _read(result)

    def _recipe(self, variant: Variant) -> Recipe:
        changes = [*self.ablation.changes, *variant.changes, f'name="{variant.folder_name}"']
        if variant.teacher:
            changes.append(f"distillation.weights={json.dumps(self._teacher(variant.teacher))}")
        recipe = read_recipe(self.ablation.base, changes)
        sources = recipe.sources
        if variant.more_sources:
            sources += self._other(variant).sources
        if variant.equal_weights:
            sources = tuple(replace(source, weight=1.0) for source in sources)
        return replace(recipe, sources=sources)

    def _other(self, variant: Variant) -> Recipe:
        return read_recipe(self.ablation.base.parent / variant.more_sources)

    def _teacher(self, name: str) -> Sequence[str]:
        return [str(self._last_checkpoint(Variant(name)) / "average.safetensors")]

    def _last_checkpoint(self, variant: Variant) -> Path:
        folder = self.work / variant.folder_name
        found = checkpoints(folder)
        if not found:
            raise FileNotFoundError(f"{variant.name} has no checkpoint in {folder}")
        return found[-1]

    def _train(self, variant: Variant) -> None:
        recipe = self._recipe(variant)
        self._link_corpora(variant, recipe)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        began, began_on_core = time.monotonic(), time.process_time()
        for _ in build_trainer(recipe, self.work, process=0, device=device).run():
            pass
        figures = {
            "million tokens": recipe.train.steps * recipe.train.tokens_a_step / 1e6,
            "minutes": (time.monotonic() - began) / 60,
            "core minutes": (time.process_time() - began_on_core) / 60,
        }
        spent = self.work / recipe.name / _SPENT
        if not spent.is_file():  # a run that was finished before does not train again
            _write(spent, figures)

    def _link_corpora(self, variant: Variant, recipe: Recipe) -> None:
        place = corpus_folder(self.work, recipe)
        place.mkdir(parents=True, exist_ok=True)
        for source, folder in self._prepared(variant, recipe):
            link = place / f"{source.name}{SUFFIX}"
            if not link.exists():
                link.symlink_to((folder / link.name).resolve(), target_is_directory=True)

    def _prepared(self, variant: Variant, recipe: Recipe) -> Iterator[tuple[Source, Path]]:
        """Yield each source of a variant's recipe and the folder that its token files are in."""
        own = self.work / variant.prepared / "corpora" if variant.prepared else self.corpora
        added = self._other(variant) if variant.more_sources else None
        count = len(recipe.sources) - (len(added.sources) if added else 0)
        for source in (*recipe.sources[:count], *recipe.held_out):
            yield source, own
        if added:
            for source in added.sources:
                yield source, corpus_folder(self.work, added)

    def _members(self, variant: Variant) -> Iterator[Variant]:
        for name in variant.of:
            yield self.ablation.variant(name)
        if not variant.of:
            yield variant

    def _trained(self, variant: Variant) -> Trained:
        recipes = [self._recipe(member) for member in self._members(variant)]
        bundles = [
            self._bundle(member, recipe, variant.weights)
            for member, recipe in zip(self._members(variant), recipes, strict=True)
        ]
        longest = max(recipe.train.longest_window_tokens for recipe in recipes)
        return Trained(tuple(bundles), longest, variant.predictions)

    def _spent(self, variant: Variant) -> Figures:
        """Return what the training took, of all members together."""
        total: Figures = {}
        for member in self._members(variant):
            spent = _read(self.work / member.folder_name / _SPENT)
            total = {name: total.get(name, 0.0) + value for name, value in spent.items()}
        return total

    def _bundle(self, variant: Variant, recipe: Recipe, which: str) -> Path:
        weights = read_tensors(self._last_checkpoint(variant), _FILES[which])
        bundle = self.work / recipe.name / f"bundle-{which}"
        write_recipe_bundle(recipe, weights, bundle)
        return bundle


def _write(path: Path, figures: Figures) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as stream:
        stream.write(json.dumps(figures).encode())


def _read(path: Path) -> Figures:
    found: Figures = json.loads(path.read_text(encoding="utf-8"))
    return found
