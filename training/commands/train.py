"""Train the recipe's model from its last checkpoint on."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import torch
from accelerate import PartialState
from tqdm import tqdm

from training.loop.assembly import build_trainer
from training.loop.held_out import HeldOutScore
from training.loop.trainer import Progress
from training.recipes.recipe import read_recipe


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("build/training"))
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a key of the recipe, for example train.steps=100",
    )


def run(options: argparse.Namespace) -> None:
    """Train to the recipe's last step; JSON lines in a pipe, a bar on a terminal.

    Under `accelerate launch -m training train …` it is one of several processes.
    """
    recipe = read_recipe(options.recipe, options.set)
    here = PartialState(cpu=not torch.cuda.is_available())
    trainer = build_trainer(recipe, options.work, process=here.process_index, device=here.device)
    reports = trainer.run()
    if here.is_main_process:
        show(reports, recipe.train.steps)
    else:
        for _ in reports:
            pass


def show(reports: Iterable[Progress | HeldOutScore], steps: int) -> None:
    if not sys.stdout.isatty():
        for report in reports:
            print(json.dumps(asdict(report)), flush=True)
        return
    shown: dict[str, str] = {}
    with tqdm(total=steps, unit="step") as bar:
        for report in reports:
            bar.update(report.step - bar.n)
            if isinstance(report, Progress):
                shown |= {"loss": f"{report.loss:.3f}", "tok/s": f"{report.tokens_a_second:,.0f}"}
            else:
                shown |= {"held-out": f"{report.held_out_loss:.3f} F1 {report.held_out_f1:.1f}"}
            bar.set_postfix(shown)
