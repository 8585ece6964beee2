"""Teach an encoder the words of unmarked speech: hidden words are to be told.

The recipe's `encoder` is a name, a folder, or a folder with `config.json` and `tokenizer.json`
alone, which begins from nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from accelerate import PartialState

from training.commands import train
from training.loop.pretraining import Pretraining
from training.recipes.recipe import read_recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    train.add_arguments(parser)
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")
    parser.add_argument("--share", type=float, default=0.15, help="of the words that are hidden")


def run(options: argparse.Namespace) -> None:
    """Train to the recipe's last step and write the encoder."""
    recipe = read_recipe(options.recipe, options.set)
    here = PartialState(cpu=not torch.cuda.is_available())
    pretraining = Pretraining(
        recipe,
        options.work,
        share=options.share,
        process=here.process_index,
        device=here.device,
    )
    if here.is_main_process:
        train.show(pretraining.run(), recipe.train.steps)
        pretraining.write_encoder(options.output)
    else:
        for _ in pretraining.run():
            pass
