"""One result: its text, its changes on demand, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.files.export import formats_for
from app.files.kinds import FileKind
from app.files.result import FileResult
from app.preferences.preferences import Files
from app.ui.files.result_page import ResultPage
from app.ui.files.result_text import Change, ShownResult
from app.ui.language.languages import shown_title
from app.ui.language.messages import translated
from app.ui.widgets.export_dialog import AskPath, ask_path
from app.ui.widgets.muted_label import MutedLabel


class ResultView(QWidget):
    """Shows a result; an export is told, not done.

    Signals:
        export_wanted(object, str, object): the `ShownResult`, a format and a path.
        copied(): the whole text is in the clipboard.
        again_wanted(str): the name of another punctuation model.
        said(str): a sentence for the person.
    """

    export_wanted = Signal(object, str, object)
    copied = Signal()
    again_wanted = Signal(str)
    said = Signal(str)

    def __init__(
        self,
        shown: ShownResult,
        parent: QWidget | None = None,
        *,
        preferences: Files | None = None,
        ask: AskPath = ask_path,
    ) -> None:
        super().__init__(parent)
        self.shown = shown
        self._ask = ask
        self._preferences = preferences or Files()
        self.page = ResultPage(shown)
        self.changes = QToolButton()
        self.copy = QPushButton(self.tr("Copy"))
        self.export = QPushButton(self.tr("Export…"))
        self.legend = MutedLabel(self._legend())
        self.remarks = QLabel("\n".join(self._remarks()))
        self.again = QPushButton(self._again_words())
        self._name()
        self._lay_out()
        self.changes.toggled.connect(self._mark_changes)
        self.copy.clicked.connect(self._copy)
        self.export.clicked.connect(self._export)
        self.again.clicked.connect(self._want_again)
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
        for button in (self.changes, self.copy, self.export):
            button.setAccessibleName(button.text().rstrip("…"))
        self.remarks.setWordWrap(True)
        self.remarks.setAccessibleName(self.tr("Remarks"))
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
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(self.changes)
        bar.addWidget(self.legend, 1)
        bar.addWidget(self.copy)
        bar.addWidget(self.export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(10)
        layout.addLayout(bar)
        told = QHBoxLayout()
        told.setSpacing(12)
        told.addWidget(self.remarks, 1)
        told.addWidget(self.again)
        layout.addLayout(told)
        layout.addWidget(self.page, 1)

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
        labels = {
            span.begin: span.length for span in self.shown.spans if span.change is Change.TIME
        }
        if not labels:
            return "\n".join(self.shown.lines)
        return "\n".join(line.partition("  ")[2] for line in self.shown.lines)

    def _export(self) -> None:
        result = self.shown.result
        formats = formats_for(result.text)
        chosen = self._ask(self, self._suggested(result, formats), formats)
        if chosen:
            self.export_wanted.emit(self.shown, *chosen)

    def _suggested(self, result: FileResult, formats: Sequence[str]) -> Path:
        """Return a path beside the source, or where the person wants results to be."""
        wanted = self._preferences.export_format
        name = result.format_name if wanted == "same" else wanted
        folder = Path(self._preferences.output_folder or result.path.parent)
        stem = result.path.stem + ("" if result.kind is FileKind.RECORDING else "-marked")
        return folder / f"{stem}.{name if name in formats else 'txt'}"
