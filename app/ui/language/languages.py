"""Names of languages and models in the language of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engine.languages import language_name, own_name

_CONTEXT = "Languages"  # `packaging/update_translations.py` finds names and titles


def shown_language(code: str) -> str:
    """Return the name of a language, or its code if it has none here."""
    return QCoreApplication.translate(_CONTEXT, language_name(code))


def own_names(languages: Sequence[str]) -> str:
    return " · ".join(own_name(code) for code in languages)


def shown_title(title: str, languages: Sequence[str] = ()) -> str:
    """Return the title of a model; one that lists its languages becomes their names."""
    if title in languages:
        return shown_language(title)
    if title and title == "-".join(languages):
        return own_names(languages)
    return QCoreApplication.translate(_CONTEXT, title)


def shown_choice(title: str, languages: Sequence[str]) -> str:
    """Return a language model's name for a list of choices, with its languages.

    With a model of several languages, what is said decides among them.
    """
    named = shown_title(title, languages)
    if title in languages or not languages:
        return named
    if title == "-".join(languages):
        text = QCoreApplication.translate("Languages", "%1 (as it is heard)")
        return text.replace("%1", named)
    return f"{named} ({own_names(languages)})"
