"""`fermata train`: a model that knows a person's own texts better."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from app.training_process import Event, TrainingProcess

_DESCRIPTION = """Make a new punctuation model from one that is there and from texts that are
punctuated as you like it: your own documents (text, Markdown, Word, SRT, WebVTT) and sessions
that you have corrected (JSON). A tenth of them is held out, to see what was learnt; a general
sample shows what was forgotten. The new model is used from then on if it is better on the one
and not worse on the other. The old one always stays. Nothing leaves this computer.
Ten thousand words take a few minutes; a few hundred are the least. Ctrl-C cancels."""
_EXAMPLES = """examples:
  fermata train --from en --texts letters/*.docx notes.md --name mine
  fermata train --from mine --texts corrected.json --name mine-2
  fermata models rollback                        use the model before again"""
_CANCELLED, _TERMINATED = 130, 143


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "train",
        help="make a model that knows your own texts better",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--from",
        dest="start",
        metavar="NAME|DIR",
        help="model to begin with (default: the active one)",
    )
    parser.add_argument(
        "--texts", type=Path, nargs="+", required=True, metavar="FILE", help="what to learn from"
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="of the new model")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--activate", action="store_true", help="use the new model whatever its scores"
    )
    choice.add_argument(
        "--no-activate", action="store_true", help="go on with the old model in any case"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train; JSON lines in a pipe, a bar and a table on a terminal."""
    from app.commands.training_view import TrainingView
    from app.privacy import private_folder
    from app.training_process import TrainingProcess
    from engine.paths import default_paths

    paths = default_paths()
    for folder in (paths.data, paths.settings):  # training knows nothing of the application
        private_folder(folder)
    before = signal.signal(signal.SIGTERM, _end)
    try:
        with TrainingView() as view, TrainingProcess(_options(arguments)) as process:
            return _follow(process, view.show if sys.stdout.isatty() else _print)
    finally:
        signal.signal(signal.SIGTERM, before)


def _follow(process: TrainingProcess, show: Any) -> int:  # noqa: ANN401  takes an event
    try:
        for event in process.events():
            show(event)
    except (KeyboardInterrupt, SystemExit) as end:
        for event in process.cancel():
            show(event)
        return _CANCELLED if isinstance(end, KeyboardInterrupt) else _TERMINATED
    return 0 if event["event"] == "done" else _CANCELLED


def _print(event: Event) -> None:
    import json

    print(json.dumps(event, ensure_ascii=False, default=str), flush=True)


def _options(arguments: argparse.Namespace) -> list[str]:
    activation = {(True, False): "always", (False, True): "never"}.get(
        (arguments.activate, arguments.no_activate), "if-better"
    )
    texts = [str(path.absolute()) for path in arguments.texts]
    options = [f"--name={arguments.name}", f"--activate={activation}", "--texts", *texts]
    return [f"--from={arguments.start}", *options] if arguments.start else options


def _end(*_: object) -> NoReturn:
    sys.exit(_TERMINATED)
