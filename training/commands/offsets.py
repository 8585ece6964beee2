"""Find offsets for the scores of marks: for good (`export`), or for one language (`--store`)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from engine.network.backend import FloatArray
from engine.network.bundle import DESCRIPTION
from engine.punctuation.labels import Mark
from engine.punctuation.mark_offsets import MarkOffsets
from training.data.replay import marked_text
from training.data.spoken_form import read_lines
from training.evaluation.playing import load_model
from training.evaluation.table import Row, print_rows
from training.evaluation.window_scores import overlapped_scores
from training.export.bundle import write_description
from training.export.mark_offsets import fit_offsets
from training.metrics import FOUR_MARKS, THREE_MARKS, MarkKinds, score_marks

_WINDOW_TOKENS = 128
_PREDICTIONS = 2
_KINDS = {"three": THREE_MARKS, "four": FOUR_MARKS}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", required=True, help="name or folder of a bundle")
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="held-out marked text")
    parser.add_argument("--words", type=int, default=20_000, help="of each text")
    parser.add_argument(
        "--marks", choices=_KINDS, default="three", help="that count: with exclamation marks or not"
    )
    parser.add_argument(
        "--store",
        nargs=4,
        metavar=("LANGUAGE", "COMMA", "SENTENCE", "EXCLAMATION"),
        help="show these too, and write them into the bundle, for texts in this language",
    )


def run(options: argparse.Namespace) -> None:
    """Print the best offsets for each text, and for all of them together."""
    given = MarkOffsets(*map(float, options.store[1:])) if options.store else None
    print_rows(f"Offsets of the marks, {options.model}", _rows(options, given))
    if given is not None:
        _store(Path(options.model), options.store[0], given)


def _store(folder: Path, language: str, offsets: MarkOffsets) -> None:
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    stored = {**table.get("mark_offsets", {}), language: offsets.to_table()}
    write_description(folder, {**table, "mark_offsets": stored})


def _rows(options: argparse.Namespace, given: MarkOffsets | None) -> Iterator[Row]:
    scorer, kinds = load_model(options.model).scorer, _KINDS[options.marks]
    all_scores: list[FloatArray] = []
    all_marks: list[Mark] = []
    for path in options.texts:
        text = marked_text(read_lines(path), options.words)
        scores = overlapped_scores(text.words, scorer, _WINDOW_TOKENS, _PREDICTIONS)
        yield _row(path.name, scores, text.marks, kinds, given)
        all_scores.append(scores)
        all_marks += text.marks
    yield _row("all", np.concatenate(all_scores), all_marks, kinds, given)


def _row(
    name: str,
    scores: FloatArray,
    marks: Sequence[Mark],
    kinds: MarkKinds,
    given: MarkOffsets | None,
) -> Row:
    fitted = fit_offsets(scores, marks, kinds)
    figures = asdict(fitted)
    tried = {"before": MarkOffsets(), "after": fitted}
    if given is not None:
        tried["given"] = given
    for when, offsets in tried.items():
        found = score_marks(marks, offsets.marks(scores).tolist(), kinds)
        figures[f"micro F1 {when}"] = found.micro_f1
        figures[f"macro F1 {when}"] = found.macro_f1
    return Row(name, figures)
