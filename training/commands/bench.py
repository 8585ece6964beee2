"""Measure a bundle on held-out data and print the tables of the README."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.build import load_language_model
from engine.paths import default_paths
from engine.settings import BackendChoice, PunctuationSettings
from training.bench.audio import audio_rows
from training.bench.quality import (
    human_words_rows,
    iwslt_row,
    recogniser_words_rows,
    timed_sessions,
)
from training.bench.speed import live_rows, process_row, whole_text_row
from training.bench.table import print_rows

_TABLES = ("iwslt", "pauses", "kaldi", "live", "speed", "audio")
_SMOKE_SESSIONS, _SMOKE_CALLS, _SMOKE_WORDS = 6, 1, 3000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(_TABLES)}")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="data folder")
    parser.add_argument("--model", default="en", help="name or folder of a bundle")
    parser.add_argument("--backend", choices=[c.value for c in BackendChoice], default="onnx")
    parser.add_argument("--smoke", action="store_true", help="a small part of each table")


def run(options: argparse.Namespace) -> None:
    """Print the chosen tables, all of them by default."""
    unknown = set(options.tables) - set(_TABLES)
    if unknown or not (options.shared / "data").is_dir():
        raise ValueError(f"no table {unknown}" if unknown else f"no data in {options.shared}")
    settings = PunctuationSettings(model=options.model, backend=BackendChoice(options.backend))
    model = load_language_model(settings, default_paths())
    chosen = options.tables or _TABLES
    print(f"Model {model.bundle.name} on {model.backend.description}")
    shared, smoke = options.shared, options.smoke
    sessions = timed_sessions(shared, _SMOKE_SESSIONS if smoke else None)
    if "iwslt" in chosen:
        print_rows("IWSLT", [iwslt_row(shared, model)])
    if "pauses" in chosen:
        print_rows("Human words, real pauses", human_words_rows(sessions, model))
    if "kaldi" in chosen:
        rows = recogniser_words_rows(shared, model, _SMOKE_CALLS if smoke else None)
        print_rows("A weak recogniser's words", rows)
    if "live" in chosen:
        print_rows("Live, a partial hypothesis a word", live_rows(sessions[:10], model))
    if "speed" in chosen:
        count = _SMOKE_WORDS if smoke else 20_000
        print_rows("Whole texts", [whole_text_row(shared, model, count)])
        print_rows("Processes", [process_row(sessions[0], model.bundle.folder)])
    if "audio" in chosen:
        print_rows("Recordings, default recogniser", audio_rows(shared, model, smoke=smoke))
