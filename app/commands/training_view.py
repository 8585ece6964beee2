"""What a person sees of a training run: a bar while it learns, then what it has brought."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Self

from app.commands.console import say, warn
from app.training_process import Event

_STAGES = {
    "reading": "Reading the texts",
    "measuring": "Measuring the old model",
    "learning": "Learning",
    "choosing": "Mixing old and new",
    "writing": "Writing the new model",
    "comparing": "Measuring the new model",
}


class TrainingView:
    """Shows events on a terminal; a bar where standard error is one."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._is_terminal = sys.stderr.isatty()

    def show(self, event: Event) -> None:
        """Show one event."""
        shown = {
            "stage": self._stage,
            "text": self._text,
            "step": self._step,
            "done": self._done,
            "cancelled": self._cancelled,
        }
        if event["event"] in shown:
            shown[event["event"]](event)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Take the bar away."""
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
        encoding = event["encoding"]
        is_usual = encoding in {"utf-8", "utf-8-sig", "ascii"}
        read_as = "" if is_usual else f", read as {encoding}"
        share = f"{100 * event['marked_share']:.0f} %"
        say(f"{name}: {event['words']:,} words, {share} in marked sentences{read_as}.")
        for remark in event["remarks"]:
            warn(f"{remark}.")

    def _step(self, event: Event) -> None:
        if self._bar is None and self._is_terminal:
            from tqdm import tqdm

            self._bar = tqdm(total=event["steps"], unit="step", leave=False, dynamic_ncols=True)
        if self._bar is None:
            return
        found = event["held_out_f1"]
        known = {"held_out_f1": f"{found:.1f}"} if found is not None else {}
        self._bar.set_postfix(loss=f"{event['loss']:.3f}", refresh=False, **known)
        self._bar.update(event["step"] - self._bar.n)

    def _done(self, event: Event) -> None:
        self._close()
        print(_table(event["before"], event["after"]), end="")
        name = event["name"]
        print(f"Model {name}, learnt from {event['words']:,} words, is in {event['folder']}.")
        if event["is_active"]:
            print(f"It is used from now on: {event['reason']}.")
            print("`fermata models rollback` goes back to the one before.")
        else:
            print(f"It is not used: {event['reason']}.")
            print(f"`fermata models activate {name}` uses it all the same.")

    def _cancelled(self, _: Event) -> None:
        self._close()
        say("Cancelled; nothing was changed.")

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _table(before: Event, after: Event) -> str:
    text = f"{'':28}{'micro F1':>16}{'seg-F0.5':>18}\n"
    for part, key in (("your texts, held out", "held_out"), ("general sample", "general")):
        text += f"{part} ({before[key]['words']:,} words)".ljust(36)
        for figure in ("micro_f1", "segmentation_f05"):
            text += f"{before[key][figure]:6.1f} → {after[key][figure]:4.1f}   "
        text = text.rstrip() + "\n"
    return text
