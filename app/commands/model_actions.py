"""The actions of `fermata models`; loaded only when one runs, to keep `--help` fast."""

from __future__ import annotations

import argparse
import json
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from app.commands.interrupts import INTERRUPTED, first_interrupt
from app.commands.terminal import Progress, harmless, note, say
from app.commands.wording import explain
from app.privacy import private_folder
from engine.errors import DownloadError, FermataError, ModelNotFoundError
from engine.models.active import activate_model, active_model, roll_back
from engine.models.catalogue import CatalogueModel, find_model, load_catalogue
from engine.models.download import Progress as Received
from engine.models.install import (
    Job,
    Phase,
    downloaded_bytes,
    fetch_model,
    import_model,
    remove_model,
)
from engine.models.installed import InstalledModel, installed_models
from engine.models.verify import verify_model
from engine.paths import default_paths
from engine.recognisers.speech_models import recogniser_of
from engine.settings import RecogniserSettings

_DEEPEST_SCORE = 8
_MOST_LANGUAGES = 6
_OFFERED = (
    *("name", "title", "engine", "languages", "size_bytes", "memory_bytes", "real_time_factor"),
    *("emits_marks", "needs_gpu", "licence", "is_free_for_work", "is_recommended"),
)


def list_models(arguments: argparse.Namespace) -> int:
    paths = default_paths()
    if arguments.available:
        offered = load_catalogue(paths)
        objects = [_offered_object(model) for model in offered]
        text = _offered_table(offered, has_details=arguments.details)
    else:
        models = installed_models(paths)
        active = _active_among(models, active_model(paths))
        objects = [{**_installed_object(model), "is_active": model is active} for model in models]
        text = _installed_table(models, _used(models, active), has_details=arguments.details)
    if arguments.json:
        print(_as_json(objects))
    else:
        print(text, end="")
    return 0


def _as_json(objects: list[dict[str, Any]]) -> str:
    text = json.dumps(objects, ensure_ascii=False, indent=1)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate, or a folder whose name is not text
        return json.dumps(objects, indent=1)
    return text


def activate(arguments: argparse.Namespace) -> int:
    paths = default_paths()
    private_folder(paths.settings)
    activate_model(arguments.name, paths)
    print(f"{arguments.name} is now the active model.")
    return 0


def rollback(_: argparse.Namespace) -> int:
    print(f"{roll_back(default_paths())} is the active model again.")
    return 0


def download(arguments: argparse.Namespace) -> int:
    """Download and install a speech model; Ctrl-C keeps what has arrived."""
    paths = default_paths()
    private_folder(paths.data)
    model = find_model(arguments.name, load_catalogue(paths, arguments.server))
    stop = threading.Event()
    have = 0

    def advance(received: int) -> None:
        nonlocal have
        bar.advance(max(0, received - have))
        have = max(have, received)

    def tell(phase: Phase, received: Received) -> None:
        if phase == "downloading":
            advance(received.received_bytes)

    with Progress(model.name, model.size_bytes, "B") as bar, first_interrupt(stop.set):
        advance(downloaded_bytes(model, paths))
        try:
            folder = fetch_model(model, paths, Job(stop, tell))
        except DownloadError:
            say("If you have the model on a USB stick: `fermata models import PATH`.")
            raise
    if folder is None:
        say("Stopped. Run the same command to continue.")
        return INTERRUPTED
    print(folder)
    if not model.check:
        note("Its publisher gives no checksum: only its form was checked.")
    elif model.check == "md5":
        note("Its publisher gives only MD5, which notices accidents but no forgery.")
    return 0


def import_(arguments: argparse.Namespace) -> int:
    paths = default_paths()
    private_folder(paths.data)
    print(import_model(arguments.source, paths, Job(threading.Event()), arguments.name))
    return 0


def verify(arguments: argparse.Namespace) -> int:
    found = installed_models(default_paths())
    for name in arguments.names:
        _one_of(name, found)
    wanted = [model for model in found if not arguments.names or model.name in arguments.names]
    return max([_verified(model) for model in wanted], default=0)


def remove(arguments: argparse.Namespace) -> int:
    paths = default_paths()
    remove_model(_one_of(arguments.name, installed_models(paths)), paths)
    note(f"Removed {arguments.name}.")
    return 0


def _verified(model: InstalledModel) -> int:
    try:
        how = verify_model(model)
    except FermataError as error:
        print(f"! {model.name}: {explain(error)}")
        return 1
    unknown = "nothing is missing (no checksums are known)"
    print(f"+ {model.name}: {'all files match their checksums' if how == 'files' else unknown}")
    return 0


def _one_of(name: str, models: list[InstalledModel]) -> InstalledModel:
    found = next((model for model in models if model.name == name), None)
    if found is None:
        raise ModelNotFoundError("installed", name)
    return found


