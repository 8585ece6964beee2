"""The languages the user speaks: a button that shows them, and a list to choose from."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QMenu, QPushButton

from app.preferences.live_preferences import LivePreferences
from app.ui.language.languages import shown_language
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry

_KEY = "models.languages"


class SpokenLanguagesButton(QPushButton):
    """Offers the languages of the installed recognisers; several can be chosen.

    Without a choice they are those of the punctuation model in use.
    """

    def __init__(self, preferences: LivePreferences, library: ModelsController) -> None:
        super().__init__()
        self._preferences = preferences
        self._offered: list[str] = []
        self._usual: tuple[str, ...] = ()
        self.setAutoDefault(False)
        self.setMenu(QMenu(self))
        library.listed.connect(self._list)
        preferences.changed.connect(self._follow)

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(str(self._preferences.get(_KEY)).split()) or self._usual

    def _list(self, entries: tuple[ModelEntry, ...]) -> None:
        active = (it for it in entries if it.kind == "punctuation" and it.is_active)
        self._usual = next((it.languages for it in active), ())
        self._offered = sorted({*written_languages(entries)}, key=shown_language)
        self._show()

    def _follow(self, key: str) -> None:
        if key == _KEY:
            self._show()

    def _show(self) -> None:
        chosen = self.chosen
        names = ", ".join(map(shown_language, chosen))
        self.setText(names)
        self.setAccessibleName(self.tr("Languages you speak"))
        self.setAccessibleDescription(names)
        menu = self.menu()
        menu.clear()
        for code in (*chosen, *(it for it in self._offered if it not in chosen)):
            action = menu.addAction(shown_language(code))
            action.setCheckable(True)
            action.setChecked(code in chosen)
            action.triggered.connect(lambda _=False, code=code: self._toggle(code))

    def _toggle(self, code: str) -> None:
        chosen = [it for it in self.chosen if it != code]
        if code not in self.chosen:
            chosen.append(code)
        self._preferences.set(_KEY, " ".join(chosen))


def written_languages(entries: Iterable[ModelEntry]) -> Iterable[str]:
    """Yield the languages that installed recognisers support."""
    for entry in entries:
        if entry.kind == "speech" and entry.origin != "online" and not entry.problem:
            yield from entry.languages
