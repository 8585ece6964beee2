"""Build recipes at full size with random weights, run one step of each, and count the weights."""

from __future__ import annotations

import argparse
from pathlib import Path

from training.loop.full_size import check_full_size, read_encoder_sizes
from training.recipes.recipe import read_recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    recipes = Path(__file__).parent.parent / "recipes"
    parser.add_argument("--recipes", type=Path, nargs="+", required=True)
    parser.add_argument("--encoders", type=Path, default=recipes / "encoders.toml")


def run(options: argparse.Namespace) -> None:
    """Print one table row per recipe, in millions of parameters.

    Raises:
        ValueError: the file has no sizes for a recipe's encoder.
    """
    sizes = read_encoder_sizes(options.encoders)
    print("| architecture | encoder | parameters, M | of these the encoder's, M | loss, a step |")
    print("| --- | --- | --- | --- | --- |")
    for path in options.recipes:
        recipe = read_recipe(path)
        if recipe.encoder not in sizes:
            raise ValueError(f"{path}: the sizes of {recipe.encoder} are not in {options.encoders}")
        found = check_full_size(recipe, sizes[recipe.encoder])
        own, whole = found.encoder_parameters / 1e6, found.parameters / 1e6
        change = f"{found.loss:.3f} → {found.loss_after:.3f}"
        row = f"| `{recipe.architecture}` | {recipe.encoder} | {whole:.1f} | {own:.1f} | {change} |"
        print(row, flush=True)
