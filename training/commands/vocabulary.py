"""Make the first encoder for several languages of a bundle that knows one, by a recipe's texts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from safetensors.torch import save_file

from engine.network.bundle import TOKENIZER
from engine.network.tokenizer import WordTokenizer
from engine.network.torch_network import EncoderShape
from engine.text.scripts import is_cjk
from training.architectures.character_rows import Floats, neighbour_rows, noise_rows
from training.architectures.vocabulary import kept_pieces
from training.architectures.widening import (
    EMBEDDINGS,
    SourceBundle,
    Weights,
    fresh_weights,
    read_source_bundle,
    widened_tokenizer,
    widened_weights,
    write_encoder,
)
from training.data.characters import TextCounts, choose_characters, count_texts
from training.data.spoken_form import read_lines
from training.recipes.recipe import Recipe, read_recipe, source_path

_FIRST_ROWS = ("neighbours", "noise")
_LETTERS_A_WORD = 4  # of the lines that are read for so many words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recipe", type=Path, required=True, help="its sources are counted")
    parser.add_argument("--corpora", type=Path, nargs="+", required=True)
    parser.add_argument("--bundle", type=Path, default=Path("assets/models/en"))
    parser.add_argument("--pieces", type=int, default=6000, help="word pieces that stay")
    parser.add_argument("--characters", type=int, default=4000, help="rows for CJK characters")
    parser.add_argument("--layers", type=int, default=5, help="that stay, from the bottom")
    parser.add_argument("--rows", choices=_FIRST_ROWS, default=_FIRST_ROWS[0])
    parser.add_argument("--scratch", action="store_true", help="all random weights")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True, help="encoder folder")
    parser.add_argument("--weights", type=Path, required=True, help="what the recipe starts from")


def run(options: argparse.Namespace) -> None:
    """Count the texts, choose pieces and characters, write the encoder and the first weights."""
    recipe = read_recipe(options.recipe)
    source = read_source_bundle(options.bundle)
    counts = count_texts(_lines(recipe, options.corpora))
    characters = choose_characters(counts.characters, options.characters)
    used = _piece_counts(source, WordTokenizer(options.bundle / TOKENIZER), counts)
    kept = {old: new for new, old in enumerate(kept_pieces(source.tokenizer, used, options.pieces))}
    tokenizer = widened_tokenizer(source, kept, characters)
    rows = _first_rows(options, recipe, source, characters)
    weights = widened_weights(source, kept, rows, options.layers)
    if options.scratch:
        weights = _from_scratch(weights, source, options)
    write_encoder(options.output, tokenizer, weights, int(source.shape["heads"]))
    options.weights.parent.mkdir(parents=True, exist_ok=True)
    save_file(weights, options.weights)
    _report(options.output, counts, used, list(kept), characters)


def _lines(recipe: Recipe, corpora: Sequence[Path]) -> Iterator[str]:
    """Yield about as many letters of each source as its words have."""
    for source in recipe.sources:
        path = source_path(corpora, source)
        left = source.words * _LETTERS_A_WORD
        for line in () if path.is_dir() else read_lines(path):  # timed calls stand in columns
            yield line
            left -= len(line)
            if left < 0:
                break


def _piece_counts(source: SourceBundle, tokenizer: WordTokenizer, counts: TextCounts) -> np.ndarray:
    used = np.zeros(tokenizer.largest_id + 1, dtype=np.int64)
    for word, number in counts.words.items():
        np.add.at(used, list(tokenizer.encode_word(word)), number)
    for piece, at in source.tokenizer["model"]["vocab"].items():
        if is_cjk(piece):
            used[at] = 0
    return used


def _first_rows(
    options: argparse.Namespace, recipe: Recipe, source: SourceBundle, characters: dict[str, int]
) -> Floats:
    rng = np.random.default_rng(options.seed)
    known = source.weights[EMBEDDINGS].numpy()
    if options.rows == "noise":
        return noise_rows(known, max(characters.values()) + 1, rng)
    return neighbour_rows(_lines(recipe, options.corpora), characters, known, rng)


def _from_scratch(weights: Weights, source: SourceBundle, options: argparse.Namespace) -> Weights:
    shape = EncoderShape(
        **{**source.shape, "vocabulary": len(weights[EMBEDDINGS]), "layers": options.layers}
    )
    return fresh_weights(shape, options.seed)


def _report(
    encoder: Path,
    counts: TextCounts,
    used: np.ndarray,
    kept: Sequence[int],
    characters: dict[str, int],
) -> None:
    rows = max(characters.values()) + 1
    seen = sum(n for one, n in counts.characters.items() if one in characters)
    tokenizer = WordTokenizer(encoder / "tokenizer.json")
    words = dict(islice(counts.words.most_common(), 50_000))
    pieces = sum(n * len(tokenizer.encode_word(word)) for word, n in words.items())
    print(f"{len(kept):,} pieces, {used[list(kept)].sum() / used.sum():.2%} of the old ones' use")
    print(f"{pieces / max(1, sum(words.values())):.3f} pieces a word")
    share = seen / max(1, sum(counts.characters.values()))
    print(f"{rows:,} rows for {len(characters):,} characters, {share:.3%} of the text's")
