"""The selected session: its text, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QStackedWidget, QWidget

from app.dictation.events import Gap
from app.history.records import SessionInfo, StoredSession
from app.ui.appearance.fonts import Size, make_bold
from app.ui.language.durations import lasting
from app.ui.widgets.boxes import Item, button, column, row
from app.ui.widgets.find_bar import FindBar
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.reading_text import ReadingText
from engine.text.spacing import joined
from engine.types import Word

_FLAT = """
QLineEdit { border: 1px solid palette(highlight); border-radius: 6px; padding: 3px 2px; }
QLineEdit:read-only { border-color: transparent; background: transparent; }
"""
_TITLE_PX = 5  # as far as `QLineEdit` sets its text in
_MOST_GAPS, _WORDS_BEFORE_GAP = 4, 5


class TitleLine(QLineEdit):
    """Ends in “…” where there is no room for all of it, until it is edited."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        inside = self.rect().adjusted(_TITLE_PX, 0, -_TITLE_PX, 0)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, inside.width()
        )
        if not self.isReadOnly() or shown == self.text():
            super().paintEvent(event)
        else:
            painter = QPainter(self)
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, shown)
            painter.end()


class HistoryPreview(QWidget):
    """Shows a session; buttons only emit signals, such as `renamed` with the new title."""

    reopen_wanted = Signal()
    export_wanted = Signal()
    renamed = Signal(str)
    trash_wanted = Signal()
    put_back_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = TitleLine()
        self.title.setFrame(False)
        self.title.setReadOnly(True)
        self.title.setStyleSheet(_FLAT)
        self.title.setAccessibleName(self.tr("Title of the session"))
        make_bold(self.title, Size.LEAD)
        self.title.editingFinished.connect(self._end_renaming)
        self.title.installEventFilter(self)
        self.facts = MutedLabel()
        self.facts.setContentsMargins(4, 0, 0, 0)
        self.text = ReadingText()
        self.text.document().setDocumentMargin(14)
        self.text.setAccessibleName(self.tr("Text of the session"))
        self.finder = FindBar(self.text, self)
        self._actions = QStackedWidget()
        self._actions.addWidget(self._usual_actions())
        self._actions.addWidget(self._confirmation())
        self._actions.addWidget(self._actions_in_trash())
        self._is_in_trash = False
        self.gaps = MutedLabel()
        self.gaps.setContentsMargins(4, 0, 0, 0)
        text = column(self.finder, (self.text, 1), spacing=0)
        items = (self.title, self.facts, self.gaps, (text, 1), self._actions)
        column(*items, on=self, margins=(16, 16, 16, 16))

    def show_session(self, session: StoredSession, facts: str) -> None:
        """Show a session, however long it is."""
        self.stop_asking()
        self.title.setReadOnly(True)
        self.title.setText(session.info.title or self.tr("Untitled"))
        self.title.setCursorPosition(0)
        self.facts.setText(facts)
        self.gaps.setText(_gaps_in_words(session))
        self.gaps.setVisible(bool(session.gaps))
        self.question.setText(self._question(session.info))
        self.text.show_lines(session.text.split("\n"))

    def begin_renaming(self) -> None:
        """Make the title editable: Enter saves it, Esc does not."""
        self._title_before = self.title.text()
        self.title.setReadOnly(False)
        self.title.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.title.selectAll()

    def show_as(self, *, in_trash: bool) -> None:
        self._is_in_trash = in_trash
        self.stop_asking()

    def trash(self) -> None:
        """Move it to the trash; if it is there already, delete it once the user confirms."""
        if self._is_in_trash:
            self.ask_before_deleting()
        else:
            self.trash_wanted.emit()

    def ask_before_deleting(self) -> None:
        self._actions.setCurrentIndex(1)
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_asking(self) -> None:
        had_focus = self.keep.hasFocus()
        self._actions.setCurrentIndex(2 if self._is_in_trash else 0)
        if had_focus:
            self.delete.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's own
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.KeyPress and not self.title.isReadOnly():
            self.title.setText(self._title_before)
            self._end_renaming()
            return True
        return super().eventFilter(watched, event)

    def _end_renaming(self) -> None:
        if self.title.isReadOnly():
            return
        self.title.setReadOnly(True)
        self.title.deselect()
        if self.title.text() != self._title_before:
            self.renamed.emit(self.title.text())

    def offer_again(self, menu: QMenu) -> None:
        """Offer to recognise the session again."""
        self.again.setMenu(menu)
        self.again.show()

    def _usual_actions(self) -> QWidget:
        self.reopen = button(self.tr("Reopen"), self.reopen_wanted)
        self.rename = button(self.tr("Rename"), self.begin_renaming)
        self.export = button(self.tr("Export…"), self.export_wanted)
        self.again = button(self.tr("Recognise again"), lambda: None)
        self.again.setToolTip(
            self.tr("With another speech model; you compare before you accept it")
        )
        self.again.hide()
        self.to_trash = button(self.tr("Delete"), self.trash_wanted)
        self.to_trash.setToolTip(self.tr("Moves it to the trash"))
        return _row(self.reopen, self.rename, self.export, self.again, 0, self.to_trash)

    def _actions_in_trash(self) -> QWidget:
        self.put_back = button(self.tr("Restore"), self.put_back_wanted)
        self.delete = button(self.tr("Delete permanently…"), self.ask_before_deleting)
        return _row(self.put_back, 0, self.delete)

    def _confirmation(self) -> QWidget:
        self.question = QLabel()
        self.question.setWordWrap(True)
        self.keep = button(self.tr("Keep"), self.stop_asking)
        self.really_delete = button(self.tr("Delete permanently"), self.delete_wanted)
        return _row((self.question, 1), self.keep, self.really_delete)

    def _question(self, info: SessionInfo) -> str:
        if info.source is not None:
            return self.tr("Delete this session permanently? The file it came from is kept.")
        if info.audio is not None:
            return self.tr("Delete this session and its recording permanently?")
        return self.tr("Delete this session permanently?")


def _row(*items: Item) -> QWidget:
    holder = QWidget()
    row(*items, on=holder, margins=(0, 4, 0, 0))
    return holder


def _gaps_in_words(session: StoredSession) -> str:
    words = [word for sentence in session.sentences for word in sentence.words]
    return "\n".join(_in_words(gap, words) for gap in session.gaps[:_MOST_GAPS])


def _in_words(gap: Gap, words: Sequence[Word]) -> str:
    before = [word.text for word in words if (word.start_s or 0.0) < gap.at_s]
    text = QCoreApplication.translate("HistoryPreview", "Nothing was heard for %1 after “%2”.")
    return text.replace("%1", lasting(gap.lost_s)).replace(
        "%2", joined(before[-_WORDS_BEFORE_GAP:])
    )
