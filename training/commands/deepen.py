"""Grow an encoder by repeating its layers."""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import load_file, save_file

from training.architectures.encoders import find_encoder
from training.architectures.growing import deepen_encoder, deepened_weights


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--encoder", required=True, help="folder or package")
    parser.add_argument("--times", type=int, default=2, help="how often each layer stands")
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")
    parser.add_argument("--weights", type=Path, help="trained weights that are deepened alike")
    parser.add_argument("--deepened-weights", type=Path, help="where these are written")


def run(options: argparse.Namespace) -> None:
    """Write the encoder and, if asked, the trained weights."""
    layers = deepen_encoder(find_encoder(options.encoder), options.times, options.output)
    if options.weights and options.deepened_weights:
        options.deepened_weights.parent.mkdir(parents=True, exist_ok=True)
        grown = deepened_weights(load_file(options.weights), options.times)
        save_file(grown, options.deepened_weights)
    print(f"{layers} layers")
