"""`python -m training COMMAND`: how a bundle is made and measured."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from engine.errors import FermataError

_COMMANDS = {
    "prune": "make an encoder smaller by the word pieces that its texts hardly use",
    "transfer": "give multilingual-e5-small another vocabulary",
    "deepen": "grow an encoder by repeating its layers",
    "prepare": "turn written text into token files with labels",
    "train": "train a recipe's model, going on from its last checkpoint",
    "finetune": "make a model that knows a person's own texts better",
    "offsets": "find what to add to the scores of the marks before an export",
    "export": "write the averaged weights as a bundle",
    "lexicon": "collect the written forms of a bundle's words from its texts anew",
    "calibrate": "fit a bundle's committer on real calls",
    "evaluate": "score a bundle on marked texts",
    "benchmark": "make the bundle of a published benchmark and score it",
    "sizes": "build full-size recipes with random weights and count these",
    "card": "measure a bundle and write its scores and model card into it",
    "bench": "measure a bundle on held-out data and print the README's tables",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, or 2 for a wrong recipe, option or file."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in _COMMANDS.items():
        commands.add_parser(name, help=text, add_help=False)
    name = parser.parse_args(arguments[:1]).command
    module = importlib.import_module(f"training.commands.{name}")
    command = argparse.ArgumentParser(prog=f"python -m training {name}", description=module.__doc__)
    module.add_arguments(command)
    options = command.parse_args(arguments[1:])
    try:
        module.run(options)
    except (OSError, ValueError, ArithmeticError, FermataError) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # before torch loads, so that its threads do not spin while they wait on busy cores
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    sys.exit(main())
