"""The first run: four steps, each of which can be skipped."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from app.dictation.engine_worker import EngineWorker
from app.preferences.live_preferences import LivePreferences
from app.ui.appearance.fonts import Size, make_bold, reading_font
from app.ui.appearance.icons import own_icons
from app.ui.first_run.destination import Destination
from app.ui.first_run.dictation_step import DictationStep
from app.ui.first_run.language_step import LanguageStep
from app.ui.first_run.microphone_step import MicrophoneStep
from app.ui.first_run.model_step import ModelStep
from app.ui.settings.controllers import SettingsControllers
from app.ui.widgets.boxes import column, row
from app.ui.widgets.muted_label import MutedLabel

_LARGEST_PX = (620, 580)
_SCROLL_BAR_PX = 12
_SIGN = QSize(40, 40)
_SAID_PT = 14


class FirstRunPage(QWidget):
    """Language and destination, microphone, recogniser, one real dictation.

    Signals:
        done(bool): The user went through the steps, True, or skipped the rest.
    """

    done = Signal(bool)

    def __init__(
        self, preferences: LivePreferences, workers: SettingsControllers, engine: EngineWorker
    ) -> None:
        super().__init__()
        self._preferences = preferences
        self.language = LanguageStep(preferences, workers.models)
        self.destination = Destination(preferences)
        self.microphone = MicrophoneStep(preferences, workers.microphones, workers.microphone)
        self.model = ModelStep(workers.models, workers.speed)
        self.dictation = DictationStep(engine)
        self.language.chosen.connect(self.model.choose)
        self.model.changed.connect(self._prepare_trial)
        self._steps = (
            (self.tr("Your language"), self.language),
            (self.tr("Your microphone"), self.microphone),
            (self.tr("The recogniser"), self.model),
            (self.tr("Say something"), self.dictation),
        )
        self.stack = QStackedWidget()
        for title, step in self._steps:
            is_first = step is self.language
            around = (self._welcome(), self.destination) if is_first else ()
            self.stack.addWidget(_page(title, step, *around))
        self.place = MutedLabel()
        self.place.setWordWrap(False)
        self.skip = QPushButton(self.tr("Skip all"))
        self.skip.setAccessibleDescription(self.tr("You can change all of this later in Settings."))
        self.back = QPushButton(self.tr("Back"))
        self.next = QPushButton()
        self.next.setDefault(True)
        self.skip.clicked.connect(lambda: self._finish(is_whole=False))
        self.back.clicked.connect(lambda: self._go(self.stack.currentIndex() - 1))
        self.next.clicked.connect(lambda: self._go(self.stack.currentIndex() + 1))
        self._lay_out()
        self._go(0)

    def try_out(self) -> bool:
        """Start the trial, if it is to be seen; that is what keys do for now."""
        is_seen = self.stack.currentIndex() == len(self._steps) - 1
        if is_seen and self.dictation.button.isEnabled():
            self.dictation.toggle()
        return is_seen

    def _welcome(self) -> QWidget:
        """Return an introduction: Fermata's name, a line, and a sentence with a pause in it."""
        sign = QLabel()
        sign.setPixmap(own_icons()("fermata", QPalette.ColorRole.Link).pixmap(_SIGN))
        name = QLabel("Fermata")
        make_bold(name, Size.DISPLAY)
        line = MutedLabel(
            self.tr("Dictation that waits while you think. Nothing you say leaves this computer.")
        )
        card = QWidget()
        card.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        card.setProperty("tile", True)  # noqa: FBT003  Qt's signature
        said = QLabel(self.tr("I wanted to call you yesterday, but my phone was broken."))
        said.setFont(reading_font("", _SAID_PT))
        said.setWordWrap(True)
        elsewhere = MutedLabel(
            self.tr("Elsewhere: “I wanted to call you yesterday. But my phone was broken.”")
        )
        column(said, elsewhere, on=card, spacing=6, margins=(16, 12, 16, 12))
        welcome = QWidget()
        title = row(sign, name, 0, spacing=12)
        column(title, line, card, on=welcome, spacing=12, margins=(0, 0, 0, 20))
        return welcome

    def _lay_out(self) -> None:
        foot = (self.skip, 0, self.place, 0, self.back, self.next)
        buttons = row(*foot, margins=(0, 0, _SCROLL_BAR_PX, 0))
        middle = QWidget()
        middle.setMaximumSize(*_LARGEST_PX)
        column((self.stack, 1), buttons, on=middle, spacing=14, margins=(24, 24, 24, 16))
        row(0, (middle, 100), 0, on=self)

    def _go(self, step: int) -> None:
        if step == len(self._steps):
            self._finish(is_whole=True)
            return
        self.stack.setCurrentIndex(step)
        if self.language.language:
            self._prepare_trial()  # a download may have begun
        self.place.setText(
            self.tr("Step %1 of %2")
            .replace("%1", str(step + 1))
            .replace("%2", str(len(self._steps)))
        )
        self.back.setEnabled(step > 0)
        is_last = step == len(self._steps) - 1
        self.next.setText(self.tr("Begin") if is_last else self.tr("Next"))
        self.next.setDefault(not is_last)  # there, the trial comes first
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _prepare_trial(self) -> None:
        spoken = self.language.language
        script = self._preferences.value.dictation.chinese_script
        is_traditional = spoken == "zh" and script in {"hong_kong", "taiwan"}
        read = "zh-Hant" if is_traditional else spoken
        self.dictation.show_language(read, self.model.unheard, self.destination.shown_keys)

    def _finish(self, *, is_whole: bool) -> None:
        self.dictation.stop()
        self._preferences.set("general.first_run_is_done", value=True)
        self.done.emit(is_whole)


def _page(
    title: str, step: QWidget, above: QWidget | None = None, below: QWidget | None = None
) -> QScrollArea:
    heading = QLabel(title)
    make_bold(heading, Size.TITLE if above else Size.DISPLAY)
    page = QWidget()
    parts = (above, heading, step, below, 0) if above and below else (heading, (step, 1))
    column(*parts, on=page, spacing=12, margins=(0, 0, _SCROLL_BAR_PX, 0))
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setAccessibleName(title)
    area.setWidget(page)
    return area
