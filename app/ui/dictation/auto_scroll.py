"""Scrolls with the dictation, until the user scrolls up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QScrollBar, QWidget

from app.ui.appearance.icons import Icons
from app.ui.widgets.boxes import button, row

_ROOM_LINES = 2
_ABOVE_PX = 14


class AutoScroll(QObject):
    """Keeps the newest word in view while following.

    Signals:
        following_changed(bool): `is_following`, whether the page scrolls with the dictation.

    Attributes:
        is_following: Whether the page scrolls with the dictation.
        is_allowed: It may scroll by itself, not only when `follow` is called.
    """

    following_changed = Signal(bool)

    def __init__(self, bar: QScrollBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self._voice_y = 0.0
        self.is_following = True
        self._is_own = False
        self.is_allowed = True
        bar.valueChanged.connect(self._moved)

    def follow(self) -> None:
        self._set_following(following=True)
        self._go()

    @contextmanager
    def by_ourselves(self) -> Iterator[None]:
        """Scroll without taking it for the user's doing."""
        before, self._is_own = self._is_own, True
        try:
            yield
        finally:
            self._is_own = before

    def voice_at(self, bottom_y: float, line_height: float) -> None:
        """Set where the newest word ends on the page, in pixels from the top of the text."""
        self._voice_y = bottom_y + _ROOM_LINES * line_height
        if self.is_following and self.is_allowed:
            self._go()

    def _go(self) -> None:
        wanted = round(self._voice_y) - self._bar.pageStep()
        is_above = self._voice_y < self._bar.value()
        if wanted > self._bar.value() or is_above:
            with self.by_ourselves():
                self._bar.setValue(wanted)

    def _moved(self, value: int) -> None:
        if self._is_own:
            return
        is_in_view = value <= self._voice_y <= value + self._bar.pageStep() + 1
        is_at_end = value == self._bar.maximum()
        self._set_following(following=is_in_view or is_at_end)

    def _set_following(self, *, following: bool) -> None:
        if following != self.is_following:
            self.is_following = following
            self.following_changed.emit(following)


class VoiceHints(QWidget):
    """Two buttons over the text that lead back to the dictation; shown only when useful."""

    follow_wanted = Signal()
    here_wanted = Signal()

    def __init__(self, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.here = button(self.tr("Dictate here (Ctrl+Return)"), self.here_wanted)
        self.here.setIcon(icons("dictation"))
        self.follow = button(self.tr("Follow the dictation (Ctrl+J)"), self.follow_wanted)
        self.follow.setIcon(icons("down"))
        for one in (self.here, self.follow):
            one.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            one.hide()
        row(self.here, self.follow, on=self)
        over.installEventFilter(self)
        self._place()

    def offer(self, one: QPushButton, *, is_useful: bool) -> None:
        one.setVisible(is_useful)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        is_useful = not (self.here.isHidden() and self.follow.isHidden())
        self.setVisible(is_useful)
        self.adjustSize()
        room = self._over.rect()
        self.move((room.width() - self.width()) // 2, room.height() - self.height() - _ABOVE_PX)
        self.raise_()
