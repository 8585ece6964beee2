"""Write the averaged weights as a bundle (int8 ONNX, tokenizer, lexicon, bundle.json)."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from safetensors.torch import load_file

from engine.punctuation.mark_offsets import MarkOffsets
from training.architectures.joint import half_depth
from training.export.bundle import latest_average, with_offsets, write_recipe_bundle
from training.export.lexicon import written_words
from training.recipes.recipe import read_recipe


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
    parser.add_argument(
        "--half-depth", action="store_true", help="the lower half of the layers, see [beside]"
    )
    parser.add_argument("--float-weights", action="store_true", help="for fine-tuning and GPUs")


def run(options: argparse.Namespace) -> None:
    """Write the bundle; `calibrate` fits its committer afterwards."""
    recipe = read_recipe(options.recipe)
    weights = (
        load_file(options.weights)
        if options.weights
        else latest_average(options.work / recipe.name)
    )
    if options.half_depth:
        weights = half_depth(weights)
    if any(options.mark_offsets):
        weights = with_offsets(weights, MarkOffsets(*options.mark_offsets))
    write_recipe_bundle(
        replace(recipe, name=options.name or recipe.name),
        weights,
        options.output,
        written_words(recipe, options.corpora),
        with_float_weights=options.float_weights,
        has_half_depth=options.half_depth,
    )
