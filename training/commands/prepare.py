"""Turn written text into token files with labels."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from tqdm import tqdm

from engine.network.tokenizer import WordTokenizer
from training.architectures.encoders import find_encoder
from training.data.corpus import Corpus, open_corpus, write_corpus
from training.data.spoken_form import (
    ReferenceWord,
    Tally,
    read_lines,
    read_spoken_words,
    read_timed_words,
    tagged_spoken_words,
    with_known_marks,
)
from training.recipes.recipe import Source, corpus_folder, read_recipe, source_path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument(
        "--corpora", type=Path, nargs="+", required=True, help="folders of text files"
    )
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a key of the recipe, for example name=other",
    )


def run(options: argparse.Namespace) -> None:
    """Write one token file per source."""
    recipe = read_recipe(options.recipe, options.set)
    tokenizer = WordTokenizer(find_encoder(recipe.encoder) / "tokenizer.json")
    for source in tqdm((*recipe.sources, *recipe.held_out), disable=not sys.stderr.isatty()):
        tally = Tally()
        words = _words(source_path(options.corpora, source), source, recipe.train.seed, tally)
        used = islice(with_known_marks(words, recipe.marks), source.skip, None)
        folder = corpus_folder(options.work, recipe)
        corpus = open_corpus(write_corpus(source.name, used, tokenizer, source.words, folder))
        _check(corpus, tally)
        print(_said(corpus, tally), flush=True)


def _check(corpus: Corpus, tally: Tally) -> None:
    found = f"of {tally.lines:,} lines, {tally.percent:.0f} % end with a sentence mark"
    if not len(corpus):
        raise ValueError(f"{corpus.name} has nothing to learn from: {found}")
    if not np.any(corpus.marks > 0):
        raise ValueError(f"{corpus.name} has words but no marks: {found}")


def _said(corpus: Corpus, tally: Tally) -> str:
    said = f"{corpus.name}: {len(corpus):,} words, {len(corpus.ids):,} tokens"
    if not tally.lines:  # columns of words, not lines of text
        return said
    return f"{said}; {tally.percent:.0f} % of {tally.lines:,} lines end with a sentence mark"


def _words(path: Path, source: Source, seed: int, tally: Tally) -> Iterator[ReferenceWord]:
    rng = random.Random(seed)
    if path.suffix == ".tsv":
        return tagged_spoken_words(path)
    if path.is_dir():
        return read_timed_words(sorted(path.glob("*.aligned.tsv")), rng=rng)
    return read_spoken_words(
        read_lines(path),
        keep_unmarked=source.keep_unmarked,
        rng=rng,
        tally=tally,
        ends_unknown=source.ends_unknown,
    )
