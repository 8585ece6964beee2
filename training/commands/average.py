"""Write the mean of weights of one network (Wortsman et al. 2022, "Model soups")."""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import load_file

from training.loop.averaging import mean_weights
from training.loop.checkpoints import write_tensors


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "weights", type=Path, nargs="+", help="safetensors; one that is named twice counts twice"
    )
    parser.add_argument("--output", type=Path, required=True, help="safetensors to write")


def run(options: argparse.Namespace) -> None:
    """Write the mean, for a recipe's `start` or for `export --weights`."""
    write_tensors(mean_weights(load_file(path) for path in options.weights), options.output)
