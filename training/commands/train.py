"""Train the recipe's model, going on from its last checkpoint."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import torch
from tqdm import tqdm

from engine.punctuation.tokenizer import WordTokenizer
from training.architectures.token import build_token_tagger
from training.augment import WindowSampler
from training.data import load_corpus
from training.encoders import find_encoder
from training.recipe import corpus_folder, read_recipe
from training.train import Progress, Trainer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("build/training"))


def run(options: argparse.Namespace) -> None:
    """Train to the recipe's last step; JSON lines in a pipe, a bar on a terminal."""
    recipe = read_recipe(options.recipe)
    torch.manual_seed(recipe.train.seed)
    encoder = find_encoder(recipe.encoder)
    tokenizer = WordTokenizer(encoder / "tokenizer.json")
    folder = corpus_folder(options.work, recipe)
    sampler = WindowSampler(
        [load_corpus(folder / f"{source.name}.npz") for source in recipe.sources],
        noise=recipe.noise,
        special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
        rng=random.Random(recipe.train.seed),
    )
    model = build_token_tagger(encoder, recipe.train.dropout)
    trainer = Trainer(model, sampler, recipe.train, options.work / recipe.name)
    _show(trainer.run(), recipe.train.steps)


def _show(reports: Iterable[Progress], steps: int) -> None:
    if not sys.stdout.isatty():
        for report in reports:
            print(json.dumps(asdict(report)), flush=True)
        return
    with tqdm(total=steps, unit="step") as bar:
        for report in reports:
            bar.update(report.step - bar.n)
            bar.set_postfix(loss=f"{report.loss:.3f}", tokens_s=f"{report.tokens_a_second:,.0f}")
