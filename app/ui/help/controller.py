"""Opens the help window, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.ui.main_window import MainWindow
from app.ui.widgets.shortcuts import shortcuts
from engine.paths import Paths

if TYPE_CHECKING:
    from app.ui.help.window import HelpWindow


class Help:
    """The guide in the window's language, and the shortcuts of all its parts.

    Args:
        window: The window whose shortcuts are listed, by part.
        titles: Titles of its parts, after one for what works everywhere.
        paths: Where the guide is, and the user's data.
        language: Language of the window.
    """

    def __init__(
        self, window: MainWindow, titles: Sequence[str], paths: Paths, language: str
    ) -> None:
        self._window = window
        self._titles = titles
        self._paths = paths
        self._language = language
        self.shown: HelpWindow | None = None

    def open(self) -> HelpWindow:
        from app.ui.help.about import About
        from app.ui.help.window import HelpWindow, guide

        if self.shown is None:
            chapters = guide(self._paths.assets / "guide", self._language)
            self._about = About(self._paths).chapters()
            self.shown = HelpWindow(chapters, self._keys(), self._about, self._window)
            self.shown.destroyed.connect(self._forget)
        self.shown.show()
        self.shown.raise_()
        self.shown.activateWindow()
        return self.shown

    def open_keys(self) -> None:
        self.open().open_keys()

    def open_about(self) -> None:
        self.open().open_chapter(self._about[0].title)

    def _keys(self) -> list[tuple[str, list[tuple[str, str]]]]:
        everywhere, *titles = self._titles
        parts = [
            (title, [*shortcuts(self._window.part(number))]) for number, title in enumerate(titles)
        ]
        of_parts = {pair for _, keys in parts for pair in keys}
        own = [pair for pair in shortcuts(self._window) if pair not in of_parts]
        return [(everywhere, own), *parts]

    def _forget(self) -> None:
        self.shown = None
