"""`fermata train`: a model that knows the user's own texts better."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from app.commands.interrupts import INTERRUPTED
from app.commands.terminal import say, warn

if TYPE_CHECKING:
    from app.training_process import Event, TrainingProcess

HELP = "fine-tune a punctuation model on your own texts"
DESCRIPTION = """Fine-tune a punctuation model on text punctuated the way you like it: your own
documents (text, Markdown, Word, SRT, WebVTT) and sessions that you have corrected (JSON).
A tenth is held out to see what was learnt, and a general sample shows what was forgotten. The new
model becomes the active one if it is better on your text and no worse on either, in marks or
sentence ends (by more than 0.3 points or a single mark). The old one is kept. Nothing leaves this
computer. You need a few hundred words at least; ten thousand take a few minutes. Ctrl-C
cancels."""
EXAMPLES = """examples:
  fermata train --from en --texts letters/*.docx notes.md --name mine
  fermata train --from mine --texts corrected.json --name mine-2
  fermata models rollback                        go back to the previous model"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="start",
        metavar="NAME|DIR",
        help="model to start from (default: the active one)",
    )
    parser.add_argument(
        "--texts", type=Path, nargs="+", required=True, metavar="FILE", help="files to learn from"
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="name of the new model")
    choice = parser.add_mutually_exclusive_group()
    for option, activation, what in (
        ("--activate", "always", "use the new model whatever it scores"),
        ("--no-activate", "never", "keep using the old model"),
    ):
        choice.add_argument(
            option, dest="activation", action="store_const", const=activation, help=what
        )
    parser.set_defaults(activation="if-better")


def run(arguments: argparse.Namespace) -> int:
    """Train; print JSON lines to a pipe, a progress bar and a table on a terminal."""
    from app.privacy import private_folder
    from app.training_process import TrainingProcess
    from engine.paths import default_paths

    paths = default_paths()
    for folder in (paths.data, paths.settings):  # training does not know about the application
        private_folder(folder)
    with TrainingView() as view, TrainingProcess(_options(arguments)) as process:
        return _follow(process, view.show if sys.stdout.isatty() else _print)


def _follow(process: TrainingProcess, show: Any) -> int:  # noqa: ANN401  takes an event
    try:
        for event in process.events():
            show(event)
    except (KeyboardInterrupt, SystemExit):
        for event in process.cancel():
            show(event)
        raise
    return 0 if event["event"] == "done" else INTERRUPTED


def _print(event: Event) -> None:
    print(json.dumps(event, ensure_ascii=False, default=str), flush=True)


def _options(arguments: argparse.Namespace) -> list[str]:
    texts = [str(path.absolute()) for path in arguments.texts]
    options = [f"--name={arguments.name}", f"--activate={arguments.activation}", "--texts", *texts]
    return [f"--from={arguments.start}", *options] if arguments.start else options


_STAGES = {
    "reading": "Reading the texts",
    "measuring": "Measuring the old model",
    "learning": "Learning",
    "choosing": "Mixing old and new",
    "writing": "Writing the new model",
    "comparing": "Measuring the new model",
}


class TrainingView:
    """Shows events to a person: a bar while the model learns, then the results."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._is_terminal = sys.stderr.isatty()

    def show(self, event: Event) -> None:
        match event["event"]:
            case "stage":
                self._stage(event)
            case "text":
                self._text(event)
            case "step":
                self._step(event)
            case "done":
                self._done(event)
            case "cancelled":
                self._close()
                say("Cancelled. Nothing was changed.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._close()

    def _stage(self, event: Event) -> None:
        self._close()
        if self._is_terminal:
            say(f"{_STAGES.get(event['name'], event['name'])} …")

    def _text(self, event: Event) -> None:
        name = Path(event["path"]).name
        if event["problem"]:
            warn(f"{name} is left out: {event['problem']}.")
            return
        is_usual = event["encoding"] in {"utf-8", "utf-8-sig", "ascii"}
        read_as = "" if is_usual else f", read as {event['encoding']}"
        share = f"{100 * event['marked_share']:.0f} %"
        say(f"{name}: {event['words']:,} words, {share} in marked sentences{read_as}.")
        for remark in event["remarks"]:
            warn(f"{remark}.")

    def _step(self, event: Event) -> None:
        found = event["held_out_f1"]
        known = {"held_out_f1": f"{found:.1f}"} if found is not None else {}
        known["loss"] = f"{event['loss']:.3f}"
        if self._bar is not None:
            self._bar.set_postfix(known, refresh=False)
            self._bar.update(event["step"] - self._bar.n)
        elif self._is_terminal:
            from tqdm import tqdm

            self._bar = tqdm(
                total=event["steps"],
                initial=event["step"],
                postfix=known,
                unit="step",
                leave=False,
                dynamic_ncols=True,
            )

    def _done(self, event: Event) -> None:
        self._close()
        print(_table(event["before"], event["after"]), end="")
        name = event["name"]
        print(f"Model {name}, trained on {event['words']:,} words, is in {event['folder']}.")
        if event["is_active"]:
            print(f"It is now the active model: {event['reason']}.")
            print("`fermata models rollback` goes back to the one before.")
        else:
            print(f"The old model stays active: {event['reason']}.")
            print(f"To use it anyway: `fermata models activate {name}`.")

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _table(before: Event, after: Event) -> str:
    text = f"{'':28}{'micro F1':>16}{'seg-F0.5':>18}\n"
    for part, key in (("your texts, unseen", "held_out"), ("general sample", "general")):
        text += f"{part} ({before[key]['words']:,} words)".ljust(36)
        for figure in ("micro_f1", "segmentation_f05"):
            text += f"{before[key][figure]:6.1f} → {after[key][figure]:4.1f}   "
        text = text.rstrip() + "\n"
    return text
