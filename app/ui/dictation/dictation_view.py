"""The view of the document: written by voice and by hand at the same time."""

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
from app.ui.widgets.shortcuts import add_shortcut

_MARGIN_PX = 28
_LETTER_EM = 0.5  # of an “m”, on average


class DictationView(DocumentEdit):
    """Committed text that is ordinary text, and the tail after the dictation cursor.

    Signals:
        following_changed(bool): Whether the page scrolls with the dictation.
        cursor_away(bool): A session is running and its dictation cursor is not at the caret.
        word_clicked(object): The `WordSpan` to play from.
        word_asked(object, int, int): The context menu about to open, and the start and end of the
            word it is for, or of the selection.
        recoloured(): The palette has changed.

    Attributes:
        plays_on_click: Words are being played, so a click need not hold Ctrl.
    """

    following_changed = Signal(bool)
    cursor_away = Signal(bool)
    word_clicked = Signal(object)
    word_asked = Signal(object, int, int)
    recoloured = Signal()
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
        self._here = add_shortcut(self, "Ctrl+Return", self.tr("Dictate here"), self.dictate_here)
        self.setPlaceholderText(self.tr("Press F5 and speak, or type here."))
        self._tail.set_palette(self.palette())
        self.plays_on_click = False
        self.more: list[QMenu] = []  # also offered in the context menu
        self._at_voice, self._at_caret = ShapedParagraph(), ShapedParagraph()
        self._line_spacing = 1.1
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
        """Move speech to the caret, including what is not committed yet."""
        self.model.dictate_at(self.caret())

    def set_line_spacing(self, lines: float) -> None:
        if lines != self._line_spacing:  # it takes seconds in a long text
            self._line_spacing = lines
            self._format_blocks()

    def set_left_margin(self, width_px: int) -> None:
        """Leave extra space on the left for what is shown beside the text."""
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

    def menu(self, point: QPoint) -> QMenu:
        """Return the context menu for a point in the viewport."""
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
            (self.tr("Dictate here"), self._here.key(), self.dictate_here, self.is_cursor_away),
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
        if word := self._word_at(point):
            play = menu.addAction(self.tr("Play from here (Ctrl+click)"))
            play.triggered.connect(lambda: self.word_clicked.emit(word))
        start, end = self._asked(point)
        if start < end:
            self.word_asked.emit(menu, start, end)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        menu = self.menu(event.pos())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _asked(self, point: QPoint) -> tuple[int, int]:
        """Return where the selection is, else the word at a point; no single character."""
        start, end = self.selected()
        if start == end:
            cursor = self.cursorForPosition(point)
            cursor.select(QTextCursor.SelectionType.WordUnderCursor)
            start, end = map(self.place_in_text, (cursor.selectionStart(), cursor.selectionEnd()))
            end = end if end - start > 1 else start
        return start, end

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "scrolling"):
            with self._lifted():
                self._tail.set_palette(self.palette())
            self.recoloured.emit()
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
        """Return where a word begins in the viewport, with the height of its line."""
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
        """Set the line spacing of all paragraphs; new ones inherit it."""
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
    """Keeps the paragraph being written shaped from one paint to the next.

    Otherwise Qt shapes it again for each paint, and it may be long. Only one at a time: shaping
    data of all paragraphs takes more memory than their text.
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
        self._kept.setKeepPositionOnInsert(True)  # a new paragraph after it is another one
