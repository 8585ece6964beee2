"""The languages that punctuation models know, and which model to use for one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.errors import FermataError
from engine.network.bundle import DESCRIPTION, find_bundle, list_bundles
from engine.network.no_network import OWN_MARKS
from engine.paths import Paths
from engine.regular_file import open_regular
from engine.text.language_check import is_known


def spoken_languages(model: str, paths: Paths) -> tuple[str, ...]:
    """Return the languages of a punctuation model; empty if they cannot be read.

    Does not verify its files: loading it reports what is wrong with them.
    """
    try:
        folder = find_bundle(model, paths.punctuation_models)
        with open_regular(folder / DESCRIPTION) as stream:
            table = json.load(stream)
        return tuple(str(code) for code in table["languages"])
    except (FermataError, OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def model_that_knows(language: str, paths: Paths) -> str | None:
    """Return the name of an installed punctuation model for a language; None if there is none.

    Prefers models of the language itself to those of one written alike, and models of few languages
    to those of many.
    """
    found = model_for((language,), "", paths)
    return None if found == OWN_MARKS else found


def model_for(languages: Sequence[str], active: str, paths: Paths) -> str:
    """Return the name of the punctuation model with which to start dictation in some languages.

    The active one if it knows all of them, else another that does, else the best for the first;
    `OWN_MARKS` if no model knows that one.
    """
    names = dict.fromkeys([active, *(it.name for it in list_bundles(paths.punctuation_models))])
    known = {name: spoken_languages(name, paths) for name in names}
    for wanted in (languages, languages[:1]):
        fitting = [name for name in names if all(is_known(it, known[name]) for it in wanted)]
        if fitting and (active in fitting or not wanted):
            return active
        if fitting:
            return min(fitting, key=lambda it: (not {*wanted} <= {*known[it]}, len(known[it])))
    return OWN_MARKS
