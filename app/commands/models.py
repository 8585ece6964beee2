"""`fermata models`: what is installed, what is available, and what is used."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "list, download, import, verify and remove models"
DESCRIPTION = """List the punctuation models and speech models on this computer. If two share a
name, the first is used. Or download, import, verify or remove one, or choose the punctuation model
to use by default."""
EXAMPLES = """examples:
  fermata models                       what is installed
  fermata models --details             with their scores
  fermata models list --available      what can be downloaded
  fermata models download vosk-model-small-en-us-0.15
  fermata models import model.zip      a speech model or a bundle
  fermata models activate mine         make this one the active one
  fermata models rollback              go back to the previous one"""


def add_options(parser: argparse.ArgumentParser) -> None:
    _add_list_options(parser)
    actions = parser.add_subparsers(metavar="ACTION")
    _add_list_options(actions.add_parser("list", help="list models"))
    download = actions.add_parser("download", help="download a speech model and install it")
    download.add_argument("name", help="as in `fermata models list --available`")
    download.add_argument("--server", default="", metavar="URL", help="in place of the publisher's")
    importing = actions.add_parser("import", help="install a model from a folder, zip or tar.bz2")
    importing.add_argument("source", type=Path, metavar="DIR|ARCHIVE")
    importing.add_argument("--name", default="", help="what it is called here; default: its own")
    verify = actions.add_parser("verify", help="compare files with their checksums")
    verify.add_argument("names", nargs="*", metavar="NAME", help="default: every model")
    remove = actions.add_parser("remove", help="delete a model that Fermata installed")
    remove.add_argument("name")
    activate = actions.add_parser("activate", help="make a punctuation model the active one")
    activate.add_argument("name", help="of an installed punctuation model")
    actions.add_parser("rollback", help="go back to the previously active model")
    parser.set_defaults(action="list")
    for name, action in actions.choices.items():
        action.set_defaults(action=name)


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--available",
        action="store_true",
        help="list models that can be downloaded, instead of those installed",
    )
    parser.add_argument("--details", action="store_true", help="add scores, folders and problems")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    from app.commands.model_actions import ACTIONS

    return ACTIONS[arguments.action](arguments)
