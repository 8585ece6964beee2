"""The document: written by voice and by hand at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.document.document import (
    Committed,
    DictationMoved,
    Document,
    DocumentEvent,
    TailChanged,
)
from app.document.word_span import WordSpan
from app.ui.dictation.auto_scroll import AutoScroll
from app.ui.dictation.document_edit import DocumentEdit

_MARGIN_PX = 28
_LETTER_EM = 0.5  # of an “m”, on the average


class DictationView(DocumentEdit):
    """Committed text that is ordinary text, and the tail behind the dictation cursor.

    Signals:
        following_changed(bool): whether the page scrolls with the voice.
        cursor_away(bool): a session runs and its dictation cursor is not where the caret is.
        word_clicked(object): the `WordSpan` word that is to be played from here on.

    Attributes:
        plays_on_click: words are being played, so that a click need not hold Ctrl.
    """

    following_changed = Signal(bool)
    cursor_away = Signal(bool)
    word_clicked = Signal(object)
    _line_letters = 72
    _left_px = 0

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, parent)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(DocumentEdit.Shape.NoFrame)
        self.setProperty("paper", True)  # noqa: FBT003  Qt's signature
        self.setAccessibleName(self.tr("Text"))
        self.setAccessibleDescription(self.tr("Dictated text. You can edit it at any time."))
        self.setPlaceholderText(self.tr("Press F5 and speak, or type here."))
        self._tail.set_palette(self.palette())
        self.plays_on_click = False
        self.more: list[QMenu] = []  # offered in the context menu, too
        self._at_voice, self._at_caret = ShapedParagraph(), ShapedParagraph()
        self._line_spacing = 1.15
        self.scrolling = AutoScroll(self.verticalScrollBar(), self)
        self.scrolling.following_changed.connect(self.following_changed)
        self.document().setDocumentMargin(0)
        self.cursorPositionChanged.connect(self._tell_cursor)
        document.observe(DocumentEvent, lambda _: self._tell_cursor())
        document.observe(Committed, lambda _: self._scroll_to_voice())
        document.observe(TailChanged, lambda _: self._scroll_to_voice())
        document.observe(DictationMoved, lambda _: self._follow_dictation())
        self._format_blocks()

    def begin_session(self) -> None:
        self.model.begin_session(self.caret())

    def dictate_here(self) -> None:
        """Let speech continue at the caret from now on, with what is not committed yet."""
        self.model.dictate_at(self.caret())

    def set_line_spacing(self, lines: float) -> None:
        if lines != self._line_spacing:  # it costs seconds in a long text
            self._line_spacing = lines
            self._format_blocks()

    def set_left_margin(self, width_px: int) -> None:
        """Leave so much room beside the text for what stands there, on top of the usual."""
        self._left_px = width_px
        self._set_margins()

    def set_line_letters(self, letters: int) -> None:
        self._line_letters = letters
        self._set_margins()

    @property
    def is_cursor_away(self) -> bool:
        return self.model.is_dictating and self.caret() != self.model.tail_place

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        self.model.end_step()
        is_left = event.button() == Qt.MouseButton.LeftButton
        word = self._word_at(event.position().toPoint()) if is_left else None
        has_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if not (has_ctrl and word is not None):
            super().mousePressEvent(event)
            self._leave_selected()
        if word is not None and (has_ctrl or self.plays_on_click):
            self.word_clicked.emit(word)
            event.accept()

    def _word_at(self, point: QPoint) -> WordSpan | None:
        position = self.cursorForPosition(point).position()
        return self.model.words.around(self.place_in_text(position))

    def menu(self) -> QMenu:
        menu, keys = QMenu(self), QKeySequence.StandardKey
        has_selection = self.textCursor().hasSelection()
        for row in (
            (self.tr("Undo"), keys.Undo, self.undo, self.model.can_undo),
            (self.tr("Redo"), keys.Redo, self.redo, self.model.can_redo),
            None,
            (self.tr("Cut"), keys.Cut, self.cut, has_selection),
            (self.tr("Copy"), keys.Copy, self.copy, has_selection),
            (self.tr("Paste"), keys.Paste, self.paste, self.canPaste()),
            (self.tr("Select all"), keys.SelectAll, self.selectAll, True),
            None,
            (self.tr("Dictate here"), "Ctrl+Return", self.dictate_here, self.is_cursor_away),
        ):
            if row is None:
                menu.addSeparator()
                continue
            text, shortcut, do, is_possible = row
            action = menu.addAction(text)
            action.setShortcut(QKeySequence(shortcut))
            action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(do)
            action.setEnabled(is_possible)
        for other in self.more:
            menu.addMenu(other)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        menu = self.menu()
        if word := self._word_at(event.pos()):
            play = menu.addAction(self.tr("Play from here (Ctrl+click)"))
            play.triggered.connect(lambda: self.word_clicked.emit(word))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "scrolling"):
            with self._lifted():
                self._tail.set_palette(self.palette())
        elif event.type() == QEvent.Type.FontChange:
            self._set_margins()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        self._set_margins()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        super().paintEvent(event)
        if self.is_cursor_away:
            self._paint_cursor()

    def _paint_cursor(self) -> None:
        place = self.cursorRect(self._voice_cursor())
        accent = self.palette().highlight()
        painter = QPainter(self.viewport())
        painter.fillRect(place.left(), place.top(), 3, place.height(), accent)
        painter.fillRect(place.left() - 3, place.top(), 9, 3, accent)
        painter.end()

    def _voice_cursor(self) -> QTextCursor:
        cursor = QTextCursor(self.document())
        place = self.place_in_document(self.model.tail_place)
        cursor.setPosition(self._tail.end if self._tail.text else place)
        return cursor

    def _set_caret(self, anchor: int, position: int) -> None:
        with self.scrolling.by_ourselves():
            super()._set_caret(anchor, position)

    def _scroll_to_voice(self) -> None:
        voice = self._voice_cursor()
        self._at_voice.keep(voice)
        place = self.cursorRect(voice)
        bar = self.verticalScrollBar()
        self.scrolling.voice_at(bar.value() + place.bottom(), self.fontMetrics().lineSpacing())

    def _follow_dictation(self) -> None:
        if self.model.is_dictating:
            self.scrolling.follow()
            self._scroll_to_voice()
        self._tell_cursor()

    def _tell_cursor(self) -> None:
        self._at_caret.keep(self.textCursor())
        self.cursor_away.emit(self.is_cursor_away)
        self.viewport().update()

    def rect_of(self, word: WordSpan) -> QRect:
        """Return where a word begins in the viewport, as high as its line."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.place_in_document(word.start))
        return self.cursorRect(cursor)

    def _set_margins(self) -> None:
        letter = _LETTER_EM * self.fontMetrics().horizontalAdvance("m")
        column = round(self._line_letters * letter)
        side = max(_MARGIN_PX, (self.width() - column) // 2)
        left = max(side, _MARGIN_PX + self._left_px)
        self.setViewportMargins(left, _MARGIN_PX, side, 0)

    def _format_blocks(self) -> None:
        """Give all paragraphs the distance of lines that is wanted; new ones inherit it."""
        spaced = QTextBlockFormat()
        kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        spaced.setLineHeight(self._line_spacing * 100, kind)
        with self._lifted():
            self._is_own = True
            cursor = QTextCursor(self.document())
            cursor.select(QTextCursor.SelectionType.Document)
            cursor.mergeBlockFormat(spaced)
            self._is_own = False


class ShapedParagraph:
    """The paragraph that is being written in, which stays shaped from one paint to the next.

    Qt shapes it anew for each paint else, and nobody need say “new paragraph”. One at a time: the
    shapes of all of them take more room than their text.
    """

    def __init__(self) -> None:
        self._kept: QTextCursor | None = None

    def keep(self, cursor: QTextCursor) -> None:
        before = self._kept
        if before is not None and before.blockNumber() != cursor.blockNumber():
            block = before.block()
            block.layout().setCacheEnabled(False)
            before.document().markContentsDirty(block.position(), block.length())
        cursor.block().layout().setCacheEnabled(True)
        self._kept = QTextCursor(cursor)
        self._kept.setKeepPositionOnInsert(True)  # a new paragraph behind it is another one
