"""Fit the committer of a bundle on real calls and store it in the bundle."""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from engine.build import load_language_model
from engine.network.bundle import DESCRIPTION
from engine.paths import default_paths
from engine.settings import PunctuationSettings
from training.data.replay import marked_text, replayed
from training.data.spoken_form import read_lines
from training.data.timed_sessions import read_aligned_calls
from training.export.bundle import write_description
from training.export.calibrate import fit, observe

_READINGS = 8  # of each call, with other errors and pauses
_THRESHOLDS = {
    "--thresholds": (0.85, 0.75, 0.65, 0.6),
    "--timeless": (0.9, 0.8, 0.65, 0.45),
    "--without-pause": (0.77, 0.62, 0.52, 0.43),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options; thresholds are for 1, 2, 4 and 6 words seen."""
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--calls", type=Path, required=True, help="folder of *.aligned.tsv")
    parser.add_argument("--texts", type=Path, nargs="+", default=[], help="replayed as speech")
    parser.add_argument("--words", type=int, default=150_000, help="words to replay")
    parser.add_argument("--seed", type=int, default=5)
    for option, default in _THRESHOLDS.items():
        parser.add_argument(option, type=float, nargs=4, default=default)
    parser.add_argument("--least-log-odds", type=float, default=-4.0)


def run(options: argparse.Namespace) -> None:
    """Replay, fit, and rewrite `bundle.json`."""
    model = load_language_model(PunctuationSettings(model=str(options.bundle)), default_paths())
    rng = random.Random(options.seed)
    paths = sorted(options.calls.glob("*.tsv"))
    if not paths:
        raise FileNotFoundError(f"no *.tsv files in {options.calls}")
    sessions = [*read_aligned_calls(paths)] * _READINGS
    for path in options.texts:
        sessions += replayed(marked_text(read_lines(path), options.words // 2), rng)
    rng.shuffle(sessions)
    observations = observe(sessions, model, rng, options.words)
    thresholds = [*zip(options.thresholds, options.timeless, options.without_pause, strict=True)]
    calibration = fit(observations, thresholds, options.least_log_odds)
    path = options.bundle / DESCRIPTION
    table = json.loads(path.read_text(encoding="utf-8"))
    write_description(options.bundle, {**table, "committer": calibration.to_table()})
    for row in calibration.rows:
        print(f"{row.words_seen} words seen: {row.weights}")
