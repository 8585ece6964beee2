"""Make an encoder smaller by dropping word pieces that its texts hardly use."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from safetensors.torch import load_file, save_file

from training.architectures.encoders import find_encoder
from training.architectures.vocabulary import prune_encoder, prune_weights
from training.data.corpus import SUFFIX, open_corpus


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--encoder", required=True, help="folder or package")
    parser.add_argument("--prepared", type=Path, required=True, help="folder of token files")
    parser.add_argument("--keep", type=int, default=20_480, help="pieces that stay")
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")
    parser.add_argument("--weights", type=Path, help="trained weights that are pruned alike")
    parser.add_argument("--pruned-weights", type=Path, help="where these are written")


def run(options: argparse.Namespace) -> None:
    """Count the pieces, write the encoder and, if asked, the trained weights."""
    counts = np.zeros(np.iinfo(np.uint16).max + 1, dtype=np.int64)
    for path in sorted(options.prepared.glob(f"*{SUFFIX}")):
        ids = open_corpus(path).ids
        counts += np.bincount(ids, minlength=len(counts))[: len(counts)]
    if not counts.any():
        raise ValueError(f"no token files in {options.prepared}")
    new_ids = prune_encoder(find_encoder(options.encoder), counts, options.keep, options.output)
    if options.weights and options.pruned_weights:
        options.pruned_weights.parent.mkdir(parents=True, exist_ok=True)
        save_file(prune_weights(load_file(options.weights), new_ids), options.pruned_weights)
    print(f"{len(new_ids):,} pieces, {counts[list(new_ids)].sum() / counts.sum():.3%} of the text")
