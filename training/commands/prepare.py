"""Turn written text into token files with labels."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tqdm import tqdm

from engine.punctuation.tokenizer import WordTokenizer
from training.data import build_corpus, read_lines, read_spoken_words, save_corpus
from training.encoders import find_encoder
from training.recipe import corpus_folder, read_recipe, source_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True, help="folder of text files")
    parser.add_argument("--work", type=Path, default=Path("build/training"))


def run(options: argparse.Namespace) -> None:
    """Write one token file a source."""
    recipe = read_recipe(options.recipe)
    tokenizer = WordTokenizer(find_encoder(recipe.encoder) / "tokenizer.json")
    for source in tqdm(recipe.sources, disable=not sys.stderr.isatty()):
        words = read_spoken_words(
            read_lines(source_path(options.corpora, source)),
            keep_unmarked=source.keep_unmarked,
            rng=random.Random(recipe.train.seed),
        )
        corpus = build_corpus(source.name, words, tokenizer, source.words)
        save_corpus(corpus, corpus_folder(options.work, recipe))
        print(f"{source.name}: {len(corpus):,} words, {len(corpus.ids):,} tokens", flush=True)
