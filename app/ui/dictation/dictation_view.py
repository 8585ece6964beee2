"""The document: written by voice and by hand at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QWidget

from app.dictation.events import WordRefined
from app.document.spoken_words import SpokenWords
from app.document.word_span import WordSpan
from app.ui.dictation.auto_scroll import AutoScroll
from app.ui.dictation.document_edit import DocumentEdit
from app.ui.dictation.shaped_paragraph import ShapedParagraph
from app.ui.dictation.text_menu import text_menu
from engine.types import Update

_MARGIN_PX = 28
_COLUMN_EM = 36


class DictationView(DocumentEdit):
    """Committed text that is ordinary text, and the tail behind the dictation cursor.

    Signals:
        committed(object): an `Update` whose sentences have just become text.
        following_changed(bool): whether the page scrolls with the voice.
        cursor_away(bool): a session runs and its dictation cursor is not where the caret is.
        word_clicked(object): the `WordSpan` word that is to be played from here on.

    Attributes:
        plays_on_click: words are being played, so that a click need not hold Ctrl.
    """

    committed = Signal(object)
    following_changed = Signal(bool)
    cursor_away = Signal(bool)
    word_clicked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(DocumentEdit.Shape.NoFrame)
        self.setProperty("paper", True)  # noqa: FBT003  Qt's signature
        self.setAccessibleName(self.tr("Text"))
        self.setAccessibleDescription(self.tr("What was dictated; it can be edited at any time."))
        self.setPlaceholderText(self.tr("Press Record and speak, or type here."))
        self._tail.set_palette(self.palette())
        self._shows_tail = True
        self.plays_on_click = False
        self._at_voice, self._at_caret = ShapedParagraph(), ShapedParagraph()
        self._is_dictating = False
        self._line_spacing = 1.45
        self.scrolling = AutoScroll(self.verticalScrollBar(), self)
        self.scrolling.following_changed.connect(self.following_changed)
        self.document().setDocumentMargin(0)
        self.cursorPositionChanged.connect(self._tell_cursor)
        self.text_edited.connect(self._tell_cursor)
        self._format_blocks()

    @property
    def is_dictating(self) -> bool:
        """Whether a session runs."""
        return self._is_dictating

    def begin_session(self) -> None:
        """Let speech continue at the caret."""
        self._is_dictating = True
        self._want_tail()
        with self._lifted():
            self.model.begin_session(self.textCursor().position())
        self._go_on()

    def end_session(self) -> None:
        """Take the tail away; what is committed stays."""
        self._is_dictating = False
        self._newest_tail = ""
        self._want_tail()
        self._tell_cursor()

    def dictate_here(self) -> None:
        """Let speech continue at the caret from now on, with what is not committed yet."""
        with self._lifted():
            self.model.dictate_at(self.textCursor().position())
        self._go_on()

    def apply(self, update: Update) -> None:
        """Add what was committed, and put the new tail in place of the old one."""
        if update.sentences:
            with self._lifted():
                for sentence in update.sentences:  # each can be undone on its own
                    edit = self.model.commit([sentence])
                    if edit is not None:
                        self._make(edit)
                self._newest_tail = update.tail
            self.committed.emit(update)
            self.text_edited.emit()
        else:
            self._show_tail(update.tail)
        self._scroll_to_voice()

    def learn(self, learnt: WordRefined) -> None:
        """Take what became known about a word that was committed in this session."""
        self.model.words.learn(self.model.session, learnt.word, learnt.known)
        self.text_edited.emit()

    def set_shows_tail(self, shows: bool) -> None:  # noqa: FBT001
        """Show the tail, or finished sentences only."""
        self._shows_tail = shows
        self._want_tail()

    def set_text(self, text: str, words: SpokenWords | None = None) -> None:
        """Show another text, with nothing to undo; `words` are those of it that were spoken."""
        with self._lifted():
            self._make(self.model.replace_all(text, words))
            self._format_blocks()
        self.text_edited.emit()

    def set_line_spacing(self, lines: float) -> None:
        """Set the distance of lines, in line heights."""
        if lines != self._line_spacing:  # it costs seconds in a long text
            self._line_spacing = lines
            self._format_blocks()

    @property
    def is_cursor_away(self) -> bool:
        """Whether speech continues elsewhere than at the caret."""
        return self._is_dictating and self.caret() != self.model.cursor

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  Qt's name
        """Tell which word was clicked, with Ctrl or while words are played."""
        self.model.end_step()
        is_left = event.button() == Qt.MouseButton.LeftButton
        word = self._word_at(event.position().toPoint()) if is_left else None
        has_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if not (has_ctrl and word is not None):
            super().mousePressEvent(event)
        if word is not None and (has_ctrl or self.plays_on_click):
            self.word_clicked.emit(word)
            event.accept()

    def _word_at(self, point: QPoint) -> WordSpan | None:
        position = self.cursorForPosition(point).position()
        return self.model.words.around(self.place_in_text(position))

    def menu(self) -> QMenu:
        """Return what can be done with the text just now."""
        return text_menu(self, self.dictate_here, is_elsewhere=self.is_cursor_away)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer what can be done here."""
        menu = self.menu()
        if word := self._word_at(event.pos()):
            play = menu.addAction(self.tr("Play from here (Ctrl+click)"))
            play.triggered.connect(lambda: self.word_clicked.emit(word))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the palette and the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "scrolling"):
            with self._lifted():
                self._tail.set_palette(self.palette())
        elif event.type() == QEvent.Type.FontChange:
            self._set_margins()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Keep the column as wide as it is read well."""
        self._set_margins()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Mark the dictation cursor where the caret is elsewhere."""
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
        cursor.setPosition(self._tail.end if self._tail.text else self.model.cursor)
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

    def _want_tail(self) -> None:
        self._is_tail_wanted = self._is_dictating and self._shows_tail
        self._show_tail(self._newest_tail)

    def _go_on(self) -> None:
        self.scrolling.follow()
        self._scroll_to_voice()
        self._tell_cursor()

    def _tell_cursor(self) -> None:
        self._at_caret.keep(self.textCursor())
        self.cursor_away.emit(self.is_cursor_away)
        self.viewport().update()

    def _set_margins(self) -> None:
        column = round(_COLUMN_EM * self.fontMetrics().horizontalAdvance("m"))
        side = max(_MARGIN_PX, (self.width() - column) // 2)
        self.setViewportMargins(side, _MARGIN_PX, side, 0)

    def _format_blocks(self) -> None:
        """Give all paragraphs the distance of lines that is wanted; new ones inherit it."""
        spaced = QTextBlockFormat()
        kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        spaced.setLineHeight(self._line_spacing * 100, kind)
        spaced.setBottomMargin(self.fontMetrics().height() * 0.5)
        self._is_own = True
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(spaced)
        self._is_own = False
