"""Write the averaged weights as a bundle (int8 ONNX, tokenizer, lexicon, bundle.json)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from safetensors.torch import load_file

from engine.text.marked_text import MarkedWord, read_marked_text
from training.data.spoken_form import read_lines
from training.export.bundle import latest_average, with_offsets, write_recipe_bundle
from training.export.mark_offsets import MarkOffsets
from training.recipes.recipe import Recipe, read_recipe, source_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument(
        "--corpora", type=Path, nargs="+", required=True, help="folders of text files"
    )
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument("--output", type=Path, required=True, help="bundle folder")
    parser.add_argument(
        "--weights", type=Path, help="safetensors instead of the run's own, from `average`"
    )
    parser.add_argument(
        "--mark-offsets",
        type=float,
        nargs=3,
        default=(0.0, 0.0, 0.0),
        metavar=("COMMA", "SENTENCE", "EXCLAMATION"),
        help="added to these marks' scores for good; `token` only, see `offsets`",
    )
    parser.add_argument("--name", help="of the bundle, the recipe's own by default")
    parser.add_argument("--float-weights", action="store_true", help="for fine-tuning and GPUs")


def run(options: argparse.Namespace) -> None:
    """Write the bundle; `calibrate` fits its committer afterwards."""
    recipe = read_recipe(options.recipe)
    weights = (
        load_file(options.weights)
        if options.weights
        else latest_average(options.work / recipe.name)
    )
    if any(options.mark_offsets):
        weights = with_offsets(weights, MarkOffsets(*options.mark_offsets))
    write_recipe_bundle(
        replace(recipe, name=options.name or recipe.name),
        weights,
        options.output,
        _written_words(recipe, options.corpora),
        with_float_weights=options.float_weights,
    )


def _written_words(recipe: Recipe, corpora: Sequence[Path]) -> Iterator[MarkedWord]:
    for source in recipe.sources:
        path = source_path(corpora, source)
        if path.is_dir():  # timed calls: their words stand in columns
            continue
        lines = read_lines(path)
        words = (word for line in lines for word in read_marked_text(line))
        yield from islice(words, source.words // 3)
