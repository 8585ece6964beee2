"""The languages that are known by name: in English, and in themselves."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES: Mapping[str, tuple[str, str]] = {
    "de": ("German", "Deutsch"),
    "en": ("English", "English"),
    "es": ("Spanish", "Español"),
    "fr": ("French", "Français"),
    "it": ("Italian", "Italiano"),
    "ja": ("Japanese", "日本語"),
    "ko": ("Korean", "한국어"),
    "nl": ("Dutch", "Nederlands"),
    "pl": ("Polish", "Polski"),
    "pt": ("Portuguese", "Português"),
    "ru": ("Russian", "Русский"),
    "yue": ("Cantonese", "粵語"),
    "zh": ("Mandarin", "中文"),
}


def language_name(code: str) -> str:
    """Return its English name, the code itself where it has none here."""
    return LANGUAGES[code][0] if code in LANGUAGES else code


def own_name(code: str) -> str:
    """Return its name in itself, the code where it has none here."""
    return LANGUAGES[code][1] if code in LANGUAGES else code
