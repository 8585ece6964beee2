"""The default punctuation model: a small file among the user's settings."""

from __future__ import annotations

import json
from pathlib import Path

from engine.atomic_file import replacing
from engine.errors import ModelNotFoundError, SettingsError
from engine.network.bundle import DESCRIPTION, find_bundle, load_bundle
from engine.paths import Paths
from engine.settings import PunctuationSettings

_FILE = "active_model.json"
_LONGEST_HISTORY = 20


def active_model(paths: Paths) -> str:
    """Return the name of the model to use; the bundled one if the chosen one is gone."""
    return next((name for name in _history(paths) if _is_installed(name, paths)), _bundled())


def activate_model(name: str, paths: Paths) -> None:
    """Use a model from now on; remembers the previous one for `roll_back`.

    Raises:
        ModelNotFoundError, ModelFormatError: there is no such model, or it is broken.
        OSError: the settings folder cannot be written.
    """
    if not _is_installed(name, paths):
        raise ModelNotFoundError("punctuation", name, paths.punctuation_models)
    load_bundle(find_bundle(name, paths.punctuation_models))
    before = [known for known in _history(paths) if known != name] or [_bundled()]
    _write(paths, [name, *before])


def roll_back(paths: Paths) -> str:
    """Go back to the model that was active before this one; return its name.

    Raises:
        SettingsError: there was none.
        OSError: the settings folder cannot be written.
    """
    active = active_model(paths)
    history = _history(paths)
    after = history[history.index(active) + 1 :] if active in history else []
    kept = [name for name in after if _is_installed(name, paths)]
    if not kept:
        raise SettingsError("active model", "no other model was active before it")
    _write(paths, kept)
    return kept[0]


def _bundled() -> str:
    return PunctuationSettings().model


def _is_installed(name: str, paths: Paths) -> bool:
    is_plain = Path(name).name == name
    places = [folder / name / DESCRIPTION for folder in paths.punctuation_models]
    try:
        return is_plain and any(place.is_file() for place in places)
    except OSError:  # the name is too long
        return False


def _history(paths: Paths) -> list[str]:
    try:
        names = json.loads((paths.settings / _FILE).read_text(encoding="utf-8"))["punctuation"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    if not isinstance(names, list):
        return []
    return [name for name in names if isinstance(name, str)]


def _write(paths: Paths, names: list[str]) -> None:
    content = {"punctuation": names[:_LONGEST_HISTORY]}
    paths.settings.mkdir(parents=True, exist_ok=True)
    with replacing(paths.settings / _FILE) as stream:
        stream.write(json.dumps(content, ensure_ascii=False).encode())
