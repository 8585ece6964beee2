"""Detects the language of a text: by its script, by English words, or by its letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from engine.text.scripts import is_cjk
from engine.text.units import split_units

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE_UNITS = 400
_FEWEST_UNITS = 12
_FEWEST_LETTERS = 40  # twelve short words
_LEAST_CONFIDENCE = 0.8
_LEAST_SCRIPT_SHARE = 0.4
_LEAST_KANA_SHARE = 0.1
_LEAST_CANTONESE_SHARE = 0.02
_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7a3]")
_CANTONESE = re.compile("[嘅喺咗唔佢哋啲冇嚟嗰咁嘢乜噉睇俾畀啱攞諗𡃉㗎喎啫咩]")
_LEAST_ENGLISH_SHARE = 0.2
_FEWEST_ENGLISH = 3  # different ones
# words that `stopwords-iso` has for no other language; the full model takes 0.5 s and 100 MB
_ENGLISH_WORDS = """
    about and because been but can could did don't from going here how i'm if into it's know not
    only other our she should some than that the their them then there these they think this those
    very were what when where which who with would yeah you your
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_WRITTEN_ALIKE = ({"zh", "yue"}, {"ja"}, {"ko"})
# languages the library tells apart and we do not; "zxx" is no language
_OTHER_CODES = {"pcm": "en", "wuu": "zh", "arz": "ar", "ary": "ar", "nn": "no", "zxx": ""}
# short texts are told apart between these groups, but not within them
_KIN = (
    {"en", "pcm"},
    {"da", "no", "nn", "sv"},
    {"bs", "hr", "sl", "sr"},
    {"cs", "sk"},
    {"id", "jv", "ms"},
    {"ca", "es", "ext", "gl", "oc", "pt"},
    {"it", "lij", "vec"},
    {"be", "bg", "mk", "ru", "uk"},
    {"de", "lb"},
    {"af", "fy", "nl"},
    {"ar", "ary", "arz"},
    {"fa", "sdh"},
)


def language_of(words: Iterable[str]) -> str:
    """Return the language of a text.

    Args:
        words: Lower-case words without marks; the first 400 units count.

    Returns:
        ISO 639-1 ("yue" for Cantonese), or "" if there is too little text or no language is likely.
    """
    units = list(islice((unit for word in words for unit in split_units(word)), _SAMPLE_UNITS))
    return language_by_script(units) or _by_letters(units)


def language_by_script(units: Sequence[str]) -> str:
    """Return zh, yue, ja or ko; "" if the script is another one or there is too little text."""
    if len(units) < _FEWEST_UNITS:
        return ""
    if sum(_HANGUL.search(unit) is not None for unit in units) >= _LEAST_SCRIPT_SHARE * len(units):
        return "ko"
    characters = [unit for unit in units if is_cjk(unit)]
    if len(characters) < _LEAST_SCRIPT_SHARE * len(units):
        return ""
    if _share(_KANA, characters) >= _LEAST_KANA_SHARE:
        return "ja"
    return "yue" if is_cantonese(characters) else "zh"


def is_cantonese(characters: Sequence[str]) -> bool:
    """Whether Chinese characters, at least one, write spoken Cantonese."""
    return _share(_CANTONESE, characters) >= _LEAST_CANTONESE_SHARE


def is_known(language: str, languages: Iterable[str]) -> bool:
    """Whether a model for these languages can read the language, or one written alike."""
    return not language or not written_alike(language).isdisjoint(languages)


def written_alike(language: str) -> AbstractSet[str]:
    """Return the languages written like this one, including itself."""
    return next((group for group in _WRITTEN_ALIKE if language in group), {language})


def _share(pattern: re.Pattern[str], units: Sequence[str]) -> float:
    return sum(pattern.search(unit) is not None for unit in units) / len(units)


def _by_letters(units: Iterable[str]) -> str:
    lettered = [unit for unit in units if unit[0].isalpha() and not is_cjk(unit)]
    text = " ".join(lettered)
    if len(text) < _FEWEST_LETTERS:
        return ""
    english = [unit for unit in lettered if unit in _ENGLISH]
    if len(english) >= _LEAST_ENGLISH_SHARE * len(lettered) and len({*english}) >= _FEWEST_ENGLISH:
        return "en"
    ranked: Sequence[tuple[str, float]] = _identifier().rank(text)
    best = ranked[0][0]
    kin = next((group for group in _KIN if best in group), {best})
    confidence = sum(share for code, share in ranked if code in kin)
    return _OTHER_CODES.get(best, best) if confidence >= _LEAST_CONFIDENCE else ""


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
