"""Measure a bundle on held-out data and write its scores and its model card into it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.build import load_language_model
from engine.network.bundle import DESCRIPTION
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from training.evaluation.model_card import MODEL_CARD, measure, render
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
    settings = PunctuationSettings(model=str(folder), backend=BackendChoice.ONNX)
    model = load_language_model(settings, default_paths())
    scores = measure(model, options.shared, sessions=options.sessions, calls=options.calls)
    table = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    table["scores"] = scores
    write_description(folder, table)
    sizes = {path.name: path.stat().st_size for path in folder.glob("model.*")}
    (folder / MODEL_CARD).write_text(render(table, sizes), encoding="utf-8")
    print((folder / MODEL_CARD).read_text(encoding="utf-8"))
