"""`fermata models`: what is installed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.models.installed import InstalledModel

_DESCRIPTION = """List the punctuation models and the speech models on this computer. Of two models
with one name the first is used."""


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "models", help="list the models on this computer", description=_DESCRIPTION
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what is installed."""
    from engine.models.installed import installed_models
    from engine.paths import default_paths

    models = installed_models(default_paths())
    if arguments.json:
        import json

        print(json.dumps([_object(model) for model in models], ensure_ascii=False, indent=1))
    else:
        print(_table(models), end="")
    return 0


def _object(model: InstalledModel) -> dict[str, Any]:
    return {
        "kind": model.kind,
        "engine": model.engine,
        "name": model.name,
        "folder": None if model.folder is None else str(model.folder),
        "languages": model.languages,
        "size_bytes": model.size_bytes,
        "licences": model.licences,
        "training_data": model.training_data,
        "scores": model.scores or {},
        "problem": model.problem,
    }


def _table(models: list[InstalledModel]) -> str:
    rows = [("KIND", "NAME", "LANGUAGES", "SIZE", "FOLDER"), *(_row(model) for model in models)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    text = ""
    for at, row in enumerate(rows):
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        text += "  ".join([*padded, row[-1]]).rstrip() + "\n"
        text += "".join(f"    {line}\n" for line in (_details(models[at - 1]) if at else ()))
    return text


def _row(model: InstalledModel) -> tuple[str, str, str, str, str]:
    folder = f"comes with {model.engine}" if model.folder is None else str(model.folder)
    kind = model.kind if model.kind == "punctuation" else f"speech, {model.engine}"
    languages = ", ".join(model.languages) or "?"
    return kind, model.name, languages, f"{model.size_bytes / 1e6:.0f} MB", folder


def _details(model: InstalledModel) -> list[str]:
    lines = []
    if model.problem:
        lines.append(f"cannot be used: {model.problem}")
    if model.scores:
        lines.append(
            "scores: " + ", ".join(f"{name} {_short(v)}" for name, v in model.scores.items())
        )
    if model.training_data:
        licences = ", ".join(model.licences)
        lines.append(f"trained on {len(model.training_data)} sources ({licences})")
    return lines


def _short(score: object) -> str:
    if isinstance(score, dict):
        return "(" + ", ".join(f"{name} {_short(value)}" for name, value in score.items()) + ")"
    return f"{score:.4g}" if isinstance(score, float) else str(score)
