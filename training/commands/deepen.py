"""Grow an encoder by repeating its layers."""

from __future__ import annotations

import argparse
from pathlib import Path

from training.architectures.encoders import find_encoder
from training.architectures.growing import deepen_encoder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--encoder", required=True, help="folder or package")
    parser.add_argument("--times", type=int, default=2, help="how often each layer stands")
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")


def run(options: argparse.Namespace) -> None:
    layers = deepen_encoder(find_encoder(options.encoder), options.times, options.output)
    print(f"{layers} layers")
