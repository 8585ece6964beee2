"""`python -m training prepare | train | export`: how a bundle is made."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from tqdm import tqdm

from engine.punctuation.marked_text import MarkedWord, read_marked_text
from engine.punctuation.tokenizer import WordTokenizer
from training.architectures.token import build_token_tagger, find_encoder
from training.augment import WindowSampler
from training.data import (
    Corpus,
    build_corpus,
    load_corpus,
    read_lines,
    read_spoken_words,
    save_corpus,
)
from training.recipe import Recipe, Source, read_recipe
from training.train import Progress, Trainer


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, or 2 for a wrong recipe or missing file."""
    options = _parser().parse_args(argv)
    try:
        recipe = read_recipe(options.recipe)
        options.run(recipe, options)
    except (OSError, ValueError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run in (("prepare", _prepare), ("train", _train), ("export", _export)):
        command = commands.add_parser(name, help=(run.__doc__ or "").splitlines()[0])
        command.add_argument("--recipe", type=Path, required=True)
        command.add_argument("--work", type=Path, default=Path("build/training"))
        command.set_defaults(run=run)
        if name != "train":
            command.add_argument("--corpora", type=Path, required=True, help="folder of text files")
        if name == "export":
            command.add_argument("--output", type=Path, required=True, help="bundle folder")
            command.add_argument("--float-weights", action="store_true", help="for fine-tuning")
    return parser


def _prepare(recipe: Recipe, options: argparse.Namespace) -> None:
    """Turn written text into token files with labels."""
    tokenizer = Tokenizer.from_file(str(find_encoder(recipe.encoder) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    for source in tqdm(recipe.sources, disable=not sys.stderr.isatty()):
        path = _source_path(options.corpora, source)
        words = read_spoken_words(
            read_lines(path),
            keep_unmarked=source.keep_unmarked,
            rng=random.Random(recipe.train.seed),
        )
        corpus = build_corpus(source.name, words, tokenizer, source.words)
        save_corpus(corpus, _corpus_folder(recipe, options))
        print(f"{source.name}: {len(corpus):,} words, {len(corpus.ids):,} tokens", flush=True)


def _train(recipe: Recipe, options: argparse.Namespace) -> None:
    """Train the recipe's model, going on from its last checkpoint."""
    torch.manual_seed(recipe.train.seed)
    folder = find_encoder(recipe.encoder)
    tokenizer = WordTokenizer(folder / "tokenizer.json")
    sampler = WindowSampler(
        _load_corpora(recipe, options),
        noise=recipe.noise,
        special_ids=(tokenizer.start_id, tokenizer.end_id, tokenizer.padding_id),
        rng=random.Random(recipe.train.seed),
    )
    model = build_token_tagger(folder, recipe.train.dropout)
    trainer = Trainer(model, sampler, recipe.train, options.work / recipe.name)
    _show(trainer.run(), recipe.train.steps)


def _export(recipe: Recipe, options: argparse.Namespace) -> None:
    """Write the averaged weights as a bundle (int8 ONNX, tokenizer, bundle.json)."""
    from training import export

    encoder = find_encoder(recipe.encoder)
    export.write_bundle(
        options.output,
        description=_description(recipe),
        shape=export.read_encoder_shape(encoder),
        weights=export.latest_average(options.work / recipe.name),
        tokenizer=encoder / "tokenizer.json",
        lexicon=export.build_lexicon(_written_words(recipe, options), recipe.always_written),
        with_float_weights=options.float_weights,
    )


def _description(recipe: Recipe) -> dict[str, Any]:
    return {
        "name": recipe.name,
        "languages": list(recipe.languages),
        "architecture": recipe.architecture,
        "training": [{"data": s.name, "licence": s.licence} for s in recipe.sources],
        "scores": {},
    }


def _written_words(recipe: Recipe, options: argparse.Namespace) -> Iterator[MarkedWord]:
    for source in recipe.sources:
        lines = read_lines(_source_path(options.corpora, source))
        words = (word for line in lines for word in read_marked_text(line))
        yield from islice(words, source.words // 3)


def _source_path(folder: Path, source: Source) -> Path:
    for suffix in (".txt", ".txt.xz"):
        if (folder / (source.name + suffix)).is_file():
            return folder / (source.name + suffix)
    raise FileNotFoundError(f"no {source.name}.txt or .txt.xz in {folder}")


def _corpus_folder(recipe: Recipe, options: argparse.Namespace) -> Path:
    folder: Path = options.work / recipe.name / "corpora"
    return folder


def _load_corpora(recipe: Recipe, options: argparse.Namespace) -> list[Corpus]:
    folder = _corpus_folder(recipe, options)
    return [load_corpus(folder / f"{source.name}.npz") for source in recipe.sources]


def _show(reports: Iterable[Progress], steps: int) -> None:
    if not sys.stdout.isatty():
        for report in reports:
            print(json.dumps(asdict(report)), flush=True)
        return
    with tqdm(total=steps, unit="step") as bar:
        for report in reports:
            bar.update(report.step - bar.n)
            bar.set_postfix(loss=f"{report.loss:.3f}", tokens_s=f"{report.tokens_a_second:,.0f}")


if __name__ == "__main__":
    sys.exit(main())
