"""The part of the window for dictation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.document.document import Committed, Document, DocumentEvent
from app.ui.appearance.icons import Icons
from app.ui.dictation.auto_scroll import VoiceHints
from app.ui.dictation.bottom_bar import BottomBar
from app.ui.dictation.dictation_view import DictationView
from app.ui.dictation.fading_words import FadingWords
from app.ui.dictation.file_changes import FileChanges
from app.ui.dictation.gap_marks import GapMarks
from app.ui.dictation.low_confidence_words import LowConfidenceWords
from app.ui.dictation.player_bar import PlayerBar
from app.ui.dictation.recognised_pane import RecognisedPane
from app.ui.dictation.text_bar import TextBar
from app.ui.dictation.text_figures import TextFigures
from app.ui.dictation.text_styles import TextStyles
from app.ui.dictation.text_tabs import TextTabs
from app.ui.dictation.word_marks import WordMarks
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import column, row
from app.ui.widgets.find_bar import FindBar
from app.ui.widgets.shortcuts import add_shortcut


class DictationPage(QWidget):
    """The text, with its actions above and the live controls below.

    Signals:
        text_wanted(int): Switch to the next open text, or with -1 to the previous one.
    """

    text_wanted = Signal(int)

    def __init__(self, document: Document, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.view = DictationView(document)
        self.bar = TextBar(icons)
        self.tabs = TextTabs(icons)
        self.player = PlayerBar(icons, self.bar.play)
        self.live = BottomBar(icons)
        self.finder = FindBar(self.view, self, document)
        self.styles = TextStyles(document, self.view)
        self.fading = FadingWords(document, self.view)
        self.figures = TextFigures(document, self.view)
        self.heard = RecognisedPane()
        self.heard.hide()
        self.marks = WordMarks(document, self.view)
        self.gaps = GapMarks(document, self.view)
        self.low_confidence = LowConfidenceWords(document, self.view)
        self.changes = FileChanges(document, self.view)
        self.styles.are_possible = lambda: self.changes.takes_markup
        self.hints = VoiceHints(icons, self.view)
        self.announces = True
        self._lay_out()
        self._connect()
        self._add_keys()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        if event.key() == Qt.Key.Key_Escape and not self.finder.isHidden():
            self.finder.leave()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setForegroundRole(line.palette().ColorRole.Midlight)
        middle = row((self.view, 1), self.heard, spacing=0)
        finder = row(self.finder, margins=(16, 0, 16, 0))
        figures = row((self.figures, 1), margins=(16, 6, 16, 0))
        column(
            self.bar,
            self.tabs,
            self.changes.bar,
            finder,
            (middle, 1),
            line,
            self.player,
            figures,
            self.live,
            on=self,
            spacing=0,
        )

    def _connect(self) -> None:
        self.bar.undo.triggered.connect(self.view.undo)
        self.bar.redo.triggered.connect(self._document.redo)
        self.bar.finder.triggered.connect(lambda: self.finder.open())  # noqa: PLW0108  not with `checked`
        self.bar.low_confidence.triggered.connect(self.low_confidence.next)
        self.marks.dots.pressed.connect(self.low_confidence.open)
        self.bar.tail.toggled.connect(self.view.set_shows_tail)
        self.bar.heard.toggled.connect(self._show_heard)
        self._document.observe(DocumentEvent, lambda _: self._follow_history())
        self.view.cursorPositionChanged.connect(self._follow_caret)
        self._document.observe(Committed, lambda event: self._announce(event.text))
        self.live.said.connect(self._announce)
        self._document.observe(Committed, lambda _: self._follow_caret())
        self.view.following_changed.connect(self._offer_follow)
        self.view.cursor_away.connect(lambda it: self.hints.offer(self.hints.here, is_useful=it))
        self.hints.follow_wanted.connect(self.view.scrolling.follow)
        self.hints.here_wanted.connect(self.view.dictate_here)
        self._follow_history()

    def _add_keys(self) -> None:
        record = add_shortcut(self, "F5", self.tr("Record or stop"), self.live.record.click)
        self.live.record.show_key_of(record)
        for keys, name, do in (
            ("Shift+F5", self.tr("Pause or resume"), self.live.pause.click),
            ("Ctrl+Shift+Del", self.tr("Discard this dictation"), self.live.discard.click),
            ("Shift+F9", self.player.back.accessibleName(), self.player.back.click),
            ("Shift+F8", self.tr("Previous doubtful word"), self.low_confidence.previous),
            ("Ctrl+Tab", self.tr("Next text"), lambda: self.text_wanted.emit(1)),
            ("Ctrl+Shift+Tab", self.tr("Previous text"), lambda: self.text_wanted.emit(-1)),
            ("Ctrl+J", self.tr("Follow the dictation"), self.view.scrolling.follow),
        ):
            add_shortcut(self, keys, name, do)

    def _follow_history(self) -> None:
        self.bar.undo.setEnabled(self._document.can_undo)
        self.bar.redo.setEnabled(self._document.can_redo)

    def _offer_follow(self, is_following: bool) -> None:  # noqa: FBT001  a signal's argument
        is_useful = self._document.is_dictating and not is_following
        self.hints.offer(self.hints.follow, is_useful=is_useful)

    def _show_heard(self, is_shown: bool) -> None:  # noqa: FBT001  a signal's argument
        self.heard.setVisible(is_shown)
        self._follow_caret()

    def _follow_caret(self) -> None:
        if not self.heard.isHidden():
            self.heard.show_word(self._document.words.around(self.view.caret()))

    def _announce(self, text: str, is_urgent: bool = False) -> None:  # noqa: FBT001, FBT002
        """Announce what is final, never what still changes, and states and notices."""
        if self.announces:
            announce(self.view, text, is_urgent=is_urgent)
