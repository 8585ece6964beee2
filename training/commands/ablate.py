"""Train and measure small runs that differ in one thing each; what is finished is kept."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from training.evaluation.ablation import AblationRun, Measuring, read_ablation
from training.evaluation.table import Row, print_rows
from training.evaluation.variants import CallsMeasurer, ChineseMeasurer, TaggedMeasurer

_TABLE = Path(__file__).parent.parent / "recipes" / "ablation.toml"
_MEASURING: Mapping[str, Callable[[Path], Measuring]] = {
    "calls": CallsMeasurer.from_shared,
    "dev2012": TaggedMeasurer.from_shared,
    "hkcancor": ChineseMeasurer.cantonese,
    "mixed": ChineseMeasurer.mixed,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all by default")
    parser.add_argument("--table", type=Path, default=_TABLE, help="TOML file of the runs")
    parser.add_argument("--corpora", type=Path, required=True, help="token files of the base")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="data folder")
    parser.add_argument("--work", type=Path, default=Path("build/training"))


def run(options: argparse.Namespace) -> None:
    """Print a row as soon as its run is measured."""
    ablation = read_ablation(options.table)
    known = {variant.name for variant in ablation.variants}
    unknown = set(options.variants) - known
    if unknown:
        raise ValueError(f"no variant {', '.join(sorted(unknown))}")
    if ablation.measured_on not in _MEASURING:
        raise ValueError(f"{options.table}: measured_on is one of {', '.join(_MEASURING)}")
    measuring = _MEASURING[ablation.measured_on](options.shared)
    run = AblationRun(ablation, options.corpora, options.work, measuring)
    print_rows("Ablations, held-out data", _rows(run, options.variants or known))


def _rows(run: AblationRun, chosen: set[str] | list[str]) -> Iterator[Row]:
    for variant in run.ablation.variants:
        if variant.name in chosen:
            yield Row(variant.name, run.figures(variant))
