"""Notices text in a language that a model does not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from engine.text.scripts import is_cjk
from engine.text.units import split_units

_SAMPLE_WORDS = 400
_FEWEST_WORDS = 40
# of 40 to 400 words: conversations 0.4 to 0.7, notes and manuals 0.3, foreign languages 0 to 0.16
_LEAST_COMMON_SHARE = 0.2
_FEWEST_UNITS = 12
_LEAST_SCRIPT_SHARE = 0.4
_LEAST_KANA_SHARE = 0.1
_LEAST_CANTONESE_SHARE = 0.02
_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7a3]")
_CANTONESE = re.compile("[嘅喺咗唔佢哋啲冇嚟嗰咁嘢乜噉睇俾畀啱攞諗𡃉㗎喎啫咩]")
_WRITTEN_ALIKE = ({"zh", "yue"}, {"ja"}, {"ko"})


def foreign_language(
    words: Iterable[str], languages: Sequence[str], common: AbstractSet[str]
) -> str | None:
    """Return the language that a text is in, where a model does not know it.

    Args:
        words: without marks, in lower case; the first 400 units count.
        languages: codes of those that the model knows.
        common: the about 200 commonest words of the one with spaces.

    Returns:
        A code such as "yue"; "" for a language that has no name here; None where the model knows
        it, or where so little text tells nothing.
    """
    units = (unit for word in words for unit in split_units(word))
    sample = list(islice(units, _SAMPLE_WORDS))
    found = _by_script(sample)
    if found is None:
        return "" if looks_foreign(sample, common) else None
    return None if written_alike(found) & set(languages) else found


def written_alike(language: str) -> AbstractSet[str]:
    """Return the languages that are written as one is, itself among them."""
    return next((group for group in _WRITTEN_ALIKE if language in group), {language})


def looks_foreign(words: Iterable[str], common: AbstractSet[str]) -> bool:
    """Return whether words are hardly of the language whose commonest ones are given.

    Those of one letter are left out: they are the same in many languages. Args as above; where
    there are no `common` words, nothing is foreign.
    """
    sample = list(islice((word for word in words if len(word) > 1), _SAMPLE_WORDS))
    if len(sample) < _FEWEST_WORDS or not common:
        return False
    return sum(word in common for word in sample) / len(sample) < _LEAST_COMMON_SHARE


def _by_script(units: Sequence[str]) -> str | None:
    if len(units) < _FEWEST_UNITS:
        return None
    if sum(_HANGUL.search(unit) is not None for unit in units) >= _LEAST_SCRIPT_SHARE * len(units):
        return "ko"
    characters = [unit for unit in units if is_cjk(unit)]
    if len(characters) < _LEAST_SCRIPT_SHARE * len(units):
        return None
    if _share(_KANA, characters) >= _LEAST_KANA_SHARE:
        return "ja"
    return "yue" if _share(_CANTONESE, characters) >= _LEAST_CANTONESE_SHARE else "zh"


def _share(pattern: re.Pattern[str], units: Sequence[str]) -> float:
    return sum(pattern.search(unit) is not None for unit in units) / len(units)
