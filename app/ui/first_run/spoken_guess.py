"""What a person probably speaks, told by what their system is set to."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLocale

_ENGLISH = "en"
_CANTONESE_TERRITORIES = (QLocale.Country.HongKong, QLocale.Country.Macau)


def guessed_language(of_system: Iterable[str], known: Iterable[str]) -> str:
    """Return the code of the first language that is known here; English where none is.

    Args:
        of_system: BCP 47 names of the languages that the system's user reads, the best first.
        known: codes of the languages that can be punctuated.
    """
    codes = set(known)
    return next((it for it in map(_spoken, of_system) if it in codes), _ENGLISH)


def guessed_script(of_system: Iterable[str]) -> str:
    """Return how the system's user reads Chinese, as the preferences name it; "" where unknown.

    Simplified is what recognisers write by themselves.
    """
    for locale in map(QLocale, of_system):
        is_chinese = locale.language() in {QLocale.Language.Chinese, QLocale.Language.Cantonese}
        if is_chinese and locale.script() == QLocale.Script.TraditionalHanScript:
            is_of_hong_kong = locale.territory() in _CANTONESE_TERRITORIES
            return "hong_kong" if is_of_hong_kong else "taiwan"
        if is_chinese:
            return ""
    return ""


def _spoken(name: str) -> str:
    """Return a code; Chinese is read in Hong Kong and Macao, and Cantonese is spoken."""
    locale = QLocale(name)
    if locale.language() == QLocale.Language.Cantonese:
        return "yue"
    is_chinese = locale.language() == QLocale.Language.Chinese
    if is_chinese and locale.territory() in _CANTONESE_TERRITORIES:
        return "yue"
    return QLocale.languageToCode(locale.language())
