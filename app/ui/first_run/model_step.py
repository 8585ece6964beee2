"""First run, step two: the recogniser that is here, and a better one."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from app.ui.first_run.spoken_guess import guessed_language
from app.ui.language.languages import shown_language, shown_title
from app.ui.models.card import ModelCard
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.widgets.boxes import column
from app.ui.widgets.muted_label import MutedLabel

_BUILT_IN_LANGUAGE = "en"


class ModelStep(QWidget):
    """Dictation works at once; the model recommended for the system's language is offered.

    Once that is here, a punctuation model that knows the language is used with it.
    """

    def __init__(self, library: ModelsController) -> None:
        super().__init__()
        self._library = library
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.offer = MutedLabel()
        self.card: ModelCard | None = None
        self._layout = column(self.words, self.offer, 0, on=self, spacing=12)
        self._language = _BUILT_IN_LANGUAGE
        self._punctuation: ModelEntry | None = None
        library.listed.connect(self._show)
        library.installed.connect(self._use_with_language)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._library.refresh()
        super().showEvent(event)

    def _show(self, entries: tuple[ModelEntry, ...]) -> None:
        self._follow_system(entries)
        speech = [entry for entry in entries if entry.kind == "speech"]
        own = [it for it in speech if it.origin in {"own", "system"}]
        own = [it for it in own if not it.languages or self._language in it.languages]
        offered = [it for it in speech if it.origin == "online" and it.is_recommended]
        offered = [it for it in offered if self._language in it.languages]
        if any(not entry.problem for entry in own):
            self.words.setText(
                self.tr("A good recogniser is here: %1. You can dictate at once.").replace(
                    "%1", next(shown_title(entry.title) for entry in own if not entry.problem)
                )
            )
            self.offer.setText(self.tr("More of them are in the settings, by language."))
            self._show_card(None)
            return
        self.words.setText(
            self.tr(
                "English works at once: a small recogniser comes with Fermata. "
                "It mishears about one word in ten."
            )
        )
        self._show_offer(offered)

    def _follow_system(self, entries: tuple[ModelEntry, ...]) -> None:
        """Take the system's language, and a punctuation model for it, best the one in use."""
        known = [it for it in entries if it.kind == "punctuation" and not it.problem]
        codes = {code for entry in known for code in entry.languages}
        self._language = guessed_language(QLocale.system().uiLanguages(), codes)
        fitting = [entry for entry in known if self._language in entry.languages]
        self._punctuation = max(fitting, key=lambda it: it.is_active, default=None)

    def _use_with_language(self, name: str) -> None:
        found = self._punctuation
        is_offered = self.card is not None and self.card.entry.name == name
        if is_offered and found is not None and not found.is_active:
            self._library.use(found)

    def _show_offer(self, offered: list[ModelEntry]) -> None:
        size = offered[0].size_bytes if offered else None
        if not offered or size is None:
            self.offer.setText("")
            return
        in_bytes = QLocale().formattedDataSize(size, 0, QLocale.DataSizeFormat.DataSizeSIFormat)
        words = self.tr(
            "This one is recommended for %2. It is %1 to download once, in the background: "
            "you can go on meanwhile. It is the only time that Fermata uses the network."
        )
        words = words.replace("%1", in_bytes).replace("%2", shown_language(self._language))
        if self._language != _BUILT_IN_LANGUAGE:
            words = self.tr("Until it is here, only English is heard.") + " " + words
        self.offer.setText(words)
        self._show_card(offered[0])

    def _show_card(self, entry: ModelEntry | None) -> None:
        if self.card is not None and self.card.entry == entry:
            return
        if self.card is not None:
            self._layout.removeWidget(self.card)
            self.card.deleteLater()
            self.card = None
        if entry is not None:
            self.card = ModelCard(entry, self._library)
            self._layout.insertWidget(2, self.card)
