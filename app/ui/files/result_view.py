"""One result: its text, its changes on demand, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from app.files.export import formats_for
from app.files.job import FileKind, FileResult
from app.preferences.preferences import Files
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import Change, ShownResult
from app.ui.language.languages import shown_title
from app.ui.language.messages import translated
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.export_dialog import AskPath
from app.ui.widgets.muted_label import MutedLabel


class ResultView(QWidget):
    """Shows a result; an export is told, not done.

    Signals:
        export_wanted(object, str, object): the `ShownResult`, a format and a path.
        again_wanted(str): the name of another punctuation model.
        said(str): a sentence for the person.
    """

    export_wanted = Signal(object, str, object)
    copied = Signal()
    again_wanted = Signal(str)
    said = Signal(str)

    def __init__(self, shown: ShownResult, preferences: Files, ask: AskPath) -> None:
        super().__init__()
        self.shown = shown
        self._ask = ask
        self._preferences = preferences
        self.page = ResultPage(shown)
        self.changes = QToolButton()
        self.copy = button(self.tr("Copy"), self._copy)
        self.export = button(self.tr("Export…"), self._export)
        self.legend = MutedLabel(self._legend())
        self.remarks = QLabel("\n".join(self._remarks()))
        self.again = button(self._again_words(), self._want_again)
        self._name()
        self._lay_out()
        self.changes.toggled.connect(self._mark_changes)
        QShortcut(QKeySequence("Ctrl+D"), self, self.changes.toggle)
        QShortcut(QKeySequence("Ctrl+S"), self, self._export)
        self.changes.setChecked(self._preferences.marks_changes)
        self._mark_changes(self._preferences.marks_changes)

    def _name(self) -> None:
        self.changes.setText(self.tr("Show changes"))
        self.changes.setCheckable(True)
        self.changes.setToolTip(self.tr("What differs from the source (Ctrl+D)"))
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
        bar = row(self.changes, (self.legend, 1), self.copy, self.export)
        told = row((self.remarks, 1), self.again, spacing=12)
        column(bar, told, (self.page, 1), on=self, spacing=10, margins=(16, 12, 16, 16))

    def _legend(self) -> str:
        told = [self._told(change) for change in Change if self.shown.counts[change]]
        return " · ".join(filter(None, told)) or self.tr("Nothing differs from the source.")

    def _told(self, change: Change) -> str:
        return {
            Change.ADDED: self.tr("underlined: marks added, %1"),
            Change.CAPITAL: self.tr("dotted: capitals changed, %1"),
            Change.REMOVED: self.tr("wavy: marks taken away, %1"),
            Change.TIME: "",
        }[change].replace("%1", str(self.shown.counts[change]))

    def _mark_changes(self, is_wanted: bool) -> None:  # noqa: FBT001  a slot's argument
        self.page.mark_changes(is_wanted)
        self.legend.setText(self._legend() if is_wanted else "")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._plain_text())
        self.copied.emit()
        self.said.emit(self.tr("The text was copied."))

    def _plain_text(self) -> str:
        lines = self.shown.lines
        if self.shown.counts[Change.TIME]:
            lines = tuple(line.partition("  ")[2] for line in lines)
        return "\n".join(lines)

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
        stem = result.path.stem + ("" if result.kind is FileKind.RECORDING else "-marked")
        return folder / f"{stem}.{name if name in formats else 'txt'}"
