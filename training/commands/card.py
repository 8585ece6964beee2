"""Measure a bundle on held-out data and write its scores and its model card into it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.network.bundle import DESCRIPTION
from training.evaluation.model_card import MODEL_CARD, measure, render
from training.evaluation.playing import load_model
from training.export.bundle import write_description


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=Path, required=True, help="folder of the bundle")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="data folder")
    parser.add_argument("--sessions", type=int, help="of earnings22_dev (default: all)")
    parser.add_argument("--calls", type=int, help="of earnings21_dev (default: all)")


def run(options: argparse.Namespace) -> None:
    """Write `scores` into the description, and the card beside it."""
    if not (options.shared / "data").is_dir():
        raise ValueError(f"no data in {options.shared}")
    folder: Path = options.model
    scores = measure(
        load_model(folder), options.shared, sessions=options.sessions, calls=options.calls
    )
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    table["scores"] = scores
    write_description(folder, table)
    sizes = {path.name: path.stat().st_size for path in folder.glob("model.*")}
    (folder / MODEL_CARD).write_text(render(table, sizes), encoding="utf-8")
    print((folder / MODEL_CARD).read_text(encoding="utf-8"))
