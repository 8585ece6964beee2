"""The sessions of the history as Qt's lists want them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.history.records import Found

Index = QModelIndex | QPersistentModelIndex
FOUND_ROLE = int(Qt.ItemDataRole.UserRole) + 1
FACTS_ROLE = FOUND_ROLE + 1


class HistoryModel(QAbstractListModel):
    """A row a session: its title, when it was and how long, and where the search matched."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Found] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's own
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        found = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return found.info.title or self.tr("Untitled")
        if role == FOUND_ROLE:
            return found
        if role == FACTS_ROLE:
            return self._facts(found)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (found.info.title, self._facts(found), found.snippet.text)
            return ". ".join(part for part in parts if part)
        return None

    def show(self, rows: Sequence[Found]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def found(self, row: int) -> Found:
        return self._rows[row]

    def row_of(self, number: int) -> int:
        return next((at for at, f in enumerate(self._rows) if f.info.number == number), -1)

    def _facts(self, found: Found) -> str:
        started = QDateTime.fromSecsSinceEpoch(int(found.info.started_at.timestamp()))
        when = QLocale().toString(started, QLocale.FormatType.ShortFormat)
        facts = [
            when,
            self.tr("%Ln words", "", found.info.word_count)
            if found.info.word_count
            else self.tr("typed"),
            self.tr("not finished") if not found.info.is_finished else "",
        ]
        return " · ".join(fact for fact in facts if fact)
