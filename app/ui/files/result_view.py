"""One result: its text, its changes on demand, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QSplitter, QToolButton, QWidget

from app.files.export import export_name, formats_for
from app.files.job import FileKind, FileResult
from app.preferences.preferences import Files
from app.ui.files.changes_panel import ChangesPanel
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import ShownResult
from app.ui.files.shown_changes import Look
from app.ui.files.speakers_dialog import SpeakersDialog
from app.ui.language.languages import shown_title
from app.ui.language.messages import translated
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.export_dialog import AskPath
from app.ui.widgets.find_bar import FindBar
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.shortcuts import add_shortcut

_GAP, _PAGE_PX, _PANEL_PX = 12, 560, 320


class ResultView(QWidget):
    """Shows a result and its changes; what takes long is told, not done.

    Signals:
        export_wanted(object, str, object): the `ShownResult`, a format and a path.
        copied(): the whole text is in the clipboard.
        reviewed(): a change was taken back or restored, or speakers were renamed.
        layout_wanted(object): the `ShownResult` is to be laid out anew, as it is decided now.
        edit_wanted(object): the `ShownResult` whose text is to be edited.
        looked_at(object): the `ShownResult` comes into sight again.
        again_wanted(str): the name of another punctuation model.
        said(str): a sentence for the person.
    """

    export_wanted = Signal(object, str, object)
    copied = Signal()
    reviewed = Signal()
    layout_wanted = Signal(object)
    edit_wanted = Signal(object)
    looked_at = Signal(object)
    again_wanted = Signal(str)
    said = Signal(str)

    def __init__(self, shown: ShownResult, preferences: Files, ask: AskPath) -> None:
        super().__init__()
        self.shown = shown
        self._ask = ask
        self._preferences = preferences
        self._current: int | None = None
        self.page = ResultPage(shown)
        self.finder = FindBar(self.page, self)
        self.panel = ChangesPanel(shown)
        self.changes = QToolButton()
        self.speakers = button(self.tr("Speakers…"), self._ask_names)
        self.edit = button(self.tr("Edit"), lambda: self.edit_wanted.emit(self.shown))
        self.copy = button(self.tr("Copy"), self._copy)
        self.export = button(self.tr("Export…"), self._export)
        self.legend = MutedLabel()
        self.elsewhere = MutedLabel(
            self.tr(
                "This text was opened on the page of dictation. It is shown here as it stands; "
                "“Edit” goes on with it."
            )
        )
        self.remarks = QLabel("\n".join(self._remarks()))
        self.again = button(self._again_words(), self._want_again)
        self._name()
        self._lay_out()
        self._connect()
        self.changes.setChecked(self._preferences.marks_changes)
        self._show_where()

    def show_again(self, shown: ShownResult) -> None:
        """Show the same result as it is decided now."""
        self.shown = shown
        self.panel.model.show_again(shown)
        self.panel.setEnabled(True)
        self.page.show_again(shown)
        self._choose(None)
        self._show_where()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        super().showEvent(event)
        self.looked_at.emit(self.shown)

    def _show_where(self) -> None:
        """Decide nothing here about a text that is edited elsewhere."""
        is_here = not self.shown.is_elsewhere
        self.elsewhere.setVisible(not is_here)
        self.changes.setVisible(is_here)
        has_speakers = any(word.speaker for word in self.shown.result.text.words)
        self.speakers.setVisible(is_here and has_speakers)
        self._mark_changes(is_here and self.changes.isChecked())

    def _connect(self) -> None:
        self.changes.toggled.connect(self._mark_changes)
        self.page.change_met.connect(self._choose)
        self.panel.chosen.connect(self._show_change)
        self.panel.next_wanted.connect(self._next)
        self.panel.previous_wanted.connect(self._previous)
        self.panel.toggle_wanted.connect(self._toggle_current)
        self.panel.all_wanted.connect(lambda: self._reject(set()))
        self.panel.none_wanted.connect(lambda: self._reject(set(self.shown.review.changes)))
        self.panel.model.toggled.connect(self._toggle)
        for keys, name, do in (
            ("Ctrl+D", self.tr("Show changes"), self.changes.toggle),
            ("Ctrl+F", self.tr("Find"), self.finder.open),
            ("Ctrl+S", self.tr("Export"), self._export),
            ("F8", self.tr("Next change"), self._next),
            ("Shift+F8", self.tr("Previous change"), self._previous),
            ("F7", self.tr("Take the change back, or make it again"), self._toggle_current),
        ):
            add_shortcut(self, keys, name, do)

    def _name(self) -> None:
        self.changes.setText(self.tr("Show changes"))
        self.changes.setCheckable(True)
        self.changes.setToolTip(
            self.tr(
                "What differs from the source (Ctrl+D). F8 walks from one to the next, Shift+F8 "
                "back, F7 takes one back or restores it."
            )
        )
        self.speakers.setToolTip(self.tr("Rename those who speak"))
        self.edit.setToolTip(self.tr("Edit the text, hear its words, find doubtful ones"))
        self.copy.setToolTip(self.tr("Copy the whole text"))
        self.export.setToolTip(self.tr("Write the text to a file (Ctrl+S)"))
        self.changes.setAccessibleName(self.changes.text())
        self.remarks.setWordWrap(True)
        self.remarks.setAccessibleDescription(self.tr("Remarks"))
        if not self.remarks.text():
            self.remarks.hide()
        if self.shown.other is None or not self.shown.other.name:
            self.again.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it has no words
            self.again.hide()

    def _remarks(self) -> Iterator[str]:
        yield from map(translated, self.shown.result.remarks)
        if self.shown.other is not None and not self.shown.other.name:
            yield self.tr(
                "No model that knows this language is installed: import one in the settings, "
                "under Languages & models."
            )

    def _again_words(self) -> str:
        other = self.shown.other
        if other is None:
            return ""
        is_heard = self.shown.result.kind is FileKind.RECORDING
        words = (
            self.tr("Transcribe again with %1") if is_heard else self.tr("Punctuate again with %1")
        )
        return words.replace("%1", shown_title(other.name, other.languages))

    def _want_again(self) -> None:
        if self.shown.other is not None:
            self.again_wanted.emit(self.shown.other.name)

    def _lay_out(self) -> None:
        bar = row(self.changes, 0, self.speakers, self.edit, self.copy, self.export)
        told = row((self.remarks, 1), self.again, spacing=12)
        both = QSplitter()
        both.setChildrenCollapsible(False)
        both.setHandleWidth(_GAP)
        both.setStyleSheet("QSplitter::handle { background: transparent; }")
        both.addWidget(self.page)
        both.addWidget(self.panel)
        both.setStretchFactor(0, 1)
        both.setSizes([_PAGE_PX, _PANEL_PX])
        column(
            bar,
            told,
            self.elsewhere,
            self.legend,
            self.finder,
            (both, 1),
            on=self,
            spacing=10,
            margins=(16, 12, 16, 16),
        )

    def _legend(self) -> str:
        told = [self._told(look) for look in Look if self.shown.changes.counts[look]]
        return " · ".join(filter(None, told)) or self.tr("Nothing differs from the source.")

    def _told(self, look: Look) -> str:
        told = {
            Look.ADDED: self.tr("underlined: marks added, %1"),
            Look.CAPITAL: self.tr("dotted: capitals changed, %1"),
            Look.REMOVED: self.tr("wavy: marks taken away, %1"),
            Look.REJECTED: self.tr("dashed: changes taken back, %1"),
        }
        count = QLocale().toString(self.shown.changes.counts[look])
        return told.get(look, "").replace("%1", count)

    def _tell_counts(self) -> None:
        is_wanted = self.changes.isChecked() and not self.shown.is_elsewhere
        self.legend.setText(self._legend() if is_wanted else "")
        self.legend.setVisible(is_wanted)

    def _mark_changes(self, is_wanted: bool) -> None:  # noqa: FBT001  a slot's argument
        self.page.mark_changes(is_wanted)
        self.panel.setVisible(is_wanted and len(self.shown.changes) > 0)
        self._tell_counts()

    def _choose(self, rank: int | None) -> None:
        """Take a change as the one that keys are about."""
        self._current = rank
        self.panel.show_current(rank)

    def _show_change(self, rank: int) -> None:
        self._choose(rank)
        self.page.show_change(rank)

    def _next(self) -> None:
        self._walk(forwards=True)

    def _previous(self) -> None:
        self._walk(forwards=False)

    def _walk(self, *, forwards: bool) -> None:
        if self.shown.is_elsewhere:
            return
        self.changes.setChecked(True)
        rank = self.shown.changes.next(self.page.place(), forwards=forwards)
        if rank is None:
            self.said.emit(self.tr("No further change in this direction."))
            return
        self._show_change(rank)
        self._announce(rank)

    def _toggle_current(self) -> None:
        if self._current is not None:
            self._toggle(self._current)

    def _toggle(self, rank: int) -> None:
        if self.shown.is_elsewhere or not (self.panel.isEnabled() and self.page.is_filled):
            return
        self.page.toggle(rank)
        self.panel.model.tell_toggled(rank, rank)
        self._show_change(rank)
        self._tell_counts()
        self._announce(rank)
        self.reviewed.emit()

    def _reject(self, changes: set[int]) -> None:
        self.shown.review.decisions.rejected = changes
        self._lay_out_again()

    def _ask_names(self) -> None:
        decisions = self.shown.review.decisions
        dialog = SpeakersDialog(self, self.shown.result.text.speakers, decisions.names)
        dialog.renamed.connect(self._rename)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _rename(self, names: dict[str, str]) -> None:
        self.shown.review.decisions.names = names
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        self.panel.setEnabled(False)
        self.reviewed.emit()
        self.layout_wanted.emit(self.shown)

    def _announce(self, rank: int) -> None:
        """Let a screen reader say what is changed here, and whether it stands."""
        if not QAccessible.isActive():
            return
        words = self.panel.model.words(rank)
        if self.panel.model.is_rejected(rank):
            words = self.tr("Taken back: %1").replace("%1", words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.page, words))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.page.plain_text())
        self.copied.emit()
        self.said.emit(self.tr("The text was copied."))

    def _export(self) -> None:
        result = self.shown.result
        formats = formats_for(result.text)
        chosen = self._ask(self, self._suggested(result, formats), formats)
        if chosen:
            self.export_wanted.emit(self.shown, *chosen)

    def _suggested(self, result: FileResult, formats: Sequence[str]) -> Path:
        wanted = self._preferences.export_format
        name = result.format_name if wanted == "same" else wanted
        folder = Path(self._preferences.output_folder or result.path.parent)
        return folder / export_name(result, name if name in formats else "txt")
