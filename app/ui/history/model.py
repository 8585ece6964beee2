"""The sessions of the history as a Qt model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from app.history.records import SearchHit

Index = QModelIndex | QPersistentModelIndex
FOUND_ROLE = int(Qt.ItemDataRole.UserRole) + 1
FACTS_ROLE = FOUND_ROLE + 1
LINE_ROLE = FACTS_ROLE + 1  # facts without the day
DAY_ROLE = LINE_ROLE + 1
_SHORT = QLocale.FormatType.ShortFormat


class HistoryModel(QAbstractListModel):
    """One row per session: its title, time and length, and where the search matched."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SearchHit] = []
        self._roles: dict[int, Callable[[int], object]] = {
            int(Qt.ItemDataRole.DisplayRole): self._title,
            int(Qt.ItemDataRole.AccessibleTextRole): self._read_out,
            FOUND_ROLE: self.found,
            FACTS_ROLE: lambda row: self._facts(row, QLocale().dateTimeFormat(_SHORT)),
            LINE_ROLE: lambda row: self._facts(row, QLocale().timeFormat(_SHORT)),
            DAY_ROLE: self._heading,
        }

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's own
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        role_value = self._roles.get(role)
        return role_value(index.row()) if role_value is not None and index.isValid() else None

    def show(self, rows: Sequence[SearchHit]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def found(self, row: int) -> SearchHit:
        return self._rows[row]

    def row_of(self, number: int) -> int:
        return next((at for at, f in enumerate(self._rows) if f.info.number == number), -1)

    def _heading(self, row: int) -> str:
        """Return the day above its first session; "" above the others."""
        day = _day(self._rows[row])
        if row and _day(self._rows[row - 1]) == day:
            return ""
        today = QDate.currentDate()
        if day == today:
            return self.tr("Today")
        if day == today.addDays(-1):
            return self.tr("Yesterday")
        return QLocale().toString(day, QLocale.FormatType.LongFormat)

    def _title(self, row: int) -> str:
        return self._rows[row].info.title or self.tr("Untitled")

    def _read_out(self, row: int) -> str:
        title, facts = self._rows[row].info.title, str(self._roles[FACTS_ROLE](row))
        _, text = without_title(title, self._rows[row].snippet.text, len(title))
        parts = (self._heading(row), title, facts, text)
        return ". ".join(part for part in parts if part)

    def _facts(self, row: int, form: str) -> str:
        info = self._rows[row].info
        facts = [
            QLocale().toString(_started(self._rows[row]), form),
            self.tr("%Ln words", "", info.word_count) if info.word_count else self.tr("typed"),
            self.tr("from %1").replace("%1", info.source.name) if info.source else "",
            self.tr("not finished") if not info.is_finished else "",
        ]
        return " · ".join(fact for fact in facts if fact)


def without_title(title: str, text: str, shown: int) -> tuple[str, str]:
    """Return a title and what to show below it.

    A title that is the beginning of the text is cut after a word within its first `shown` letters,
    and the text continues from there.
    """
    known = title.removesuffix("…")
    if not known or not text.startswith(known):
        return title, text
    if shown >= len(title):
        return title, text[len(known) :].strip()
    cut = known[:shown].rpartition(" ")[0] or known[:shown]
    return f"{cut}…", text[len(cut) :].strip()


def _started(found: SearchHit) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(found.info.started_at.timestamp()))


def _day(found: SearchHit) -> QDate:
    return _started(found).date()
