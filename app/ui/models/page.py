"""The page for languages and models: what is installed and what is available."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.preferences.live_preferences import LivePreferences
from app.ui.language.languages import shown_language, shown_title
from app.ui.models.controller import ModelsController
from app.ui.models.entries import ModelEntry
from app.ui.models.model_row import ModelRow
from app.ui.models.spoken_languages_button import SpokenLanguagesButton
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import NoScrollComboBox
from app.ui.widgets.notice_line import Answer
from app.ui.widgets.settings_page import SettingsGroup, SettingsPage
from engine.models.install import ARCHIVES

_SPACING_PX = 4


class ModelsPage(SettingsPage):
    """Recognisers and punctuation models, one per line."""

    TITLE = QT_TRANSLATE_NOOP("ModelsPage", "Languages & models")

    def __init__(self, preferences: LivePreferences, library: ModelsController) -> None:
        super().__init__(preferences)
        self._library = library
        self._rows: dict[tuple[str, str], ModelRow] = {}
        self._entries: dict[tuple[str, str], ModelEntry] = {}
        self._wanted: list[str] = []
        self.notice = self.notice_line()
        self.importing = ImportButtons(library)
        self.languages = NoScrollComboBox()
        self.languages.setAccessibleName(self.tr("Languages shown"))
        self.languages.setAccessibleDescription(self.languages.accessibleName())
        self.languages.addItem(self.tr("All languages"), "")
        self.spoken = SpokenLanguagesButton(preferences, library)
        self.group().add(self._head(), self.tr("import language"))
        spoken = self.tr("Languages you speak")
        self.add(
            spoken,
            self.tr("One or several. Fermata recognises which of them you are speaking."),
            self.spoken,
        )
        self._speech = self.group(self.tr("Recognisers: speech to words"), _SPACING_PX)
        self._punctuation = self.group(
            self.tr("Punctuation models: from words to sentences"), _SPACING_PX
        )
        self._online = self.group(self.tr("More recognisers to download"), _SPACING_PX)
        self._connect()
        self.notice.show_lasting_remark(self.tr("Looking for models…"))
        self.search([])

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        self._library.refresh()
        super().showEvent(event)

    def search(self, wanted: list[str]) -> int:
        """Show only models that match every word and the chosen language."""
        self._wanted = wanted
        found = super().search(wanted)
        language = self.languages.currentData()
        for shown in self._rows.values():
            if language and language not in shown.entry.languages:
                shown.setVisible(False)
        for group in self._groups_of_rows():
            group.setVisible(group.shows_a_part())
        return found

    def row_of(self, kind: str, name: str) -> ModelRow:
        return self._rows[kind, name]

    def _head(self) -> QWidget:
        head = QWidget()
        above = row(self.languages, 0, self.importing)
        column(above, self.notice, on=head, margins=(0, 4, 0, 4))
        return head

    def _connect(self) -> None:
        library = self._library
        self.languages.currentIndexChanged.connect(self._filter)
        library.listed.connect(self._show)
        library.failed.connect(self._show_failure)
        library.name_taken.connect(self._propose)
        library.installed.connect(self._show_installed)
        library.used.connect(self._show_used)

    def _show(self, entries: tuple[ModelEntry, ...]) -> None:
        """Rebuild only the rows that are new or changed, so that nothing flickers."""
        now: dict[tuple[str, str], ModelEntry] = {(it.kind, it.name): it for it in entries}
        if not self._entries:
            self.notice.clear()
        if list(now.items()) != list(self._entries.items()):
            self._rebuild(now)
        self._show_languages(entries)
        self.search(self._wanted)
        self.settle()

    def _rebuild(self, entries: dict[tuple[str, str], ModelEntry]) -> None:
        """Rebuild the changed rows; keep which are open, their messages, and the focus."""
        before, focus = self._rows, QApplication.focusWidget()
        kept = {key: row for key, row in before.items() if row.entry == entries.get(key)}
        for group in self._groups_of_rows():
            group.clear(but=list(kept.values()))
        self._rows = {key: kept.get(key) or self._new_row(it) for key, it in entries.items()}
        self._entries = entries
        for key, shown in self._rows.items():
            self._group_of(shown.entry).add(shown, shown.search_text())
            if key in before and key not in kept:
                shown.take_over(before[key])
                if focus is not None and before[key].isAncestorOf(focus):
                    shown.fold.setFocus()

    def _new_row(self, entry: ModelEntry) -> ModelRow:
        new = ModelRow(entry, self._library)
        new.clicked.connect(self.notice.clear)
        return new

    def _groups_of_rows(self) -> tuple[SettingsGroup, ...]:
        return self._speech, self._punctuation, self._online

    def _group_of(self, entry: ModelEntry) -> SettingsGroup:
        if entry.origin == "online":
            return self._online
        return self._punctuation if entry.kind == "punctuation" else self._speech

    def _filter(self) -> None:
        self.search(self._wanted)
        self.verticalScrollBar().setValue(0)

    def _show_languages(self, entries: tuple[ModelEntry, ...]) -> None:
        known = {self.languages.itemData(at) for at in range(self.languages.count())}
        codes = {code for entry in entries for code in entry.languages}
        for code in sorted(codes - known, key=shown_language):
            self.languages.addItem(shown_language(code), code)

    def _show_failure(self, name: str, sentence: str) -> None:
        """Show a failure here, unless the model's row does."""
        if all(own != name for _, own in self._rows):
            self.notice.show_error(sentence)

    def _propose(self, source: Path, name: str, sentence: str) -> None:
        words = self.tr("Import it as “%1”").replace("%1", name)
        again = Answer(words, lambda: self._library.import_from(source, name))
        self.notice.show_error(sentence, again)

    def _show_installed(self, name: str) -> None:
        words = self.tr("%1 is installed.")
        if self._library.is_dictating:
            words = self.tr(
                "%1 is installed. The current dictation switches to it at your next pause."
            )
        known = next((it for it in self._entries.values() if it.name == name), None)
        title = name if known is None else shown_title(known.title, known.languages)
        self.notice.show_lasting_remark(words.replace("%1", title))

    def _show_used(self) -> None:
        """Say when a chosen model, not just an installed one, comes into use."""
        if self._library.is_dictating and self.notice.is_free:
            self.notice.show_lasting_remark(
                self.tr("The current dictation switches to it at your next pause.")
            )


class ImportButtons(QWidget):
    """Two buttons to choose and import a model."""

    def __init__(self, library: ModelsController) -> None:
        super().__init__()
        self._library = library
        self.file = button(self.tr("Import an archive…"), self._import_file)
        self.folder = button(self.tr("Import a folder…"), self._import_folder)
        row(self.file, self.folder, on=self)

    def _import_file(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in ARCHIVES)
        kinds = self.tr("Models") + f" ({patterns})"
        name, _ = QFileDialog.getOpenFileName(self, self.file.text(), "", kinds)
        if name:
            self._library.import_from(Path(name))

    def _import_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.folder.text())
        if name:
            self._library.import_from(Path(name))
