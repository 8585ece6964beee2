"""Signs of a live microphone, on other pages and over other applications."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, QObject, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from app.desktop.desktop_kind import DesktopKind, desktop_kind
from app.dictation.engine_worker import EngineWorker
from app.dictation.events import Notice, State
from app.document.document import Committed, Document, TailChanged
from app.preferences.live_preferences import LivePreferences
from app.ui.appearance.icons import Icons
from app.ui.dictation.controller import DictationController
from app.ui.dictation.pill import FloatingPill, Pill
from app.ui.language.states import state_word
from app.ui.main_window import MainWindow

_LAST_UNITS = 120
_LINGERS_MS = 4_000  # a pill that says why words did not arrive
_SEEN = {
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.WindowStateChange,
    QEvent.Type.WindowActivate,
}


class LiveSigns(QObject):
    """Shows a pill on every part of the window except `home`, and one over other applications.

    Attributes:
        pill: The one in the window.
        floating: The one over other applications, shown while Fermata is not in front.
        has_others: Whether there are other applications.
    """

    def __init__(  # noqa: PLR0913, PLR0917  it brings just these together
        self,
        window: MainWindow,
        home: int,
        controller: DictationController,
        worker: EngineWorker,
        document: Document,
        preferences: LivePreferences,
        icons: Icons,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._home, self._document = window, home, document
        self._controller, self._preferences = controller, preferences
        self._state, self._words = State.STOPPED, 0
        self._is_home, self._problem = True, ""
        self._lingering = QTimer(self, singleShot=True, interval=_LINGERS_MS)
        self._lingering.timeout.connect(self._show_where_needed)
        self.has_others = desktop_kind(QGuiApplication.platformName()) is not DesktopKind.NONE
        self.pill = Pill(icons)
        self.pill.add_keys()
        self.floating = FloatingPill(icons, settings)
        self._pills = (self.pill, self.floating)
        window.show_below(self.pill)
        for pill in self._pills:
            pill.stop_pressed.connect(controller.stop)
            pill.pause_pressed.connect(controller.toggle_pause)
            controller.noticed.connect(pill.show_notice)
        self.pill.clicked.connect(lambda: window.open_part(home))
        self.floating.clicked.connect(window.come_to_front)
        controller.state_changed.connect(self._follow_state)
        controller.level_changed.connect(self._show_level)
        controller.elapsed_changed.connect(self._show_elapsed)
        worker.state_changed.connect(self._tell_in_title)  # also in the first run's trial
        document.observe(Committed, self._count)
        document.observe(Committed, lambda _: self._show_last())
        document.observe(TailChanged, lambda _: self._show_last())
        preferences.changed.connect(self._follow_preference)
        window.part_opened.connect(self._follow_part)
        self._application = cast("QGuiApplication", QGuiApplication.instance())
        self._application.applicationStateChanged.connect(self._show_where_needed)
        self._apply_preferences()

    def close(self) -> None:
        self._window.removeEventFilter(self)
        self._application.applicationStateChanged.disconnect(self._show_where_needed)
        self.floating.close()
        self.floating.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() in _SEEN:
            self._show_where_needed()
        return super().eventFilter(watched, event)

    def show_problem(self, words: str) -> None:
        """Say why words do not arrive in the application in front; "" where they do."""
        self._problem = words
        for pill in self._pills:
            pill.show_problem(words)
        if words and self._state is State.STOPPED:
            self._linger()

    def _linger(self) -> None:
        """Leave the pill there until what it says can be read."""
        self._lingering.start()
        self._show_where_needed()

    def _follow_state(self, state: State) -> None:
        if self._state is State.STOPPED:  # otherwise it resumes after a pause
            self._words = 0
            self._lingering.stop()
            self.show_problem("")
            for pill in self._pills:
                pill.show_elapsed(0.0)
                pill.show_count(0)
                pill.show_notice(Notice.NONE)
            self._window.installEventFilter(self)
        elif state is State.STOPPED:  # a window with a blinking caret gets many events
            self._window.removeEventFilter(self)
        self._state = state
        for pill in self._pills:
            pill.show_state(state)
        self._show_last()
        if state is State.STOPPED and self._problem:
            self._linger()
        self._show_where_needed()

    def _follow_part(self, number: int) -> None:
        self._is_home = number == self._home
        self._show_where_needed()

    def _show_where_needed(self) -> None:
        is_live = self._state is not State.STOPPED
        self.pill.setVisible(is_live and not self._is_home)
        floats = self.has_others and self._preferences.value.general.floats_while_dictating
        is_there = is_live or self._lingering.isActive()
        self.floating.setVisible(is_there and floats and not self._is_in_front())

    def _is_in_front(self) -> bool:
        is_active = QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive
        return is_active and self._window.isVisible() and not self._window.isMinimized()

    def _show_level(self, level_db: float) -> None:
        if self._state is State.LISTENING:
            for pill in self._pills:
                pill.waveform.show_level(level_db)

    def _show_elapsed(self, elapsed_s: float) -> None:
        for pill in self._pills:
            pill.show_elapsed(elapsed_s)

    def _count(self, event: Committed) -> None:
        self._words += sum(len(sentence.merged.words) for sentence in event.sentences)
        for pill in self._pills:
            pill.show_count(self._words)

    def _show_last(self) -> None:
        if self._preferences.value.general.floats_with_words:
            end = self._document.cursor
            said = self._document.units[max(0, end - _LAST_UNITS) : end]
            self.floating.last.show_text(said + self._document.shown_tail)

    def _tell_in_title(self, state: State) -> None:
        is_live = state is not State.STOPPED
        self._window.setWindowTitle(f"{state_word(state)} – Fermata" if is_live else "Fermata")

    def _follow_preference(self, key: str) -> None:
        if key.startswith(("general.floats", "accessibility.reduces_motion")):
            self._apply_preferences()

    def _apply_preferences(self) -> None:
        value = self._preferences.value
        for pill in self._pills:
            pill.waveform.moves = not value.accessibility.reduces_motion
        self.floating.last.show_text("")
        self.floating.last.setVisible(value.general.floats_with_words)
        self._show_last()
        self._show_where_needed()
