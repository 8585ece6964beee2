"""Goes from one low-confidence word to the next: play it, and type what it was."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QPushButton, QWidget

from app.document.document import Document, Selected
from app.document.text import from_units, to_units
from app.document.word_span import WordSpan, as_one
from app.ui.dictation.dictation_view import DictationView
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import button, column, row
from app.ui.widgets.muted_label import MutedLabel

_READINGS, _COLUMNS = 4, 2


class LowConfidenceWords(QObject):
    """F8 and Shift+F8.

    Signals:
        word_reached(object): A `WordSpan` to play.
        readings_wanted(object): A `WordSpan` for which to offer alternatives.
        none_left(): There are no low-confidence words.
    """

    word_reached = Signal(object)
    readings_wanted = Signal(object)
    none_left = Signal()

    def __init__(self, document: Document, view: DictationView) -> None:
        super().__init__(view)
        self._document, self._view = document, view
        self._word: WordSpan | None = None
        self._is_walking = True  # from word to word
        self.below = 0.3
        self.popup = RetypePopup(view.viewport())
        self.popup.retyped.connect(self._retype)
        self.popup.left.connect(self._settle)
        self.popup.replay_wanted.connect(self._replay)
        self.popup.closed.connect(view.setFocus)
        document.observe(Selected, self._follow_selected)

    def next(self) -> None:
        self._go(forwards=True)

    def previous(self) -> None:
        self._go(forwards=False)

    def open(self, word: WordSpan, *, is_wrapped: bool = False) -> None:
        """Select a word and ask what it was."""
        self._view.select(word.start, word.end)
        self._ask(word, is_wrapped=is_wrapped)
        self.word_reached.emit(word)

    def ask_selected(self) -> None:
        """Ask what the words selected by voice were, if they are of one recording."""
        one = self._document.selection
        words = self._document.words.between(one.start, one.end) if one else []
        recordings = {it.spoken.utterance.session for it in words}
        if len(recordings) == 1:
            start, end = words[0].start, words[-1].end
            surface = from_units(self._document.units[start:end])
            self._ask(as_one(words, surface), is_walking=False)

    def _ask(self, word: WordSpan, *, is_walking: bool = True, is_wrapped: bool = False) -> None:
        self._word, self._is_walking = word, is_walking
        text = self._text_of(word)
        self.popup.ask(word, text, self._view.rect_of(word), is_wrapped=is_wrapped)
        self.readings_wanted.emit(word)

    def _follow_selected(self, event: Selected) -> None:
        if event.selection is None and not self._is_walking:
            self.popup.close_card()

    def _go(self, *, forwards: bool) -> None:
        """Go on from the selected word, wrapping around; otherwise start at the nearest one."""
        cursor = self._view.textCursor()
        place = self._view.place_in_text(cursor.selectionStart())
        self.popup.close_card()
        if not cursor.hasSelection():
            word, is_wrapped = self._nearest(place), False
        else:
            word = self._found(place, forwards=forwards)
            is_wrapped = word is None
            end = -1 if forwards else len(self._document.units)
            word = word or self._found(end, forwards=forwards)
        if word is None:
            self.none_left.emit()
        else:
            self.open(word, is_wrapped=is_wrapped)

    def _nearest(self, place: int) -> WordSpan | None:
        before, after = self._found(place, forwards=False), self._found(place - 1, forwards=True)
        if before is None or after is None:
            return before or after
        return before if place - before.end < after.start - place else after

    def _found(self, place: int, *, forwards: bool) -> WordSpan | None:
        return self._document.words.low_confidence(place, self.below, forwards=forwards)

    def _text_of(self, word: WordSpan) -> str:
        return from_units(self._document.units[word.start : word.end])

    def _replay(self) -> None:
        if self._word is not None:
            self.word_reached.emit(self._word)

    def _retype(self, text: str) -> None:
        """Replace the word, wherever it is by now, and go on to the next."""
        if not self._is_walking:
            self._document.correct(text)
            return
        now = self._word_now()
        if now is None or text == "":
            return
        if self._text_of(now) == text:
            self._document.settle(now)
        else:
            self._document.replace(now.start, now.end, text)
            self._view.select(now.start, now.start + len(to_units(text)))
        self.next()

    def _settle(self) -> None:
        if not self._is_walking:
            self._document.deselect()
            return
        if now := self._word_now():
            self._document.settle(now)
        self.next()

    def _word_now(self) -> WordSpan | None:
        start = self._view.place_in_text(self._view.textCursor().selectionStart())
        near = self._document.words.between(start, start + 1)
        return next((one for one in near if self._word and one.spoken is self._word.spoken), None)


def written_like(text: str, reading: str) -> str:
    """Return a reading with the punctuation around a text, and with its capital."""
    core = [place for place, sign in enumerate(text) if sign.isalnum()] or [0, len(text) - 1]
    first, last = core[0], core[-1]
    if text[first : first + 1].isupper():
        reading = reading[:1].upper() + reading[1:]
    return text[:first] + reading + text[last + 1 :]


class RetypePopup(QFrame):
    """A small card beside a word: play it, keep it, choose another reading, or type it.

    Return, another reading (Alt and its number) and Leave it go on to the next word; Escape stops.

    Signals:
        retyped(str): The new text.
        left(): The word is right as it is.
        replay_wanted(): Play the word again.
        closed(): The card was closed.
    """

    retyped = Signal(str)
    left = Signal()
    replay_wanted = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)  # noqa: FBT003  Qt's signature
        self.setFont(QGuiApplication.font())  # not the text's, which may be very large
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Doubtful word"))
        self.remark = MutedLabel()
        self.line = QLineEdit()
        self.line.setAccessibleName(self.tr("What was said"))
        self.again = button(self.tr("Play again"), self.replay_wanted)
        self.accept = button(self.tr("Replace"), self._accept)
        self.accept.setDefault(True)
        self.accept.setToolTip(self.tr("Accept and go to the next word (Return)"))
        self.leave = button(self.tr("Leave it"), self.left)
        self.leave.setToolTip(
            self.tr("The word is right; stop marking it (Alt+L). Escape closes this")
        )
        self.leave.setShortcut("Alt+L")
        self.line.returnPressed.connect(self._accept)
        buttons = row(self.again, self.leave, self.accept)
        self.looking = MutedLabel(self.tr("Looking for other readings…"))
        self.readings = [self._reading(number) for number in range(1, _READINGS + 1)]
        grid = QGridLayout()
        grid.setSpacing(8)
        for index, reading in enumerate(self.readings):
            grid.addWidget(reading, *divmod(index, _COLUMNS))
            grid.setColumnStretch(index % _COLUMNS, 1)
        parts = (self.remark, self.line, self.looking, grid, 4, buttons)
        column(*parts, on=self, margins=(16, 12, 16, 16))
        self._beside, self._text = QRect(), ""
        self.hide()

    def ask(self, word: WordSpan, text: str, beside: QRect, *, is_wrapped: bool = False) -> None:
        sure = word.spoken.word.confidence
        percent = (
            self.tr("%1 % sure").replace("%1", f"{100 * sure:.0f}") if sure is not None else ""
        )
        heard = self.tr("Recognised as “%1”").replace("%1", word.spoken.word.text)
        again = self.tr("back to the first") if is_wrapped else ""
        self.remark.setText(" · ".join(part for part in (heard, percent, again) if part))
        self.line.setText(text)
        self.line.selectAll()
        self._beside, self._text = beside, text
        self.looking.hide()
        self.offer(())
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_looking(self) -> None:
        """Say that other readings may follow."""
        self.looking.show()
        self._stand()

    def offer(self, readings: Sequence[str]) -> None:
        """Show what else it may have been, most likely first."""
        self.looking.hide()
        fitting = [written_like(self._text, it) for it in readings[: len(self.readings)]]
        for unused in self.readings[len(fitting) :]:
            unused.hide()
        for number, (shown, reading) in enumerate(zip(self.readings, fitting, strict=False), 1):
            shown.setProperty("reading", reading)
            shown.setText(f"&{number}  {reading.replace('&', '&&')}")
            shown.setAccessibleName(self.tr("Replace it with “%1”").replace("%1", reading))
            shown.show()
        self._stand()
        if fitting:
            listed = QLocale().createSeparatedList(fitting)
            announce(self, self.tr("Other readings: %1").replace("%1", listed))

    def choose(self, number: int) -> bool:
        """Choose a reading by its number; False if there is none with it."""
        shown = [it for it in self.readings if it.isVisible()]
        if not 0 < number <= len(shown):
            return False
        shown[number - 1].click()
        return True

    def close_card(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Let Escape close the card; no key reaches the text below."""
        event.accept()
        if event.key() == Qt.Key.Key_Escape:
            self.close_card()

    def _reading(self, number: int) -> QPushButton:
        made = button(str(number), lambda: self._take(made.property("reading")))
        return made

    def _take(self, reading: str) -> None:
        self.close_card()
        self.retyped.emit(reading)

    def _accept(self) -> None:
        self.close_card()
        self.retyped.emit(self.line.text())

    def _stand(self) -> None:
        """Move below the word and the next line, or above it; always inside the parent."""
        self.adjustSize()
        beside = self._beside
        parent = self.parentWidget()
        room = self.screen().geometry() if parent is None else parent.rect()
        y = beside.bottom() + beside.height() + 8
        if y + self.height() > room.bottom():
            y = beside.top() - self.height() - 8
        x = min(beside.left(), room.right() - self.width() - 8)
        self.move(QPoint(max(8, x), max(8, y)))
