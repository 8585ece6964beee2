"""Finds text on a page, and replaces it if the page can be edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QLocale, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QLineEdit, QScrollBar, QToolButton, QWidget

from app.document.document import Document
from app.document.search import Query
from app.document.text import from_units, to_units
from app.ui.appearance.icons import own_icons
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.controls import offer_clearing
from app.ui.widgets.muted_label import MutedLabel
from app.ui.widgets.shortcuts import add_shortcut, shown_keys

_ICON = QSize(18, 18)
_TEXT_PAUSE_MS, _SCROLL_PAUSE_MS, _FILLING_MS = 150, 30, 50
_LONGEST_SEED = 200
_FIELD_PX, _COUNT_PX = 90, 60


class SearchedText(Protocol):
    """A widget whose text can be searched; places are UTF-16 code units.

    Attributes:
        units: The whole text.
        is_filled: Whether all of it is in the widget yet.
    """

    textChanged: Any  # noqa: N815  Qt's name
    selectionChanged: Any  # noqa: N815  Qt's name

    @property
    def units(self) -> str: ...

    @property
    def is_filled(self) -> bool: ...

    def verticalScrollBar(self) -> QScrollBar:  # noqa: N802  Qt's name
        """As Qt's."""
        ...

    def setFocus(self, reason: Qt.FocusReason, /) -> None:  # noqa: N802  Qt's name
        """As Qt's."""
        ...

    def selected(self) -> tuple[int, int]:
        """Return where the selection starts and ends."""
        ...

    def select(self, start: int, end: int) -> None:
        """Select a stretch and scroll it into view."""
        ...

    def in_view(self) -> tuple[int, int]:
        """Return the first and the last visible place."""
        ...

    def show_found(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Highlight these stretches, and no others."""
        ...


class FindBar(QWidget):
    """A search field, the number of matches, and buttons to go from one to the next.

    The match selected in the text is the current one, so that searching starts at the cursor; after
    the last match comes the first.
    """

    def __init__(self, text: SearchedText, page: QWidget, document: Document | None = None) -> None:
        """Search a text, also with F3 on the page; with a `document`, offer to replace too."""
        super().__init__()
        self._text, self._document = text, document
        self._icons = own_icons()
        self._query, self._units = Query(""), ""  # what the matches are for
        self._matches = self._query.matches("")
        self._wanted: int | None = None
        self._replaced = 0  # number of matches just replaced
        self.field, self.new = QLineEdit(), QLineEdit()
        self.count = MutedLabel()
        self.minds_case = self._toggle("case", self.tr("Match case"), "Alt+C")
        self.whole_words = self._toggle("whole-word", self.tr("Whole words only"), "Alt+W")
        self.back = self._button("up", self.tr("Previous"), "Shift+F3", self.previous)
        self.forth = self._button("down", self.tr("Next"), "F3", self.next)
        self.shut = self._button("close", self.tr("Close the search"), "Esc", self.leave)
        self.replaces = self._toggle("replace", self.tr("Replace"), "")
        self.replace = button(self.tr("Replace"), self._replace)
        self.replace_all = button(self.tr("Replace all"), self._replace_all)
        self._second = QWidget()
        self._after_text = self._timer(_TEXT_PAUSE_MS, self._search_again)
        self._after_scroll = self._timer(_SCROLL_PAUSE_MS, self._show)
        self._filling = self._timer(_FILLING_MS, self._go)
        self._lay_out()
        self._connect(page)
        self.hide()

    def open(self, seed: str = "", *, replaces: bool = False) -> None:
        """Show the bar; search for the selection, else `seed`, else the previous text."""
        start, end = self._text.selected()
        chosen = from_units(self._text.units[start:end]) if end - start <= _LONGEST_SEED else ""
        if chosen.strip() and "\n" not in chosen:
            self.field.setText(chosen)
        elif seed and not self.field.text():
            self.field.setText(seed)
        self.show()
        self.replaces.setChecked(replaces and self._document is not None)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._seek()

    def leave(self) -> None:
        """Close the bar and return to the text; the match stays selected."""
        self.hide()
        self._wanted = None
        self._text.show_found([])
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next(self) -> None:
        """Go to the next match, wrapping around."""
        if self._begin():
            start, end = self._text.selected()
            is_match = self._matches.rank_of(start, end) is not None
            self._go_to(self._matches.after(end if is_match else start))

    def previous(self) -> None:
        if self._begin():
            self._go_to(self._matches.before(self._text.selected()[0]))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif is_enter and self.new.hasFocus():
            self._replace()
        elif is_enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.previous()
        elif is_enter:
            self.next()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self.field.setPlaceholderText(self.tr("Find"))
        self.field.setAccessibleName(self.tr("Find"))
        self.new.setPlaceholderText(self.tr("Replace with"))
        self.new.setAccessibleName(self.tr("Replace with"))
        self.replaces.setToolTip(self.tr("Replace (Ctrl+R)"))
        self.replace_all.setToolTip(self.tr("Everywhere in the text; one undo brings it back"))
        for field in (self.field, self.new):
            offer_clearing(field)
            field.setMinimumWidth(_FIELD_PX)
        self.count.setWordWrap(False)
        self.count.setMinimumWidth(_COUNT_PX)
        self.count.setAccessibleDescription(self.tr("Number of matches"))
        options = (
            self.minds_case,
            self.whole_words,
            self.back,
            self.forth,
            self.replaces,
            self.shut,
        )
        first = row((self.field, 1), self.count, row(*options, spacing=0), spacing=6)
        row((self.new, 1), self.replace, self.replace_all, on=self._second)
        self._second.hide()
        self.replaces.setVisible(self._document is not None)
        column(first, self._second, on=self, spacing=6, margins=(0, 6, 0, 6))

    def _connect(self, page: QWidget) -> None:
        self.field.textChanged.connect(lambda _: self._seek())
        self.minds_case.toggled.connect(lambda _: self._seek())
        self.whole_words.toggled.connect(lambda _: self._seek())
        self.replaces.toggled.connect(self._show_replacing)
        self._text.textChanged.connect(self._follow_text)
        self._text.selectionChanged.connect(self._tell)
        for changed in ("valueChanged", "rangeChanged"):
            signal = getattr(self._text.verticalScrollBar(), changed)
            signal.connect(lambda *_: self._after_scroll.start())
        add_shortcut(page, "F3", self.tr("Next match"), self.next)
        add_shortcut(page, "Shift+F3", self.tr("Previous match"), self.previous)
        if self._document is not None:
            add_shortcut(page, "Ctrl+R", self.tr("Replace"), lambda: self.open(replaces=True))

    def _begin(self) -> bool:
        """Whether there is something to search for; repeats the last search if hidden."""
        self._replaced = 0
        if self.isHidden():
            if not self.field.text():
                self.open()
                return False
            self.show()
        self._search()
        return True

    def _search(self) -> None:
        case, words = self.minds_case.isChecked(), self.whole_words.isChecked()
        query, units = Query(self.field.text(), case, words), self._text.units
        if query != self._query or units is not self._units:
            self._query, self._units = query, units
            self._matches = query.matches(units)
        self._show()

    def _seek(self) -> None:
        """Search from the cursor on."""
        self._replaced = 0
        if not self.isHidden():
            self._search()
            self._go_to(self._matches.after(self._text.selected()[0]))

    def _follow_text(self) -> None:
        if not self.isHidden() and not self._after_text.isActive():
            self._after_text.start()

    def _search_again(self) -> None:
        if not self.isHidden():
            self._search()

    def _go_to(self, rank: int | None) -> None:
        self._wanted = rank
        self._go()
        self._tell()
        if rank is not None and QAccessible.isActive():
            said = QAccessibleAnnouncementEvent(self, self.count.text())
            QAccessible.updateAccessibility(said)

    def _go(self) -> None:
        """Select the wanted match, once the widget is filled."""
        if self._wanted is None or self._wanted >= len(self._matches):
            return
        if not self._text.is_filled:
            self._filling.start()
            return
        self._text.select(*self._matches[self._wanted])
        self._wanted = None

    def _show(self) -> None:
        """Highlight the matches in view."""
        if self.isHidden():
            return
        if self._units is self._text.units:
            self._text.show_found(self._matches.between(*self._text.in_view()))
        self._tell()

    def _tell(self) -> None:
        if self.isHidden():
            return
        total = len(self._matches)
        rank = self._wanted if self._wanted is not None else self._current()
        number = QLocale().toString
        if not self.field.text():
            words = ""
        elif self._replaced:
            words = self.tr("%1 replaced").replace("%1", number(self._replaced))
        elif not total:
            words = self.tr("Not found")
        elif rank is None:
            words = self.tr("%1 found").replace("%1", number(total))
        else:
            words = self.tr("%1 of %2").replace("%1", number(rank + 1))
            words = words.replace("%2", number(total))
        self.count.setText(words)
        for one in (self.back, self.forth, self.replace, self.replace_all):
            one.setEnabled(total > 0)

    def _current(self) -> int | None:
        return self._matches.rank_of(*self._text.selected())

    def _show_replacing(self, is_wanted: bool) -> None:  # noqa: FBT001  a signal's argument
        self._second.setVisible(is_wanted)
        if is_wanted and self.field.text():
            self.new.setFocus(Qt.FocusReason.OtherFocusReason)

    def _replace(self) -> None:
        """Replace the selected match, and go to the next one."""
        if self._document is None or not self._begin():
            return
        start, end = self._text.selected()
        if self._matches.rank_of(start, end) is not None:
            self._document.replace(start, end, self.new.text())
            after = start + len(to_units(self.new.text()))
            self._text.select(after, after)
        self.next()

    def _replace_all(self) -> None:
        if self._document is None or not self._begin():
            return
        replaced = len(self._matches)
        new = self.new.text()
        self._document.replace_each((start, end, new) for start, end in self._matches)
        self._replaced = replaced
        self._search()

    def _toggle(self, icon: str, words: str, keys: str) -> QToolButton:
        made = self._button(icon, words, keys, None)
        made.setCheckable(True)
        if keys:
            add_shortcut(self, keys, words, made.toggle)
        return made

    def _button(
        self, icon: str, words: str, keys: str, do: Callable[[], None] | None
    ) -> QToolButton:
        made = QToolButton()
        made.setIcon(self._icons(icon))
        made.setIconSize(_ICON)
        made.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName(words)
        made.setToolTip(f"{words} ({shown_keys(QKeySequence(keys))})" if keys else words)
        if do is not None:
            made.clicked.connect(lambda: do())  # noqa: PLW0108  not with `checked`
        return made

    def _timer(self, interval_ms: int, do: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval_ms)
        timer.timeout.connect(do)
        return timer
