"""The window's language: choosing it, loading translations (ours and Qt's), and its fonts."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFontDatabase, QGuiApplication

from app.preferences.preferences import WINDOW_LANGUAGES

_log = logging.getLogger(__name__)
_ENGLISH = "en"
# Many characters differ between China and Taiwan; unless a font is named, either may be used.
_FONTS = {
    "zh_CN": ("Microsoft YaHei UI", "PingFang SC", "Noto Sans CJK SC", "Noto Sans SC"),
    "zh_TW": ("Microsoft JhengHei UI", "PingFang TC", "Noto Sans CJK TC", "Noto Sans TC"),
}


def window_language(preference: str, of_system: Iterable[str]) -> str:
    """Return the language of the window.

    Args:
        preference: One of `WINDOW_LANGUAGES`, or "system".
        of_system: BCP 47 names of the system's languages, in order of preference.
    """
    if preference != "system":
        return preference
    known = (_ours(QLocale(name)) for name in of_system)
    return next((language for language in known if language), _ENGLISH)


def use_language(
    application: QGuiApplication, preference: str, translations: Path
) -> list[QTranslator]:
    """Use a language for everything created from now on; return its translators."""
    system = QLocale.system()
    language = window_language(preference, system.uiLanguages())
    if _ours(system) != language and preference != "system":
        QLocale.setDefault(QLocale(language))  # numbers and dates too
    _use_letters(application, language)
    of_qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    files = (of_qt / f"qtbase_{language}.qm", translations / f"fermata_{language}.qm")
    return [_installed(application, file) for file in files]


def _use_letters(application: QGuiApplication, language: str) -> None:
    """Take Chinese characters from a font for the language, if there is one."""
    wanted = _FONTS.get(language, ())
    if there := [name for name in wanted if QFontDatabase.hasFamily(name)]:
        font = application.font()
        own = [name for name in font.families() if name not in sum(_FONTS.values(), ())]
        font.setFamilies([*own, *there])
        application.setFont(font)


def _ours(locale: QLocale) -> str:
    """Return the window language for a locale; empty if there is none."""
    is_cantonese = locale.language() == QLocale.Language.Cantonese  # who read Chinese
    read = QLocale.Language.Chinese if is_cantonese else locale.language()
    ours = [code for code in WINDOW_LANGUAGES if QLocale(code).language() == read]
    ours.sort(key=lambda code: QLocale(code).script() != locale.script())
    return ours[0] if ours else ""


def _installed(application: QCoreApplication, file: Path) -> QTranslator:
    translator = QTranslator(application)
    if translator.load(str(file)):
        application.installTranslator(translator)
    else:
        _log.warning("no translation in %s", file)
    return translator
