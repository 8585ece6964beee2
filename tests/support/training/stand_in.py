"""Stands in for `python -m training finetune`: reports the same, and learns nothing.

The first text's name decides: `own.txt` goes well, `long.txt`, and any that holds "for long", runs
until cancelled; any other is reported as unreadable. `python -m
tests.support.training.stand_in front WORDS…` is `fermata WORDS…` with the stand-in behind it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

from app import training_process
from engine.models.active import activate_model, active_model
from engine.paths import default_paths

COMMAND = (sys.executable, "-m", "tests.support.training.stand_in")
_SCORES = {"micro_f1": 50.0, "segmentation_f05": 60.0, "words": 3210}


def tell(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


def step(number: int) -> None:
    tell("step", step=number, steps=3, loss=1.0 / number, left_s=1.0, held_out_f1=10.0 * number)


def finetune() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--until-stdin-ends", action="store_true")
    for name in ("--from", "--name", "--activate"):
        parser.add_argument(name)
    parser.add_argument("--texts", nargs="+")
    options = parser.parse_args()
    text = Path(options.texts[0])
    tell("stage", name="reading")
    if text.name not in {"own.txt", "long.txt", "corrections.lessons"}:
        reason = "there are no words in it"
        tell("failed", error="TranscriptFormatError", fields=[str(text), reason, None])
        return 2
    about = {"words": 1000, "marked_share": 1.0, "encoding": "utf-8", "remarks": []}
    tell("text", path=str(text), problem="", **about)
    tell("stage", name="learning")
    for number in (1, 2, 3):
        step(number)
    if text.name == "long.txt" or "for long" in text.read_text(encoding="utf-8"):
        sys.stdin.read()
        tell("cancelled")
        return 130
    return done(options)


def done(options: argparse.Namespace) -> int:
    tell("stage", name="comparing")
    paths = default_paths()
    folder = paths.data / "models" / options.name
    shutil.copytree(paths.data / "models" / active_model(paths), folder)
    shutil.copy(options.texts[-1], folder / "learnt.txt")
    described = json.loads((folder / "bundle.json").read_text(encoding="utf-8"))
    described["fine_tuned"] = {"from": active_model(paths)}
    (folder / "bundle.json").write_text(json.dumps(described), encoding="utf-8")
    is_active = options.activate == "always"
    if is_active:
        activate_model(options.name, paths)
    scores = {"held_out": _SCORES, "general": _SCORES}
    tell(
        "done",
        name=options.name,
        folder=str(folder),
        words=1000,
        is_active=is_active,
        reason="as you asked",
        before=scores,
        after=scores,
    )
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["front"]:
        from app.commands.cli import main

        training_process.COMMAND = COMMAND
        sys.exit(main(sys.argv[2:]))
    sys.exit(finetune())
