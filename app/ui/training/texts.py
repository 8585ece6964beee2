"""The texts for a model to learn from."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.ui.training.values import Material
from app.ui.widgets import boxes
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.shortcuts import add_shortcut
from engine.transcripts.registry import FORMATS

ENOUGH_WORDS, LEAST_WORDS = 10_000, 300
_MATERIAL = Qt.ItemDataRole.UserRole
_HEIGHT_PX = 130


class TrainingTexts(QWidget):
    """A list of files with their word counts.

    Signals:
        count_wanted(Path): A file was added, and its words should be counted.
        changed(): The amount of text to learn from has changed.
    """

    count_wanted = Signal(Path)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.list = QListWidget()
        self.list.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.list.setAccessibleName(self.tr("Texts to learn from"))
        self.list.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.list.setFixedHeight(_HEIGHT_PX)
        self.list.itemChanged.connect(self.changed)
        self.add = QPushButton(self.tr("Add documents…"))
        self.add.clicked.connect(self._browse)
        self.remove = QPushButton(self.tr("Remove"))
        self.remove.setAccessibleName(self.tr("Remove the selected documents"))
        self.remove.clicked.connect(self._remove)
        self.total = MutedLabel()
        here, delete = Qt.ShortcutContext.WidgetShortcut, QKeySequence.StandardKey.Delete
        add_shortcut(self.list, delete, self.tr("Remove"), self._remove, here)
        below = boxes.row(self.add, self.remove, 0)
        boxes.column(self.list, below, self.total, on=self, margins=(0, 6, 0, 6))
        self.changed.connect(self._show_total)
        self._show_total()

    @property
    def words(self) -> int:
        return sum(material.words for material in self._chosen())

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(it.path for it in self._chosen())

    def add_paths(self, paths: list[Path]) -> None:
        """Add files to the list, each once; their words are counted elsewhere."""
        known = {it.path for it in self._all()}
        for path in dict.fromkeys(paths):
            if path.is_absolute() and path not in known:
                self._put(Material(path.name, 0, path=path), self.tr("counting…"))
                self.count_wanted.emit(path)

    def show_counted(self, material: Material) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).data(_MATERIAL).path == material.path:
                self._describe(self.list.item(row), material)
        self.changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's own
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's own
        self.add_paths(
            [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        )
        event.acceptProposedAction()

    def _browse(self) -> None:
        suffixes = " ".join(f"*.{form.name}" for form in FORMATS)
        kinds = self.tr("Documents") + f" ({suffixes})"
        names, _ = QFileDialog.getOpenFileNames(self, self.add.text(), "", kinds)
        self.add_paths([Path(name) for name in names])

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self.list.takeItem(self.list.row(item))
        self.changed.emit()

    def _put(self, material: Material, words: str) -> None:
        item = QListWidgetItem()
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        self.list.blockSignals(True)  # noqa: FBT003  Qt's own
        item.setCheckState(Qt.CheckState.Checked)
        self.list.addItem(item)
        self._describe(item, material, words)
        self.list.blockSignals(False)  # noqa: FBT003  Qt's own

    def _describe(self, item: QListWidgetItem, material: Material, words: str = "") -> None:
        words = words or material.problem or self.tr("%Ln words", "", material.words)
        self.list.blockSignals(True)  # noqa: FBT003  Qt's own
        item.setText(f"{material.title}   ({words})")
        item.setToolTip(str(material.path))
        item.setData(_MATERIAL, material)
        if material.problem:
            item.setCheckState(Qt.CheckState.Unchecked)
        self.list.blockSignals(False)  # noqa: FBT003  Qt's own

    def _all(self) -> list[Material]:
        return [self.list.item(row).data(_MATERIAL) for row in range(self.list.count())]

    def _chosen(self) -> list[Material]:
        items = (self.list.item(row) for row in range(self.list.count()))
        checked = (item for item in items if item.checkState() == Qt.CheckState.Checked)
        return [item.data(_MATERIAL) for item in checked]

    def _show_total(self) -> None:
        words = self.words
        if not self.list.count():
            text = self.tr("Drop documents here that are punctuated the way you like.")
        elif words < LEAST_WORDS:
            text = self.tr("%Ln words: at least a few hundred are needed.", "", words)
        elif words < ENOUGH_WORDS:
            text = self.tr("%Ln words: ten thousand or more would work better.", "", words)
        else:
            text = self.tr("%Ln words: enough to learn from.", "", words)
        self.total.setText(text)
        for part in (self.list, self.remove):
            part.setVisible(bool(self.list.count()))
