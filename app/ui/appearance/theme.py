"""Light, dark and high contrast."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.appearance.fonts import use_typefaces
from app.ui.appearance.style_sheet import style_sheet
from engine.paths import default_paths

Role = QPalette.ColorRole
_COLOURS = {  # on light and dark backgrounds
    Role.Window: ("#f4f3f0", "#202225"),
    Role.WindowText: ("#23262b", "#e4e3df"),
    Role.Base: ("#fdfcfa", "#191b1d"),
    Role.AlternateBase: ("#f4f3f0", "#202225"),
    Role.Text: ("#1f2226", "#e8e6e1"),
    Role.PlaceholderText: ("#6b6f76", "#989ba1"),
    Role.Button: ("#eceae5", "#2c2f33"),
    Role.ButtonText: ("#23262b", "#e4e3df"),
    Role.Mid: ("#c9c6bf", "#45494f"),
    Role.Midlight: ("#e2dfd9", "#33373c"),
    Role.Dark: ("#8d8a83", "#6b7078"),
    Role.Light: ("#ffffff", "#3a3e44"),
    Role.Highlight: ("#2f5d8c", "#5b93cc"),
    Role.HighlightedText: ("#ffffff", "#101214"),
    Role.Link: ("#2f5d8c", "#7fb2e5"),
    Role.ToolTipBase: ("#23262b", "#e4e3df"),
    Role.ToolTipText: ("#fdfcfa", "#202225"),
}


class Theme(QObject):
    """Styles the application according to the system or the user's choice.

    High contrast applies if either of them asks for it.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._wanted = "system"
        self._wants_contrast = False
        self._icons = default_paths().assets / "icons"
        self._hints = application.styleHints()  # kept: PySide would forget their children otherwise
        self._contrast: Any = None
        application.setStyle("Fusion")
        use_typefaces(application, default_paths().assets / "fonts")
        self._hints.colorSchemeChanged.connect(self._dress)
        if hasattr(self._hints, "accessibility"):  # since Qt 6.10
            self._contrast = self._hints.accessibility()
            self._contrast.contrastPreferenceChanged.connect(self._dress)

    def choose(self, theme: str, *, high_contrast: bool) -> None:
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        self._wanted = theme
        self._wants_contrast = high_contrast
        self._hints.setColorScheme(schemes.get(theme, Qt.ColorScheme.Unknown))
        self._dress()

    @property
    def is_dark(self) -> bool:
        if self._wanted in {"light", "dark"}:
            return self._wanted == "dark"
        return self._hints.colorScheme() == Qt.ColorScheme.Dark

    @property
    def is_high_contrast(self) -> bool:
        if self._wants_contrast or self._contrast is None:
            return self._wants_contrast
        wanted: object = self._contrast.contrastPreference()
        return wanted == Qt.ContrastPreference.HighContrast

    def _dress(self) -> None:
        palette = _palette(self.is_dark, self.is_high_contrast)
        self._application.setPalette(palette)
        self._application.setStyleSheet(style_sheet(self._icons, palette))


def _palette(is_dark: bool, is_high_contrast: bool) -> QPalette:  # noqa: FBT001
    palette = QPalette()
    colours = {role: pair[is_dark] for role, pair in _COLOURS.items()}
    if is_high_contrast:
        ground, ink = ("#000000", "#ffffff") if is_dark else ("#ffffff", "#000000")
        grounds = {Role.Window, Role.Base, Role.Button, Role.AlternateBase, Role.ToolTipBase}
        colours |= dict.fromkeys(grounds, ground)
        inks = {Role.WindowText, Role.Text, Role.ButtonText, Role.Mid}
        colours |= dict.fromkeys(inks | {Role.ToolTipText, Role.Dark}, ink)
        colours |= {Role.Highlight: "#ffd500" if is_dark else "#0000a8"}
        colours |= {Role.HighlightedText: ground, Role.Link: ink}
        colours |= {Role.PlaceholderText: "#a6a6a6" if is_dark else "#595959"}
        colours |= {Role.Midlight: "#3a3a3a" if is_dark else "#dcdcdc"}
    for role, colour in colours.items():
        palette.setColor(role, QColor(colour))
    faint = QColor("#7c8087" if is_dark else "#8b8d91")
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette
