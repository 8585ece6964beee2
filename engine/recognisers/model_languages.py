"""Which languages a speech model hears, told by its folder's name: its files do not say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.languages import LANGUAGES

_NAMES = {
    **{code: code for code in LANGUAGES},
    **{english.lower(): code for code, (english, _) in LANGUAGES.items()},
    "chinese": "zh",
    "cn": "zh",
}


def languages_of(name: str) -> tuple[str, ...]:
    """Return the language codes in a model's name, in its order."""
    parts = re.split(r"[^a-z0-9]+", name.lower())  # "480ms" is no Malay
    return tuple(dict.fromkeys(_NAMES[part] for part in parts if part in _NAMES))


def fitting_best(names: Iterable[str], wanted: Sequence[str]) -> list[str]:
    """Return names of models, those that fit the wanted languages best first.

    The one that knows most of them comes first; of equals, the one that knows fewest others, then
    one that does not say. Where nothing is wanted, the order stays.
    """

    def fit(name: str) -> tuple[int, int]:
        heard = set(languages_of(name))
        common = len(heard & set(wanted))
        others = len(heard - set(wanted)) if heard else 0
        return -common, others

    return sorted(names, key=fit) if wanted else list(names)
