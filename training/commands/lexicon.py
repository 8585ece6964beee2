"""Collect a bundle's lexicon again from its recipe's texts, without its network."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.network.bundle import DESCRIPTION
from training.export.bundle import write_description, write_lexicon
from training.export.lexicon import build_lexicon, written_words
from training.recipes.recipe import read_recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument(
        "--corpora", type=Path, nargs="+", required=True, help="folders of text files"
    )


def run(options: argparse.Namespace) -> None:
    """Write the lexicon, and the description with its checksum."""
    recipe = read_recipe(options.recipe)
    table = json.loads((options.bundle / DESCRIPTION).read_text(encoding="utf-8"))
    lexicon = build_lexicon(written_words(recipe, options.corpora), recipe.always_written)
    write_lexicon(options.bundle, lexicon)
    write_description(options.bundle, table)
    print(f"{len(lexicon['mixed'])} forms")
