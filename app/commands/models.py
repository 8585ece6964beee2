"""`fermata models`: what is installed, what can be, and which is used."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.models.catalogue import CatalogueModel
    from engine.models.installed import InstalledModel

_DESCRIPTION = """List the punctuation models and the speech models on this computer; of two models
with one name the first is used. Or download, import, verify or remove one, or choose the
punctuation model that is used where none is named."""
_EXAMPLES = """examples:
  fermata models                                  what is installed
  fermata models list --available                 what can be downloaded
  fermata models download vosk-model-small-en-us-0.15
  fermata models import model.zip                 a speech model or a bundle
  fermata models activate mine                    punctuate with this one from now on
  fermata models rollback                         with the one that was active before"""
_DEEPEST_SCORE = 8


def register(commands: Any) -> None:  # noqa: ANN401  argparse hides this type
    """Add the command to the command line."""
    parser = commands.add_parser(
        "models",
        help="list, download, import, verify and remove models",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_list_options(parser)
    actions = parser.add_subparsers(metavar="ACTION")
    listing = actions.add_parser("list", help="list models")
    _add_list_options(listing)
    download = actions.add_parser("download", help="download a speech model and install it")
    download.add_argument("name", help="as in `fermata models list --available`")
    download.add_argument("--server", default="", metavar="URL", help="in place of the publisher's")
    importing = actions.add_parser("import", help="install a model from a folder, zip or tar.bz2")
    importing.add_argument("source", type=Path, metavar="DIR|ARCHIVE")
    verify = actions.add_parser("verify", help="compare files with their checksums")
    verify.add_argument("names", nargs="*", metavar="NAME", help="default: every model")
    remove = actions.add_parser("remove", help="delete a model that Fermata installed")
    remove.add_argument("name")
    activate = actions.add_parser("activate", help="use a punctuation model from now on")
    activate.add_argument("name", help="of an installed punctuation model")
    activate.set_defaults(run=_activate)
    rollback = actions.add_parser("rollback", help="use the model that was active before")
    rollback.set_defaults(run=_roll_back)
    parser.set_defaults(run=run)
    for name, action in (
        ("download", download),
        ("import", importing),
        ("verify", verify),
        ("remove", remove),
    ):
        action.set_defaults(run=_act, action=name)


def run(arguments: argparse.Namespace) -> int:
    """Print what is installed, or what can be downloaded."""
    from engine.models.active import active_model
    from engine.models.catalogue import load_catalogue
    from engine.models.installed import installed_models
    from engine.paths import default_paths

    paths = default_paths()
    if arguments.available:
        offered = load_catalogue(paths)
        objects, text = [_offer(model) for model in offered], _offers(offered)
    else:
        models = installed_models(paths)
        active = _in_use(models, active_model(paths))
        objects = [{**_object(model), "is_active": model is active} for model in models]
        text = _table(models, active)
    if arguments.json:
        print(_as_json(objects))
    else:
        print(text, end="")
    return 0


def _as_json(objects: list[dict[str, Any]]) -> str:
    import json

    text = json.dumps(objects, ensure_ascii=False, indent=1)
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate, or a folder whose name is no text
        return json.dumps(objects, indent=1)
    return text


def _activate(arguments: argparse.Namespace) -> int:
    from app.privacy import private_folder
    from engine.models.active import activate_model
    from engine.paths import default_paths

    paths = default_paths()
    private_folder(paths.settings)
    activate_model(arguments.name, paths)
    print(f"The model {arguments.name} is used from now on.")
    return 0


def _roll_back(_: argparse.Namespace) -> int:
    from engine.models.active import roll_back
    from engine.paths import default_paths

    print(f"The model {roll_back(default_paths())} is used again.")
    return 0


def _act(arguments: argparse.Namespace) -> int:
    from app.commands import model_actions

    actions = {
        "download": model_actions.download,
        "import": model_actions.import_,
        "verify": model_actions.verify,
        "remove": model_actions.remove,
    }
    return actions[arguments.action](arguments)


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--available", action="store_true", help="what can be downloaded, not what is installed"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _offer(model: CatalogueModel) -> dict[str, Any]:
    return {
        "name": model.name,
        "title": model.title,
        "engine": model.engine,
        "languages": model.languages,
        "url": model.url,
        "size_bytes": model.size_bytes,
        "licence": model.licence,
        "checksum": None if model.checksum is None else model.checksum.kind,
        "word_error_rates": dict(model.word_error_rates),
    }


def _offers(models: tuple[CatalogueModel, ...]) -> str:
    rows = [("NAME", "LANGUAGES", "SIZE", "LICENCE", "WORD ERRORS")]
    for model in models:
        rates = ", ".join(f"{name} {rate:g} %" for name, rate in model.word_error_rates.items())
        size = "?" if model.size_bytes is None else f"{model.size_bytes / 1e6:.0f} MB"
        rows.append((model.name, ", ".join(model.languages), size, model.licence, rates))
    return _columns(rows)


def _columns(rows: list[tuple[str, str, str, str, str]]) -> str:
    return "".join(f"{line}\n" for line in _padded(rows))


def _padded(rows: list[tuple[str, str, str, str, str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return [
        "  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]


def _in_use(models: list[InstalledModel], active: str) -> InstalledModel | None:
    """Return the first punctuation model that lies in a folder of the active one's name."""
    named = (m for m in models if m.kind == "punctuation" and m.folder and m.folder.name == active)
    return next(named, None)


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
        "scores": {str(name): _cut(value) for name, value in (model.scores or {}).items()},
        "problem": model.problem and str(model.problem),
    }


def _table(models: list[InstalledModel], active: InstalledModel | None) -> str:
    rows = [("KIND", "NAME", "LANGUAGES", "SIZE", "FOLDER"), *(_row(model) for model in models)]
    text = ""
    for at, line in enumerate(_padded(rows)):
        text += _harmless(line) + "\n"
        if at and models[at - 1] is active:
            text += "    active: used where no model is named\n"
        details = _details(models[at - 1]) if at else ()
        text += "".join(f"    {_harmless(detail)}\n" for detail in details)
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
            "scores: " + ", ".join(f"{name} {_short(_cut(v))}" for name, v in model.scores.items())
        )
    if model.training_data:
        licences = ", ".join(model.licences)
        lines.append(f"trained on {len(model.training_data)} sources ({licences})")
    return lines


def _harmless(line: str) -> str:
    """Replace what is no sign: what stands in a model must not steer the terminal.

    Bytes of a folder's name that are no text stay: the name is of use only as a whole.
    """
    return "".join(it if it.isprintable() or "\udc80" <= it <= "\udcff" else "�" for it in line)


def _cut(score: object, deepest: int = _DEEPEST_SCORE) -> object:
    """Leave out what lies too deep to be shown, or to be walked through."""
    if not isinstance(score, dict | list):
        return score
    if not deepest:
        return "…"
    if isinstance(score, list):
        return [_cut(value, deepest - 1) for value in score]
    return {name: _cut(value, deepest - 1) for name, value in score.items()}


def _short(score: object) -> str:
    if isinstance(score, dict):
        return "(" + ", ".join(f"{name} {_short(value)}" for name, value in score.items()) + ")"
    return f"{score:.4g}" if isinstance(score, float) else str(score)
