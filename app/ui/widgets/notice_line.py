"""A quiet line for what the user should know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from app.dictation.events import Notice
from app.ui.appearance.colours import alert_ink
from app.ui.appearance.icons import own_icons
from app.ui.language.durations import lasting
from app.ui.widgets.boxes import row

_REMARK_MS, _ANSWERED_MS = 6_000, 20_000
_SIGN = QSize(18, 18)
_URGENT = {Notice.NO_MICROPHONE, Notice.NOT_ON_DISK, Notice.NO_RECOGNISER}
_STRONG = Qt.FocusPolicy.StrongFocus


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to an offer: the words on its button, and what it does."""

    words: str
    do: Callable[[], None]


class NoticeLine(QWidget):
    """Shows a session's notice until it is over; an error, until closed, takes precedence.

    Attributes:
        remedies: What can be done about a notice, for those where something can be done.

    Signals:
        said(str, bool): A text that was not shown before, and whether it is an error.
    """

    said = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.remedies: dict[Notice, Answer] = {}
        self._notice = Notice.NONE
        self._behind_s = 0.0
        self._error = ""
        self._answers: tuple[Answer, ...] = ()
        self._is_quiet = False
        self._remark_is_over = QTimer(self, singleShot=True)
        self._remark_is_over.timeout.connect(self._forget_error)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sign = QLabel()
        self._sign.setFixedSize(_SIGN)
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.label.setAccessibleDescription(self.tr("Notice"))  # a name would hide the words
        self.offer = QPushButton()
        self.offer.clicked.connect(lambda: self._answer(0))
        self.other = QPushButton()
        self.other.clicked.connect(lambda: self._answer(1))
        self.close_button = QToolButton()
        self.close_button.setIcon(own_icons()("close"))
        self.close_button.setProperty("quiet", True)  # noqa: FBT003  Qt's signature
        self.close_button.setAccessibleName(self.tr("Close the notice"))
        self.close_button.setToolTip(self.tr("Close the notice"))
        self.close_button.clicked.connect(self._close)
        parts = (self._sign, (self.label, 1), self.offer, self.other, self.close_button)
        row(*parts, on=self, margins=(8, 4, 4, 4))
        self.clear()

    @property
    def is_free(self) -> bool:
        """Whether nothing is shown that the user must read or decide."""
        return not self._error

    @property
    def is_error(self) -> bool:
        return bool(self._error) and not self._is_quiet

    def remedy(self, notice: Notice) -> tuple[Answer, ...]:
        """Return what can be done about a notice, if anything."""
        return (self.remedies[notice],) if notice in self.remedies else ()

    def show_notice(self, notice: Notice) -> None:
        is_new, self._notice = notice is not self._notice, notice
        self._draw()
        if is_new and notice is not Notice.NONE:
            self.said.emit(self._words(notice), notice in _URGENT)

    def show_late(self, behind_s: float) -> None:
        self._behind_s = behind_s
        if self._notice is Notice.BEHIND:
            self._draw()

    def show_error(self, text: str, *answers: Answer) -> None:
        """Show what is wrong, and what can be done about it, until it is closed."""
        self._show(text, answers, is_quiet=False)

    def show_offer(self, text: str, *answers: Answer) -> None:
        """Show a question with one or two answers, until it is answered or closed."""
        self._show(text, answers, is_quiet=True)

    def show_lasting_remark(self, text: str) -> None:
        """Show something ongoing, until something else is shown."""
        self._show(text, is_quiet=True)

    def show_remark(self, text: str, *answers: Answer) -> None:
        """Show something for a few seconds; longer if it has answers."""
        self._show(text, answers, is_quiet=True)
        self._remark_is_over.start(_ANSWERED_MS if answers else _REMARK_MS)

    def clear(self) -> None:
        self._notice = Notice.NONE
        self._forget_error()

    def _show(self, text: str, answers: tuple[Answer, ...] = (), *, is_quiet: bool) -> None:
        self._remark_is_over.stop()
        is_new = text != self._error
        self._error, self._answers, self._is_quiet = text, answers, is_quiet
        self._draw()
        if is_new:
            self.said.emit(text, not is_quiet)

    def _close(self) -> None:
        if not self._error:
            self._notice = Notice.NONE
        self._forget_error()

    def _answer(self, number: int) -> None:
        answer = self._shown_answers()[number]
        self._forget_error()
        answer.do()

    def _shown_answers(self) -> tuple[Answer, ...]:
        return self._answers if self._error else self.remedy(self._notice)

    def _forget_error(self) -> None:
        self._remark_is_over.stop()
        self._error, self._answers, self._is_quiet = "", (), False
        self._draw()

    def _draw(self) -> None:
        text = self._error or self._words(self._notice)
        is_alert = self.is_error or (not self._error and self._notice in _URGENT)
        self._sign.setVisible(is_alert)
        if is_alert:
            self._sign.setPixmap(own_icons()("warning", alert_ink).pixmap(_SIGN))
        if is_alert != self.property("alert"):
            self.setProperty("alert", is_alert)
            self.style().unpolish(self)
            self.style().polish(self)
        self.label.setText(text)
        answers = self._shown_answers()
        for number, button in enumerate((self.offer, self.other)):
            is_answer = number < len(answers)
            button.setText(answers[number].words if is_answer else "")
            button.setVisible(is_answer)
            button.setFocusPolicy(_STRONG if is_answer else Qt.FocusPolicy.NoFocus)
        self.setVisible(True)

    def setVisible(self, is_visible: bool) -> None:  # noqa: FBT001, N802  Qt's own
        """Be visible only with a text."""
        super().setVisible(is_visible and bool(self.label.text()))

    def _words(self, notice: Notice) -> str:
        return {
            Notice.LOADING: self.tr(
                "The models are still loading. What you say is kept and appears in a moment."
            ),
            Notice.NO_SOUND: self.tr(
                "No sound. Is the microphone muted, or the wrong one selected?"
            ),
            Notice.NO_WORDS: self.tr("There is sound, but no words are recognised."),
            Notice.RESTARTING: self.tr(
                "The recogniser stopped and is restarting. Nothing is lost."
            ),
            Notice.NO_RECOGNISER: self.tr(
                "No recogniser works. Recording continues, and the words follow once one does."
            ),
            Notice.NO_MICROPHONE: self.tr(
                "The microphone is disconnected, so nothing you say now is heard. Dictation "
                "resumes by itself when one is connected."
            ),
            Notice.NOT_ON_DISK: self.tr(
                "The disk is full. What you say is kept in memory; free some space."
            ),
            Notice.BEHIND: self.tr("Recognition is %1 behind. Nothing is lost.").replace(
                "%1", lasting(self._behind_s)
            ),
        }.get(notice, "")
