"""Languages and models: what is installed, and what can be."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.language.languages import shown_language
from app.ui.models.card import ModelCard
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.widgets.controls import NoScrollComboBox
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.settings_page import SettingsGroup, SettingsPage
from engine.models.download import Progress
from engine.models.install import ARCHIVES, Phase

_SPACING_PX = 8


class ModelsPage(SettingsPage):
    """Recognisers and punctuation models; the library does what the cards ask for."""

    def __init__(self, preferences: LivePreferences, library: ModelsController) -> None:
        super().__init__(self.tr("Languages & models"), preferences)
        self._library = library
        self._cards: dict[tuple[str, str], ModelCard] = {}
        self._entries: dict[tuple[str, str], ModelEntry] = {}
        self._wanted: list[str] = []
        self.message = MutedLabel()
        self.message.setVisible(False)
        self.import_file = QPushButton(self.tr("Import an archive…"))
        self.import_folder = QPushButton(self.tr("Import a folder…"))
        self.languages = NoScrollComboBox()
        self.languages.setAccessibleName(self.tr("Languages that are shown"))
        self.languages.setAccessibleDescription(self.languages.accessibleName())
        self.languages.addItem(self.tr("All languages"), "")
        self.group().add(self._head(), self.tr("import language"))
        self._speech = self.group(self.tr("Recognisers: from sound to words"), _SPACING_PX)
        self.group()
        self.text(
            "models.hot_words",
            self.tr("Words to expect"),
            self.tr(
                "Names and terms, with commas between them. Only some models of sherpa-onnx "
                "(transducers) listen for them."
            ),
            self.tr("None"),
        )
        self._punctuation = self.group(
            self.tr("Punctuation models: from words to sentences"), _SPACING_PX
        )
        self._online = self.group(self.tr("More recognisers to download"), _SPACING_PX)
        self._connect()
        self._say(self.tr("Looking for models…"))
        self.search([])

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._library.refresh()
        super().showEvent(event)

    def search(self, wanted: list[str]) -> int:
        """Show only what holds every word and is of the language that is chosen."""
        self._wanted = wanted
        found = super().search(wanted)
        language = self.languages.currentData()
        for card in self._cards.values():
            if language and language not in card.entry.languages:
                card.setVisible(False)
        for group in self._groups_of_cards():
            group.setVisible(group.shows_a_part())
        return found

    def card(self, kind: str, name: str) -> ModelCard:
        return self._cards[kind, name]

    def _head(self) -> QWidget:
        head = QWidget()
        row = QHBoxLayout()
        row.addWidget(self.languages)
        row.addStretch(1)
        row.addWidget(self.import_file)
        row.addWidget(self.import_folder)
        layout = QVBoxLayout(head)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.addLayout(row)
        layout.addWidget(self.message)
        return head

    def _connect(self) -> None:
        library = self._library
        self.languages.currentIndexChanged.connect(self._filter)
        self.import_file.clicked.connect(self._import_file)
        self.import_folder.clicked.connect(self._import_folder)
        library.listed.connect(self._show)
        library.progressed.connect(self._show_progress)
        library.paused.connect(self._show_paused)
        library.failed.connect(self._show_failure)
        library.verified.connect(self._show_verified)
        library.installed.connect(self._show_installed)

    def _show(self, entries: tuple[ModelEntry, ...]) -> None:
        """Make cards anew only for what is new or changed, so that nothing flickers."""
        now: dict[tuple[str, str], ModelEntry] = {(it.kind, it.name): it for it in entries}
        if not self._entries:
            self._say("")
        if list(now) != list(self._entries):
            self._rebuild(now)
        for key, entry in now.items():
            if self._cards[key].entry != entry:
                self._rebuild(now)
                break
        self._show_languages(entries)
        self.search(self._wanted)
        self.settle()

    def _rebuild(self, entries: dict[tuple[str, str], ModelEntry]) -> None:
        for group in self._groups_of_cards():
            group.clear()
        self._cards = {key: self._new_card(entry) for key, entry in entries.items()}
        self._entries = entries

    def _new_card(self, entry: ModelEntry) -> ModelCard:
        card = ModelCard(entry)
        card.wanted.connect(self._act)
        self._group_of(entry).add(card, card.search_text())
        if self._library.is_fetching(entry.name):
            card.show_waiting()
        return card

    def _groups_of_cards(self) -> tuple[SettingsGroup, ...]:
        return self._speech, self._punctuation, self._online

    def _group_of(self, entry: ModelEntry) -> SettingsGroup:
        if entry.origin == "online":
            return self._online
        return self._speech if entry.kind == "speech" else self._punctuation

    def _filter(self) -> None:
        self.search(self._wanted)
        self.verticalScrollBar().setValue(0)

    def _show_languages(self, entries: tuple[ModelEntry, ...]) -> None:
        known = {self.languages.itemData(at) for at in range(self.languages.count())}
        codes = {code for entry in entries for code in entry.languages}
        for code in sorted(codes - known, key=shown_language):
            self.languages.addItem(shown_language(code), code)

    def _act(self, action: str, entry: ModelEntry) -> None:
        self._say("")
        library, name = self._library, entry.name
        if action == "download":
            self._cards[entry.kind, name].show_waiting()
        {
            "use": lambda: library.use(entry),
            "download": lambda: library.download(name),
            "pause": lambda: library.pause(name),
            "cancel": lambda: library.cancel(name),
            "verify": lambda: library.verify(entry),
            "remove": lambda: library.remove(entry),
        }[action]()

    def _show_progress(self, name: str, phase: Phase, progress: Progress) -> None:
        card = self._cards.get(("speech", name))
        if card is not None and self._library.is_fetching(name):
            card.show_progress(phase, progress)

    def _show_paused(self, name: str) -> None:
        if ("speech", name) in self._cards:
            self._cards["speech", name].show_at_rest()

    def _show_failure(self, name: str, sentence: str) -> None:
        found = [card for (_, own), card in self._cards.items() if own == name]
        for card in found:
            card.show_at_rest(sentence)
        if not found:
            self._say(sentence)

    def _show_verified(self, name: str, found: str) -> None:
        words = {
            "files": self.tr("Every file is as it was made."),
            "layout": self.tr("Nothing is missing; its files have no checksums to compare with."),
        }.get(found, found)
        for (_, own), card in self._cards.items():
            if own == name:
                card.show_at_rest(words)

    def _show_installed(self, name: str) -> None:
        self._say(self.tr("%1 is installed.").replace("%1", name))

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self.message.setVisible(bool(words))

    def _import_file(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in ARCHIVES)
        kinds = self.tr("Models") + f" ({patterns})"
        name, _ = QFileDialog.getOpenFileName(self, self.import_file.text(), "", kinds)
        if name:
            self._library.import_from(Path(name))

    def _import_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.import_folder.text())
        if name:
            self._library.import_from(Path(name))
