"""The changes of a result one below the other: each stands, or is taken back, by a key."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QListView, QWidget

from app.document.edit import exact
from app.files.review import Difference, Review
from app.ui.files.result_text import ShownResult
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.muted_label import MutedLabel

Index = QModelIndex | QPersistentModelIndex
_CHECK = int(Qt.ItemDataRole.CheckStateRole)
_SIGN_NAMES: dict[str, Any] = {
    ".": QT_TRANSLATE_NOOP("ChangeWords", "full stop"),
    ",": QT_TRANSLATE_NOOP("ChangeWords", "comma"),
    "?": QT_TRANSLATE_NOOP("ChangeWords", "question mark"),
    "!": QT_TRANSLATE_NOOP("ChangeWords", "exclamation mark"),
    "、": QT_TRANSLATE_NOOP("ChangeWords", "enumeration comma"),
    "。": QT_TRANSLATE_NOOP("ChangeWords", "full stop"),
    "，": QT_TRANSLATE_NOOP("ChangeWords", "comma"),
    "？": QT_TRANSLATE_NOOP("ChangeWords", "question mark"),
    "！": QT_TRANSLATE_NOOP("ChangeWords", "exclamation mark"),
    "": QT_TRANSLATE_NOOP("ChangeWords", "space"),
}


class ChangesModel(QAbstractListModel):
    """A row a change, by its place in the text; it is checked while it stands.

    Signals:
        toggled(int): the change in this row is to be taken back, or restored.
    """

    toggled = Signal(int)

    def __init__(self, shown: ShownResult) -> None:
        super().__init__()
        self._shown = shown

    def show_again(self, shown: ShownResult) -> None:
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's own
        return 0 if parent.isValid() else len(self._shown.changes)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if role == int(Qt.ItemDataRole.DisplayRole):
            return self.words(index.row())
        if role == int(Qt.ItemDataRole.ToolTipRole):
            return self.words(index.row())
        if role == _CHECK:
            is_rejected = self.is_rejected(index.row())
            return Qt.CheckState.Unchecked if is_rejected else Qt.CheckState.Checked
        return None

    def setData(self, index: Index, value: object, role: int = 0) -> bool:  # noqa: ARG002, N802
        """Follow a click on the box, or the space key."""
        if role != _CHECK:
            return False
        self.toggled.emit(index.row())
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def words(self, rank: int) -> str:
        return change_words(self._shown.review, self._shown.changes.number(rank))

    def is_rejected(self, rank: int) -> bool:
        return self._shown.review.is_rejected(self._shown.changes.number(rank))

    def tell_toggled(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first), self.index(last), [_CHECK])


class ChangesPanel(QWidget):
    """The list, and what can be done with its changes.

    Signals:
        chosen(int): this change is to be shown.
        next_wanted(), previous_wanted(): the change behind or before is to be shown.
        toggle_wanted(): the change that is shown is to be taken back, or restored.
        all_wanted(), none_wanted(): all changes are to stand, or none.
    """

    chosen = Signal(int)
    next_wanted = Signal()
    previous_wanted = Signal()
    toggle_wanted = Signal()
    all_wanted = Signal()
    none_wanted = Signal()

    def __init__(self, shown: ShownResult) -> None:
        super().__init__()
        self.model = ChangesModel(shown)
        self.list = QListView()
        self.words = MutedLabel()
        self._current: int | None = None
        self.previous = button(self.tr("Previous"), self.previous_wanted)
        self.next = button(self.tr("Next"), self.next_wanted)
        self.toggle = button(self.tr("Take back"), self.toggle_wanted)
        self.accept_all = button(self.tr("Accept all"), self.all_wanted)
        self.reject_all = button(self.tr("Reject all"), self.none_wanted)
        self.previous.setToolTip(self.tr("The change before (Shift+F8)"))
        self.next.setToolTip(self.tr("The next change (F8)"))
        self._lay_out()
        self.show_current(None)
        self.list.selectionModel().currentChanged.connect(lambda index, _: self._choose(index))

    def show_current(self, rank: int | None) -> None:
        """Mark the change that is shown in the text, and offer what can be done with it."""
        is_rejected = rank is not None and self.model.is_rejected(rank)
        self.toggle.setEnabled(rank is not None)
        self.toggle.setText(self.tr("Restore") if is_rejected else self.tr("Take back"))
        self.toggle.setAccessibleName(self.toggle.text())
        self.toggle.setToolTip(
            self.tr("Make this change again (F7)")
            if is_rejected
            else self.tr("Put back what the source has here (F7)")
        )
        self._current = rank
        self.words.setText("" if rank is None else self._words(rank))
        index = self.model.index(-1 if rank is None else rank)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() != self._current:
            self.chosen.emit(index.row())

    def _words(self, rank: int) -> str:
        count = QLocale().toString(self.model.rowCount())
        words = self.tr("%1 of %2: %3").replace("%1", QLocale().toString(rank + 1))
        return words.replace("%2", count).replace("%3", self.model.words(rank))

    def _lay_out(self) -> None:
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.list.setAccessibleName(self.tr("Changes"))
        self.list.setAccessibleDescription(
            self.tr("Checked ones stand; the space key takes one back, or restores it.")
        )
        walk = row((self.previous, 1), (self.next, 1), (self.toggle, 1))
        every = row((self.accept_all, 1), (self.reject_all, 1))
        self.list.setProperty("roomy", True)  # noqa: FBT003  Qt's signature
        column(walk, self.words, (self.list, 1), every, on=self)


def change_words(review: Review, number: int) -> str:
    """Return what a change does, such as: full stop removed behind ‘the’, ‘House’ → ‘house’."""
    said = []
    tail, head = review.tail(number), review.head(number)
    if tail:
        said.append(_tail_words(tail, review.head(number - 1).proposed))
    if head:
        words = QCoreApplication.translate("ChangeWords", "‘%1’ → ‘%2’")
        said.append(words.replace("%1", head.source).replace("%2", head.proposed))
    return QCoreApplication.translate("ChangeWords", ", ").join(said)


def _tail_words(tail: Difference, word: str) -> str:
    gone, come = _different(tail)
    translate = QCoreApplication.translate
    if gone and come:
        words = translate("ChangeWords", "%1 becomes %2 behind ‘%3’")
        words = words.replace("%1", _named(gone)).replace("%2", _named(come))
    elif come:
        words = translate("ChangeWords", "%1 added behind ‘%3’").replace("%1", _named(come))
    else:
        words = translate("ChangeWords", "%1 removed behind ‘%3’").replace("%1", _named(gone))
    return words.replace("%3", word)


def _different(tail: Difference) -> tuple[str, str]:
    """Return the signs that go and those that come instead; spaces only where nothing else does."""
    source, proposed = tail.source.strip(), tail.proposed.strip()
    if source == proposed:
        source, proposed = tail.source, tail.proposed
    _, gone, come = exact(0, source, proposed)
    return gone, come


def _named(signs: str) -> str:
    name = _SIGN_NAMES.get(signs.strip())
    return QCoreApplication.translate("ChangeWords", name) if name else f"‘{signs.strip()}’"
