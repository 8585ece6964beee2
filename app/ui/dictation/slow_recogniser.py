"""Says that the recogniser is too slow for this computer, and offers a smaller one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import Notice, State
from app.ui.dictation.controller import DictationController
from app.ui.dictation.model_choices import ModelChoices
from app.ui.widgets.notice_line import Answer, NoticeLine

_STAYS_MS = 10_000  # other brief work is over by then


class SlowRecogniser(QObject):
    """Watches whether recognition falls behind and stays there; says so once per session.

    `spoken` returns the languages of the language model in use.
    """

    def __init__(
        self,
        controller: DictationController,
        notice: NoticeLine,
        worker: EngineWorker,
        choices: ModelChoices,
        spoken: Callable[[], tuple[str, ...]],
    ) -> None:
        super().__init__(controller)
        self._controller, self._notice = controller, notice
        self._choices, self._spoken = choices, spoken
        self._was_said = False
        self._stays = QTimer(self, singleShot=True, interval=_STAYS_MS)
        self._stays.timeout.connect(self._look)
        worker.state_changed.connect(self._follow_state)
        worker.noticed.connect(self._follow_notice)

    def _follow_state(self, state: State) -> None:
        if state in {State.STARTING, State.STOPPED}:
            self._was_said = False
            self._stays.stop()

    def _follow_notice(self, notice: Notice) -> None:
        if notice is not Notice.BEHIND:
            self._stays.stop()
        elif not self._was_said:
            self._stays.start()

    def _look(self) -> None:
        is_ours = self._controller.state is State.LISTENING  # otherwise it is the first run's trial
        if is_ours and self._notice.is_free:
            self._was_said = True
            self._say()
        else:
            self._stays.start()

    def _say(self) -> None:
        text = self.tr("The recogniser is too slow for this computer, so words appear late.")
        smaller = self._choices.smaller_recogniser(self._spoken())
        if smaller is None:
            self._notice.show_lasting_remark(text)
            return
        words = self.tr("Use the smaller %1").replace("%1", smaller.title)
        self._notice.show_offer(text, Answer(words, lambda: self._choices.use_recogniser(smaller)))
