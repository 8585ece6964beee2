"""Which languages a session is in, told by its punctuation model, and which model knows one."""

from __future__ import annotations

import json

from engine.errors import FermataError
from engine.network.bundle import DESCRIPTION, find_bundle, list_bundles
from engine.paths import Paths
from engine.regular_file import open_regular
from engine.text.language_check import written_alike


def spoken_languages(model: str, paths: Paths) -> tuple[str, ...]:
    """Return the languages of a punctuation model; none where they cannot be read.

    Its files are not verified: loading it will say what is wrong with them.
    """
    try:
        folder = find_bundle(model, paths.punctuation_models)
        with open_regular(folder / DESCRIPTION) as stream:
            table = json.load(stream)
        return tuple(str(code) for code in table["languages"])
    except (FermataError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def model_that_knows(language: str, paths: Paths) -> str | None:
    """Return the name of an installed punctuation model for a language; None where there is none.

    A model of the language itself comes before one of what is written alike, and one of few
    languages before one of many.
    """
    names = dict.fromkeys(folder.name for folder in list_bundles(paths.punctuation_models))
    known = {name: spoken_languages(name, paths) for name in names}
    fitting = [name for name in names if written_alike(language) & set(known[name])]
    return min(fitting, key=lambda it: (language not in known[it], len(known[it])), default=None)
