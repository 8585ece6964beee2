"""The spelling dictionaries that the system has, through enchant where that is installed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

_log = logging.getLogger(__name__)
_WITHOUT = {"ja", "yue", "zh"}  # languages whose words are not looked up
_REMEMBERED = 50_000
MOST_SUGGESTED = 5


class Spelling:
    """Looks words up; one is right where any of the dictionaries has it.

    Reading a dictionary takes a tenth of a second, a word microseconds, suggestions milliseconds.
    """

    def __init__(self, dictionaries: Sequence[Any]) -> None:
        self._dictionaries = dictionaries
        self.is_right = lru_cache(_REMEMBERED)(self._is_right)

    def _is_right(self, word: str) -> bool:
        return any(one.check(word) for one in self._dictionaries)

    def suggestions(self, word: str) -> list[str]:
        """Return up to five words that may have been meant, each dictionary's likeliest first."""
        rows = [one.suggest(word)[:MOST_SUGGESTED] for one in self._dictionaries]
        ranked = (row[at] for at in range(MOST_SUGGESTED) for row in rows if at < len(row))
        return [*dict.fromkeys(ranked)][:MOST_SUGGESTED]


def spelling(languages: Sequence[str], locale: str) -> Spelling | None:
    """Read the dictionaries of some languages.

    Args:
        languages: codes such as "en"; of Chinese and Japanese no words are looked up.
        locale: of the system, such as "en_GB", whose own dictionary goes before others.

    Returns:
        None where one of the languages has no dictionary: all of its words would be wrong.
    """
    try:
        import enchant
    except ImportError:  # also where its library is not there
        _log.info("enchant is not installed: no spelling is checked")
        return None
    broker = enchant.Broker()
    found: list[Any] = []
    for language in languages:
        tags = [tag for tag in broker.list_languages() if tag.partition("_")[0] == language]
        if language not in _WITHOUT and not tags:
            return None
        found += map(broker.request_dict, [locale] if locale in tags else tags)
    return Spelling(found) if found else None
