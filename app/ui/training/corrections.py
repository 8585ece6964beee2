"""The list of corrections, in which the user decides what to learn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from app.history.corrections import Correction, Reviewed, approved_since
from app.ui.training.correction_rows import CorrectionDelegate, CorrectionModel, text_of
from app.ui.training.values import ENOUGH
from app.ui.widgets import boxes
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.shortcuts import add_shortcut

_HEIGHT_PX = 260


class CorrectionList(QWidget):
    """What was written and what the user made of it, with buttons for the selected rows.

    Signals:
        decided(object): Pairs of a `Correction` and the text to learn from it, "" for none.
    """

    decided = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._made_s = 0.0
        self.model = CorrectionModel(self)
        self.list = QListView()
        self.list.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.list.setAccessibleName(self.tr("Corrections"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(CorrectionDelegate(self.list))
        self.list.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFixedHeight(_HEIGHT_PX)
        self.approve = boxes.button(self.tr("Approve"), self._approve)
        self.edit = boxes.button(self.tr("Edit…"), lambda: self.list.edit(self.list.currentIndex()))
        self.drop = boxes.button(self.tr("Drop"), self._drop)
        self.approve_all = boxes.button(self.tr("Approve all"), self._approve_all)
        self.summary = MutedLabel()
        self._filled = QWidget()
        buttons = boxes.row(self.approve, self.edit, self.drop, 0, self.approve_all)
        boxes.column(self.list, buttons, on=self._filled)
        boxes.column(self._filled, self.summary, on=self, margins=(0, 6, 0, 6))
        here, keys = Qt.ShortcutContext.WidgetShortcut, Qt.Key
        add_shortcut(self.list, keys.Key_Delete, self.tr("Drop"), self._drop, here)
        add_shortcut(self.list, keys.Key_Return, self.tr("Approve"), self._approve, here)
        self.model.edited.connect(lambda row, text: self._decide([(row.correction, text)]))
        self.list.selectionModel().selectionChanged.connect(self._enable)
        self.show_corrections(())

    @property
    def approved(self) -> list[Reviewed]:
        return [row for row in self.model.rows if row.approved]

    def show_corrections(self, rows: Sequence[Reviewed]) -> None:
        """Show undecided corrections first; select the next one."""
        at = self.list.currentIndex().row()
        self.model.show(sorted(rows, key=lambda row: row.decision is not None))
        if at >= 0 and rows:
            self.list.setCurrentIndex(self.model.index(min(at, len(rows) - 1)))
        self._tell()

    def show_model_made(self, made_s: float) -> None:
        """Set when the model in use was made: what was approved since then is new to it."""
        self._made_s = made_s
        self._tell()

    def _approve(self) -> None:
        self._decide((row.correction, text_of(row)) for row in self._selected())

    def _drop(self) -> None:
        self._decide((row.correction, "") for row in self._selected())

    def _approve_all(self) -> None:
        waiting = (row.correction for row in self.model.rows if row.decision is None)
        self._decide((one, one.corrected) for one in waiting)

    def _decide(self, decided: Iterable[tuple[Correction, str]]) -> None:
        if pairs := list(decided):
            self.decided.emit(pairs)

    def _selected(self) -> list[Reviewed]:
        return [self.model.rows[at.row()] for at in self.list.selectionModel().selectedIndexes()]

    def _tell(self) -> None:
        rows, approved = self.model.rows, self.approved
        new = approved_since(self._made_s, approved)
        waiting = sum(row.decision is None for row in rows)
        if not rows:
            words = self.tr(
                "None yet. When you correct a dictation, the correction waits here. The model "
                "learns the ones you approve."
            )
        elif new >= ENOUGH:
            words = self.tr("%Ln approved corrections are new to the model: train now.", "", new)
        else:
            counts = (
                self.tr("%Ln to review", "", waiting),
                self.tr("%Ln approved", "", len(approved)),
            )
            words = " · ".join(counts)
        self.summary.setText(words)
        self._filled.setVisible(bool(rows))
        self.approve_all.setEnabled(bool(waiting))
        self._enable()

    def _enable(self) -> None:
        selected = self._selected()
        self.approve.setEnabled(bool(selected))
        self.drop.setEnabled(bool(selected))
        self.edit.setEnabled(len(selected) == 1)
