"""The settings: a sidebar with a search, and a page for each subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListWidget,
    QStackedWidget,
    QWidget,
)

from app.desktop.desktop import Desktop
from app.desktop.problems import words
from app.preferences.live_preferences import LivePreferences
from app.ui.models.page import ModelsPage
from app.ui.settings.controllers import SettingsControllers
from app.ui.settings.dictation_page import DictationSettingsPage
from app.ui.settings.keys_page import KeyedParts, KeysPage
from app.ui.settings.microphone_page import MicrophonePage
from app.ui.settings.plain_pages import (
    AccessibilityPage,
    AdvancedPage,
    FilesSettingsPage,
    GeneralPage,
    PrivacyPage,
)
from app.ui.settings.voice_commands_page import VoiceCommandsPage
from app.ui.settings.words_page import WordsPage
from app.ui.training.page import TrainingPage
from app.ui.widgets import boxes
from app.ui.widgets.controls import offer_clearing
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.settings_page import WIDEST_PX, SettingsPage
from app.ui.widgets.shortcuts import add_shortcut
from app.ui.window_keys import WindowKeys

_Page = TypeVar("_Page", bound=SettingsPage)
_SIDEBAR_PX = 196
_FOOT_STYLE = "QFrame#foot { border: none; border-top: 1px solid palette(midlight); }"
_SIDEBAR_STYLE = "QListWidget::item { padding: 6px 8px; }"


class SettingsPanel(QWidget):
    """All preferences on twelve pages; each change takes effect at once.

    Signals:
        page_made(object): A page has been created; at most one per turn of the event loop.
    """

    page_made = Signal(object)

    def __init__(
        self,
        preferences: LivePreferences,
        workers: SettingsControllers,
        keys: WindowKeys,
        parts: KeyedParts,
    ) -> None:
        """Args: keys, parts: The shortcuts that can be changed, and the parts they belong to."""
        super().__init__()
        self._preferences = preferences
        self._planned: tuple[tuple[type[SettingsPage], tuple[Any, ...]], ...] = (
            (GeneralPage, ()),
            (KeysPage, (keys, parts)),
            (MicrophonePage, (workers.microphones, workers.microphone)),
            (ModelsPage, (workers.models,)),
            (DictationSettingsPage, ()),
            (VoiceCommandsPage, (workers.commands,)),
            (WordsPage, (workers.words,)),
            (FilesSettingsPage, ()),
            (TrainingPage, (workers.training,)),
            (PrivacyPage, ()),
            (AccessibilityPage, ()),
            (AdvancedPage, ()),
        )
        self._made: dict[int, SettingsPage] = {}
        self.search = self._search_line()
        self.sidebar = self._sidebar()
        self.stack = QStackedWidget()
        for _ in self._planned:
            self.stack.addWidget(QWidget())
        self.nothing = EmptyState("find", boxes.button(self.tr("Show all"), self.search.clear))
        self.nothing.show_words(self.tr("No setting matches."))
        self.stack.addWidget(self.nothing)
        self.reset = boxes.button(self.tr("Reset this page…"), lambda: self._ask(is_so=True))
        self.question = QLabel(self.tr("Reset everything on this page to its defaults?"))
        self.question.setWordWrap(True)
        self.keep = boxes.button(self.tr("Keep"), lambda: self._ask(is_so=False))
        self.really_reset = boxes.button(self.tr("Reset"), self._reset)
        self._lay_out()
        self.sidebar.setCurrentRow(0)  # its page is created in the next turn
        self.sidebar.currentRowChanged.connect(self._open)
        find = QKeySequence.StandardKey.Find
        add_shortcut(self, find, self.tr("Search settings"), self._focus_search)
        self._rest = QTimer(self, interval=0)
        self._rest.timeout.connect(self._make_next)
        self._rest.start()

    @property
    def pages(self) -> Sequence[SettingsPage]:
        """Every page; those not needed before are created now."""
        return [self.page(kind) for kind, _ in self._planned]

    @property
    def made_pages(self) -> Sequence[SettingsPage]:
        return list(self._made.values())

    def page(self, kind: type[_Page]) -> _Page:
        """Return a page, created now if needed."""
        row = self._row_of(kind)
        page = self._made.get(row) or self._make(row)
        assert isinstance(page, kind)  # noqa: S101  what its class creates
        return page

    def open_page(self, page: type[SettingsPage]) -> None:
        self.search.clear()
        self.sidebar.setCurrentRow(self._row_of(page))

    def _row_of(self, kind: type[SettingsPage]) -> int:
        return next(row for row, (one, _) in enumerate(self._planned) if one is kind)

    def _make(self, row: int) -> SettingsPage:
        kind, workers = self._planned[row]
        page = self._made[row] = kind(self._preferences, *workers)
        placeholder = self.stack.widget(row)
        is_open = self.stack.currentIndex() == row
        self.stack.insertWidget(row, page)
        if placeholder is not None:
            self.stack.removeWidget(placeholder)
            placeholder.deleteLater()
        if is_open:
            self.stack.setCurrentIndex(row)
        QWidget.setTabOrder(_last_stop(page), self.reset)
        self.page_made.emit(page)
        return page

    def _make_next(self) -> None:
        """Create one page per turn of the event loop, so that no turn is long."""
        row = next((row for row in range(len(self._planned)) if row not in self._made), None)
        if row is None:
            self._rest.stop()
        else:
            self._make(row)

    def _search_line(self) -> QLineEdit:
        line = QLineEdit(placeholderText=self.tr("Search settings"))
        line.setAccessibleName(self.tr("Search settings"))
        offer_clearing(line)
        line.textChanged.connect(self._search)
        return line

    def _sidebar(self) -> QListWidget:
        sidebar = QListWidget()
        sidebar.setAccessibleName(self.tr("Settings pages"))
        sidebar.setFrameShape(QFrame.Shape.NoFrame)
        sidebar.setUniformItemSizes(True)
        sidebar.setStyleSheet(_SIDEBAR_STYLE)
        sidebar.setProperty("plain", True)  # noqa: FBT003  Qt's signature
        for page, _ in self._planned:
            sidebar.addItem(page.shown_title())
        return sidebar

    def _lay_out(self) -> None:
        side = QWidget()
        side.setFixedWidth(_SIDEBAR_PX)
        side.setAutoFillBackground(True)  # a blinking caret need not repaint what is behind
        parts = (self.search, (self.sidebar, 1))
        boxes.column(*parts, on=side, spacing=10, margins=(10, 12, 6, 10))
        self._foot = QFrame()
        self._foot.setObjectName("foot")
        self._foot.setStyleSheet(_FOOT_STYLE)
        foot = QWidget()
        foot.setMaximumWidth(WIDEST_PX)
        answers = (self.keep, self.really_reset)
        boxes.row((self.question, 1), self.reset, *answers, 0, on=foot, margins=(24, 10, 24, 12))
        boxes.row((foot, 1), on=self._foot)
        self._ask(is_so=False)
        right = boxes.column((self.stack, 1), self._foot, spacing=0)
        boxes.row(side, (right, 1), on=self, spacing=0)

    def _open(self, row: int) -> None:
        if row >= 0:
            page = self.page(self._planned[row][0])
            self.stack.setCurrentIndex(row)
            self._foot.setVisible(bool(page.section))
            self._ask(is_so=False)

    def _search(self, text: str) -> None:
        wanted = text.casefold().split()
        found = [page.search(wanted) > 0 or not wanted for page in self.pages]
        for row, is_found in enumerate(found):
            self.sidebar.item(row).setHidden(not is_found)
        if not any(found):
            self.stack.setCurrentWidget(self.nothing)
            self._foot.setVisible(False)
            return
        row = self.sidebar.currentRow()
        self.sidebar.setCurrentRow(row if row >= 0 and found[row] else found.index(True))
        self._open(self.sidebar.currentRow())

    def _ask(self, *, is_so: bool) -> None:
        had_focus = self._foot.isAncestorOf(QApplication.focusWidget() or self)
        self.reset.setVisible(not is_so)
        for widget in (self.question, self.keep, self.really_reset):
            widget.setVisible(is_so)
        if had_focus:
            (self.keep if is_so else self.reset).setFocus()

    def _reset(self) -> None:
        self._ask(is_so=False)
        self._made[self.stack.currentIndex()].reset()

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()


class DesktopNews(QObject):
    """Shows on the pages, once created, why shortcuts or words do not reach other applications.

    Also which applications words have been inserted into.
    """

    def __init__(self, desktop: Desktop, panel: SettingsPanel) -> None:
        super().__init__(panel)
        self._desktop, self._panel = desktop, panel
        panel.page_made.connect(self._tell)
        desktop.keys_problem_changed.connect(self._tell_again)
        desktop.words_problem_changed.connect(self._tell_again)
        desktop.words.applications_changed.connect(self._tell_again)

    def _tell_again(self) -> None:
        for page in self._panel.made_pages:
            self._tell(page)

    def _tell(self, page: SettingsPage) -> None:
        if isinstance(page, GeneralPage):
            page.remark.say(words(self._desktop.hotkeys.problem))
        elif isinstance(page, DictationSettingsPage):
            page.remark.say(words(self._desktop.words.problem))
            page.show_applications(self._desktop.words.applications)


def _last_stop(page: QWidget) -> QWidget:
    last: QWidget = page
    widget = page.nextInFocusChain()
    while widget is not None and page.isAncestorOf(widget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            last = widget
        widget = widget.nextInFocusChain()
    return last
