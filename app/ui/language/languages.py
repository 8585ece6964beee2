"""Names of languages and of models in the language of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.models.installed import language_name

_CONTEXT = "Languages"
_NAMES: dict[str, tuple[Any, str]] = {  # in the language of the window, and in its own
    "de": (QT_TRANSLATE_NOOP("Languages", "German"), "Deutsch"),
    "en": (QT_TRANSLATE_NOOP("Languages", "English"), "English"),
    "es": (QT_TRANSLATE_NOOP("Languages", "Spanish"), "Español"),
    "fr": (QT_TRANSLATE_NOOP("Languages", "French"), "Français"),
    "it": (QT_TRANSLATE_NOOP("Languages", "Italian"), "Italiano"),
    "ja": (QT_TRANSLATE_NOOP("Languages", "Japanese"), "日本語"),
    "ko": (QT_TRANSLATE_NOOP("Languages", "Korean"), "한국어"),
    "nl": (QT_TRANSLATE_NOOP("Languages", "Dutch"), "Nederlands"),
    "pl": (QT_TRANSLATE_NOOP("Languages", "Polish"), "Polski"),
    "pt": (QT_TRANSLATE_NOOP("Languages", "Portuguese"), "Português"),
    "ru": (QT_TRANSLATE_NOOP("Languages", "Russian"), "Русский"),
    "yue": (QT_TRANSLATE_NOOP("Languages", "Cantonese"), "粵語"),
    "zh": (QT_TRANSLATE_NOOP("Languages", "Mandarin"), "中文"),
}
_TITLES = (  # those of assets/catalogue; titles of other catalogues are shown as they stand there
    QT_TRANSLATE_NOOP("Languages", "English (US), small"),
    QT_TRANSLATE_NOOP("Languages", "English (US), medium"),
    QT_TRANSLATE_NOOP("Languages", "English (US), large: needs about 6 GB of memory"),
    QT_TRANSLATE_NOOP("Languages", "English, conversational, large: needs about 8 GB of memory"),
    QT_TRANSLATE_NOOP("Languages", "English (India), small"),
    QT_TRANSLATE_NOOP("Languages", "Mandarin, small"),
    QT_TRANSLATE_NOOP("Languages", "Mandarin, large: needs about 6 GB of memory"),
    QT_TRANSLATE_NOOP("Languages", "German, small"),
    QT_TRANSLATE_NOOP("Languages", "French, small"),
    QT_TRANSLATE_NOOP("Languages", "Spanish, small"),
    QT_TRANSLATE_NOOP("Languages", "Italian, small"),
    QT_TRANSLATE_NOOP("Languages", "Portuguese, small"),
    QT_TRANSLATE_NOOP("Languages", "Dutch, small"),
    QT_TRANSLATE_NOOP("Languages", "Polish, small"),
    QT_TRANSLATE_NOOP("Languages", "Russian, small"),
    QT_TRANSLATE_NOOP("Languages", "Japanese, small"),
    QT_TRANSLATE_NOOP("Languages", "Korean, small"),
    QT_TRANSLATE_NOOP(
        "Languages", "Mandarin, Cantonese and English, mixed; times of words are rough"
    ),
    QT_TRANSLATE_NOOP("Languages", "Mandarin and English, mixed"),
    QT_TRANSLATE_NOOP("Languages", "Mandarin and English, mixed; light on the processor"),
    QT_TRANSLATE_NOOP(
        "Languages", "Mandarin with its dialects and English, mixed; times of words are rough"
    ),
    QT_TRANSLATE_NOOP("Languages", "Mandarin, very small"),
    QT_TRANSLATE_NOOP("Languages", "English, read aloud"),
    QT_TRANSLATE_NOOP("Languages", "English, read aloud, small"),
)


def shown_language(code: str) -> str:
    """Return the name of a language, or its code where it has none here."""
    return QCoreApplication.translate(
        _CONTEXT, _NAMES[code][0] if code in _NAMES else language_name(code)
    )


def own_names(languages: Sequence[str]) -> str:
    return " · ".join(_NAMES[code][1] if code in _NAMES else code for code in languages)


def shown_title(title: str, languages: Sequence[str] = ()) -> str:
    """Return the title of a model: that of its languages is their names, another’s stays."""
    if title in languages:
        return shown_language(title)
    if title and title == "-".join(languages):
        return own_names(languages)
    return QCoreApplication.translate(_CONTEXT, title)


def shown_choice(title: str, languages: Sequence[str]) -> str:
    """Return what a language model is called where one is chosen, with its languages.

    Whoever chooses one of several languages lets what is heard decide among them.
    """
    named = shown_title(title, languages)
    if title in languages or not languages:
        return named
    if title == "-".join(languages):
        text = QCoreApplication.translate("Languages", "%1 (follow what is heard)")
        return text.replace("%1", named)
    return f"{named} ({own_names(languages)})"
