"""The session's state as a shape: red only for recording."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.dictation.events import State
from app.ui.appearance.icons import RED, Icons

_SIDE_PX = 18


class StateMark(QWidget):
    """Empty while nothing is recorded, but of the same size."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons = icons
        self.setFixedSize(_SIDE_PX, _SIDE_PX)
        self.show_state(State.STOPPED)

    def show_state(self, state: State) -> None:
        name, colour = _MARKS.get(state), RED if state is State.LISTENING else None
        self._icon = self._icons(name, colour) if name else None
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  Qt's own
        if self._icon is not None:
            self._icon.paint(QPainter(self), self.rect())


_MARKS = {
    State.STARTING: "wait",
    State.LISTENING: "record",
    State.ASLEEP: "asleep",
    State.PAUSED: "pause",
    State.DRAINING: "wait",
}
