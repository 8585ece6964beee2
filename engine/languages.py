"""The languages with known names: in English, and in the language itself."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES: Mapping[str, tuple[str, str]] = {
    "ar": ("Arabic", "العربية"),
    "bg": ("Bulgarian", "Български"),
    "bn": ("Bengali", "বাংলা"),
    "bs": ("Bosnian", "Bosanski"),
    "ca": ("Catalan", "Català"),
    "cs": ("Czech", "Čeština"),
    "da": ("Danish", "Dansk"),
    "de": ("German", "Deutsch"),
    "el": ("Greek", "Ελληνικά"),
    "en": ("English", "English"),
    "es": ("Spanish", "Español"),
    "et": ("Estonian", "Eesti"),
    "eu": ("Basque", "Euskara"),
    "fa": ("Persian", "فارسی"),
    "fi": ("Finnish", "Suomi"),
    "fr": ("French", "Français"),
    "gl": ("Galician", "Galego"),
    "he": ("Hebrew", "עברית"),
    "hi": ("Hindi", "हिन्दी"),
    "hr": ("Croatian", "Hrvatski"),
    "hu": ("Hungarian", "Magyar"),
    "id": ("Indonesian", "Bahasa Indonesia"),
    "is": ("Icelandic", "Íslenska"),
    "it": ("Italian", "Italiano"),
    "ja": ("Japanese", "日本語"),
    "ko": ("Korean", "한국어"),
    "la": ("Latin", "Latina"),
    "lt": ("Lithuanian", "Lietuvių"),
    "lv": ("Latvian", "Latviešu"),
    "ms": ("Malay", "Bahasa Melayu"),
    "mt": ("Maltese", "Malti"),
    "nl": ("Dutch", "Nederlands"),
    "no": ("Norwegian", "Norsk"),
    "pl": ("Polish", "Polski"),
    "pt": ("Portuguese", "Português"),
    "ro": ("Romanian", "Română"),
    "ru": ("Russian", "Русский"),
    "sk": ("Slovak", "Slovenčina"),
    "sl": ("Slovenian", "Slovenščina"),
    "sr": ("Serbian", "Српски"),
    "sv": ("Swedish", "Svenska"),
    "sw": ("Swahili", "Kiswahili"),
    "ta": ("Tamil", "தமிழ்"),
    "th": ("Thai", "ไทย"),
    "tl": ("Tagalog", "Tagalog"),
    "tr": ("Turkish", "Türkçe"),
    "uk": ("Ukrainian", "Українська"),
    "ur": ("Urdu", "اردو"),
    "vi": ("Vietnamese", "Tiếng Việt"),
    "yue": ("Cantonese", "粵語"),
    "zh": ("Mandarin", "中文"),
}


def language_name(code: str) -> str:
    """Return its English name; the code if unknown."""
    return LANGUAGES[code][0] if code in LANGUAGES else code


def own_name(code: str) -> str:
    """Return its name in the language itself; the code if unknown."""
    return LANGUAGES[code][1] if code in LANGUAGES else code
