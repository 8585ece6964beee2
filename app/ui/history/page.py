"""The history page: search, read, reopen, delete sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QMenu,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.files.export import EXPORT_FORMATS
from app.history.records import SearchHit, SessionInfo, StoredSession
from app.ui.history.controller import HistoryController
from app.ui.history.delegate import HistoryDelegate
from app.ui.history.model import FACTS_ROLE, HistoryModel
from app.ui.history.preview import HistoryPreview
from app.ui.history.trash_bar import TrashBar
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import offer_clearing
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.export_dialog import ExportPlaces
from app.ui.widgets.notice_line import Answer, NoticeLine
from app.ui.widgets.shortcuts import add_shortcut

_TYPING_PAUSE_MS = 120
_LIST_WIDTH = 200


class HistoryPage(QWidget):
    """A list with a search field, and the selected session beside it.

    Signals:
        reopened(object): The `StoredSession` to become the document.
        said(str): A message for the user: what was written where.
    """

    reopened = Signal(object)
    said = Signal(str)

    def __init__(self, controller: HistoryController, places: ExportPlaces) -> None:
        super().__init__()
        self._controller = controller
        self._places = places
        self._chosen: StoredSession | None = None
        self._wanted_number: int | None = None
        self._again: QMenu | None = None
        self._trashed: list[int] = []  # what Undo puts back
        self._gone = ""  # its title
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search what was said"))
        offer_clearing(self.search)
        self.search.setAccessibleName(self.tr("Search the history"))
        self.model = HistoryModel(self)
        self.list = QListView()
        self.preview = HistoryPreview()
        self.show_all = button(self.tr("Show all"), self.search.clear)
        self.empty = EmptyState("history", self.show_all)
        self.trash = TrashBar()
        self.notice = NoticeLine()
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._lay_out()
        self._connect()
        self._add_keys()

    @property
    def chosen(self) -> SessionInfo | None:
        """The session shown."""
        return self._chosen.info if self._chosen is not None else None

    def offer_again(self, menu: QMenu) -> None:
        """Offer to recognise sessions again, with this menu."""
        self._again = menu
        self.preview.offer_again(menu)

    def refresh(self) -> None:
        """Reload the sessions; the selected one stays selected if it is still there."""
        self._timer.stop()
        if self.trash.is_open:
            self._controller.list_trash()
        else:
            self._controller.search(self.search.text())

    def refresh_if_seen(self) -> None:
        """Reload if visible; otherwise that happens when the page is shown."""
        if self.isVisible():
            self.refresh()

    def set_reading_font(self, font: QFont) -> None:
        self.preview.text.setFont(font)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's own
        super().showEvent(event)
        self.refresh()

    def _lay_out(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(HistoryDelegate(self.list))
        self.list.setAccessibleName(self.tr("Sessions"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)  # a snippet takes one line or two
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setProperty("plain", True)  # noqa: FBT003  Qt's signature
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left = QWidget()
        left.setMinimumWidth(_LIST_WIDTH)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        column(self.search, (self._pages, 1), self.trash, on=left, margins=(16, 16, 8, 16))
        self._beside = QStackedWidget()
        self._beside.addWidget(self.preview)
        self._beside.addWidget(QWidget())
        splitter = QSplitter()
        splitter.setHandleWidth(1)
        splitter.addWidget(left)
        splitter.addWidget(self._beside)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setChildrenCollapsible(False)
        notice = row((self.notice, 1), margins=(16, 8, 16, 8))
        column((splitter, 1), notice, on=self, spacing=0)
        self._show_preview(is_shown=False)

    def _connect(self) -> None:
        self._timer.timeout.connect(self.refresh)
        self.search.textEdited.connect(lambda _: self._timer.start())
        self.search.textChanged.connect(lambda text: None if text else self.refresh())
        self.list.selectionModel().currentChanged.connect(lambda now, _: self._choose(now.row()))
        self.list.activated.connect(lambda _: self._reopen())
        self.preview.reopen_wanted.connect(self._reopen)
        self.preview.export_wanted.connect(self._export)
        self.preview.renamed.connect(self._rename)
        self.preview.trash_wanted.connect(lambda: self._take_away(self._controller.trash))
        self.list.customContextMenuRequested.connect(self._open_menu)
        self._controller.trashed.connect(self._offer_undo)
        self._controller.restored.connect(self._forget_undo)
        self._controller.deleted.connect(self._forget_undo)
        self.preview.put_back_wanted.connect(lambda: self._take_away(self._controller.put_back))
        self.preview.delete_wanted.connect(lambda: self._take_away(self._controller.delete))
        self.trash.opened.connect(self._open_trash)
        self.trash.empty_wanted.connect(self._controller.empty_trash)
        self._controller.listed.connect(self._show_list)
        self._controller.opened.connect(self._show_session)
        self._controller.changed.connect(self.refresh)
        self._controller.failed.connect(self._show_failure)
        self._controller.exported.connect(
            lambda path: self.said.emit(self.tr("Written to %1").replace("%1", str(path)))
        )

    def _add_keys(self) -> None:
        to_list = self.tr("Move from the search to the list")
        for keys, place, name, do in (
            (QKeySequence.StandardKey.Find, self, self.tr("Search"), self._find),
            (Qt.Key.Key_F2, self, self.tr("Rename"), self.preview.begin_renaming),
            (Qt.Key.Key_Delete, self.list, self.tr("Move to trash"), self.preview.trash),
            (QKeySequence.StandardKey.Undo, self, self.tr("Restore what was deleted"), self.undo),
            (Qt.Key.Key_Down, self.search, to_list, self.list.setFocus),
            (Qt.Key.Key_Return, self.search, to_list, self.list.setFocus),
        ):
            context = Qt.ShortcutContext.WidgetWithChildrenShortcut
            add_shortcut(place, keys, name, do, context)

    def undo(self) -> None:
        """Put back what was last moved to the trash."""
        if self._trashed:
            self._wanted_number = self._trashed[0]
            self._controller.put_back(self._trashed)

    def menu(self) -> QMenu:
        """Return a menu of what can be done with the selected session."""
        menu, preview = QMenu(self), self.preview
        buttons = [preview.reopen, preview.rename, preview.export, preview.again, preview.to_trash]
        if self.trash.is_open:
            buttons = [preview.put_back, preview.delete]
        for one in buttons:
            if one is not preview.again:
                menu.addAction(one.text()).triggered.connect(one.click)
            elif self._again is not None:
                menu.addMenu(self._again)
        return menu

    def _open_menu(self, place: QPoint) -> None:
        if self.list.indexAt(place).isValid() and self._chosen is not None:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.list.viewport().mapToGlobal(place))

    def _offer_undo(self, numbers: Sequence[int]) -> None:
        self._trashed = list(numbers)
        words = self.tr("“%1” is in the trash.").replace("%1", self._gone)
        self.notice.show_offer(words, Answer(self.tr("Undo"), self.undo))

    def _forget_undo(self, numbers: Sequence[int]) -> None:
        if set(self._trashed) & set(numbers):
            self._trashed = []
            self.notice.clear()

    def _show_failure(self, words: str, again: Callable[[], None]) -> None:
        if self.isVisible():
            self.notice.show_error(words, Answer(self.tr("Try again"), again))

    def _find(self) -> None:
        """Search the session if its text is being read, else all sessions."""
        if self.preview.text.hasFocus() or self.preview.finder.isAncestorOf(self.focusWidget()):
            self.preview.finder.open(self.search.text())
        else:
            self.search.setFocus()
            self.search.selectAll()

    def _show_list(self, query: str, rows: list[SearchHit]) -> None:
        before = self._wanted_number
        self.model.show(rows)
        self._pages.setCurrentWidget(self.list if rows else self.empty)
        self._show_preview(is_shown=bool(rows))
        self.trash.offer_emptying(is_useful=bool(rows))
        if not rows:
            self._chosen = self._wanted_number = None
            self.empty.show_words(*self._words_for_nothing(query))
            self.show_all.setVisible(bool(query))
            return
        row = max(0, self.model.row_of(before)) if before is not None else 0
        chosen = self.model.index(row)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.selectionModel().setCurrentIndex(chosen, flag)
        self.list.scrollTo(chosen)

    def _show_preview(self, *, is_shown: bool) -> None:
        self._beside.setCurrentIndex(0 if is_shown else 1)

    def _open_trash(self, is_open: bool) -> None:  # noqa: FBT001  a signal's argument
        self.search.setDisabled(is_open)
        self.preview.show_as(in_trash=is_open)
        self._wanted_number = None
        self.refresh()

    def _words_for_nothing(self, query: str) -> tuple[str, str]:
        if self.trash.is_open:
            return self.tr("The trash is empty"), ""
        if query.strip():
            nothing = self.tr("“%1” was not found").replace("%1", query.strip())
            return nothing, self.tr("Try fewer words, or part of one.")
        return self.tr("Nothing here yet"), self.tr(
            "Every dictation is kept here, on this computer only, until you delete it."
        )

    def _choose(self, row: int) -> None:
        if row >= 0:
            self._wanted_number = self.model.found(row).info.number
            self._controller.open(self._wanted_number)

    def _show_session(self, session: StoredSession) -> None:
        if session.info.number != self._wanted_number:
            return
        self._chosen = session
        row = self.model.row_of(session.info.number)
        self.preview.show_session(session, self.model.index(row).data(FACTS_ROLE) or "")

    def _reopen(self) -> None:
        if self._chosen:
            self.reopened.emit(self._chosen)

    def _rename(self, title: str) -> None:
        if self._chosen:
            self._controller.rename(self._chosen.info.number, title)

    def _take_away(self, do: Callable[[list[int]], None]) -> None:
        if self._chosen:
            row = self.model.row_of(self._chosen.info.number)
            neighbour = row + 1 if row + 1 < self.model.rowCount() else row - 1
            gone, self._gone = self._chosen.info.number, self.preview.title.text()
            self._chosen = None
            if neighbour >= 0:
                self._wanted_number = self.model.found(neighbour).info.number
            do([gone])
            self.list.setFocus()

    def _export(self) -> None:
        if self._chosen is None:
            return
        info = self._chosen.info
        chosen = self._places.ask(self, info.title, info.started_at, EXPORT_FORMATS)
        if chosen:
            self._controller.export(self._chosen.info.number, *chosen)
