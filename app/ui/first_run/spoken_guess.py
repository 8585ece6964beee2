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


def _spoken(name: str) -> str:
    """Return a code; Chinese is read in Hong Kong and Macao, and Cantonese is spoken."""
    locale = QLocale(name)
    if locale.language() == QLocale.Language.Cantonese:
        return "yue"
    is_chinese = locale.language() == QLocale.Language.Chinese
    if is_chinese and locale.territory() in _CANTONESE_TERRITORIES:
        return "yue"
    return QLocale.languageToCode(locale.language())