def _offered_object(model: CatalogueModel) -> dict[str, Any]:
    return {name: getattr(model, name) for name in _OFFERED} | {
        "urls": [file.url for file in model.downloads],
        "checksum": model.check or None,
        "word_error_rates": dict(model.word_error_rates),
    }


def _offered_table(models: tuple[CatalogueModel, ...], *, has_details: bool) -> str:
    head = ("NAME", "LANGUAGES", "SIZE", "MEMORY", "SPEED", "PUNCTUATES", "LICENCE", "WORD ERRORS")
    rows = [head, *map(_offered_row, models)]
    shown = rows if has_details else [row[:-1] for row in rows]
    return "".join(f"{line}\n" for line in _padded(shown))


def _offered_row(model: CatalogueModel) -> tuple[str, ...]:
    rates = ", ".join(f"{name} {rate:g} %" for name, rate in model.word_error_rates.items())
    factor = model.real_time_factor
    speed = "" if factor is None else f"{1 / factor:.2g} x speech"
    word = {True: "free, even for work", False: "not for commercial use", None: ""}[
        model.is_free_for_work
    ]
    return (
        model.name,
        _listed(model.languages),
        _megabytes(model.size_bytes) or "?",
        _megabytes(model.memory_bytes),
        "for a GPU" if model.needs_gpu else speed,
        "itself" if model.emits_marks else "",
        ": ".join(part for part in (model.licence, word) if part),
        rates,
    )


def _listed(languages: Sequence[str]) -> str:
    if len(languages) > _MOST_LANGUAGES:
        return f"{len(languages)} languages"
    return ", ".join(languages)


def _megabytes(size_bytes: int | None) -> str:
    return "" if size_bytes is None else f"{size_bytes / 1e6:.0f} MB"


def _padded(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _active_among(models: list[InstalledModel], active: str) -> InstalledModel | None:
    named = (m for m in models if m.kind == "punctuation" and m.folder.name == active)
    return next(named, None)


def _installed_object(model: InstalledModel) -> dict[str, Any]:
    names = ("kind", "engine", "name", "folder", "languages", "size_bytes", "licences")
    return {name: getattr(model, name) for name in (*names, "training_data")} | {
        "folder": str(model.folder),
        "scores": {str(name): _cut(value) for name, value in (model.scores or {}).items()},
        "problem": model.problem and str(model.problem),
    }


def _used(models: list[InstalledModel], active: InstalledModel | None) -> list[InstalledModel]:
    """Return the models used by default: for punctuation, speech and speakers."""
    paths = default_paths()
    languages = active.languages if active else ()
    used = [active] if active else []
    with suppress(FermataError):  # none is installed
        speech = recogniser_of(RecogniserSettings(languages=languages), paths).speech_model
        used += [it for it in models if it.kind == "speech" and it.folder == speech][:1]
    used += [it for it in models if it.kind == "speakers"][:1]
    return used


def _installed_table(
    models: list[InstalledModel], used: list[InstalledModel], *, has_details: bool
) -> str:
    head = ("NAME", "LANGUAGES", "SIZE", "KIND", "IN USE")
    rows = [_row(model, is_used=any(model is it for it in used)) for model in models]
    text = ""
    for at, line in enumerate(_padded([head, *rows])):
        text += harmless(line) + "\n"
        details = _details(models[at - 1]) if at and has_details else ()
        text += "".join(f"    {harmless(detail)}\n" for detail in details)
    return text


def _row(model: InstalledModel, *, is_used: bool) -> tuple[str, ...]:
    kind = f"speech, {model.engine}" if model.kind == "speech" else model.kind
    languages = _listed(model.languages) or ("any" if model.kind == "speakers" else "?")
    in_use = "cannot be used: see --details" if model.problem else "yes" if is_used else ""
    return model.name, languages, f"{model.size_bytes / 1e6:.0f} MB", kind, in_use


def _details(model: InstalledModel) -> list[str]:
    lines = [f"in {model.folder}"]
    lines += [f"cannot be used: {model.problem}"] if model.problem else []
    if model.scores:
        scores = (f"{name} {_short(_cut(value))}" for name, value in model.scores.items())
        lines.append(f"scores: {', '.join(scores)}")
    if model.training_data:
        licences = ", ".join(model.licences)
        lines.append(f"trained on {len(model.training_data)} sources ({licences})")
    return lines


def _cut(score: object, deepest: int = _DEEPEST_SCORE) -> object:
    """Cut off what is nested too deeply to show or traverse."""
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


ACTIONS = {
    "list": list_models,
    "download": download,
    "import": import_,
    "verify": verify,
    "remove": remove,
    "activate": activate,
    "rollback": rollback,
}
