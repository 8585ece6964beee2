"""Make the bundle of a published benchmark, from texts to scores, in one command.

What is already there is not made again, so a killed run can be resumed.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence
from pathlib import Path

from training.data.corpus import SUFFIX
from training.evaluation.bench.iwslt import english_talks, iwslt_rows
from training.evaluation.playing import load_model
from training.evaluation.table import print_rows
from training.recipes.recipe import corpus_folder, read_recipe

_RECIPES = Path(__file__).parent.parent / "recipes"
_CORPORA = {"iwslt": ("data/en/research", "data/iwslt")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("benchmark", choices=list(_CORPORA))
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="data folder")
    parser.add_argument("--recipe", type=Path, help="instead of the benchmark's own")
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--predictions", type=int, default=3, help="windows a word")
    parser.add_argument("--words", type=int, help="of each text that is scored; all by default")


def run(options: argparse.Namespace) -> None:
    path = options.recipe or _RECIPES / f"{options.benchmark}.toml"
    corpora = [str(options.shared / folder) for folder in _CORPORA[options.benchmark]]
    recipe = read_recipe(path)
    common = ["--recipe", str(path), "--work", str(options.work)]
    folder = corpus_folder(options.work, recipe)
    if not all((folder / f"{source.name}{SUFFIX}").is_dir() for source in recipe.sources):
        _run("prepare", [*common, "--corpora", *corpora])
    _run("train", common)
    bundle = options.work / recipe.name / "bundle"
    export = ["--corpora", *corpora, "--output", str(bundle), "--float-weights"]
    _run("export", [*common, *export])
    _score(bundle, options)


def _run(command: str, arguments: Sequence[str]) -> None:
    module = importlib.import_module(f"training.commands.{command}")
    parser = argparse.ArgumentParser(prog=f"python -m training {command}")
    module.add_arguments(parser)
    module.run(parser.parse_args(arguments))


def _score(bundle: Path, options: argparse.Namespace) -> None:
    talks = english_talks(options.shared, options.words)
    rows = iwslt_rows(talks, load_model(bundle), predictions=options.predictions)
    print_rows(f"{options.benchmark}, {bundle}", rows)
