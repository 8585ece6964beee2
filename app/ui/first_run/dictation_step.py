"""First run, step three: one real dictation."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPushButton, QTextEdit, QWidget

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import Notice, State
from app.ui.appearance.theme import dimmed
from app.ui.appearance.typefaces import reading_font
from app.ui.language.messages import explain
from app.ui.widgets.boxes import column, row
from app.ui.widgets.level_meter import LevelMeter
from app.ui.widgets.muted_label import MutedLabel
from engine.errors import FermataError
from engine.text.spacing import joined_texts
from engine.types import Update

_SILENCE_DB = -90.0
_TEXT_PT = 13


class DictationStep(QWidget):
    """Speak a sentence or two and watch them become text; nothing of it is kept."""

    def __init__(self, engine: EngineWorker) -> None:
        super().__init__()
        self._engine = engine
        self._committed, self._tail = "", ""
        self.button = QPushButton(self.tr("Start"))
        self.button.setAccessibleName(self.tr("Start or stop the trial dictation"))
        self.button.clicked.connect(self._toggle)
        self.meter = LevelMeter()
        self.text = QTextEdit(readOnly=True)
        self.text.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.text.setAccessibleName(self.tr("What was heard"))
        self.text.setPlaceholderText(self.tr("It appears here."))
        self.text.setFont(reading_font("", _TEXT_PT))
        self.status = MutedLabel(self.tr("Nothing of this trial is kept."))
        self.example = MutedLabel(
            self.tr(
                "For example: “I would like to try this out. Pauses, however long, do no harm.”"
            )
        )
        introduction = self.tr(
            "Press Start and say a sentence or two. Think in the middle of one: a pause ends "
            "nothing. Words with dots below may still change; finished sentences never do."
        )
        listening = row(self.button, (self.meter, 1), spacing=14)
        parts = (MutedLabel(introduction), self.example, listening, (self.text, 1), self.status)
        column(*parts, on=self, spacing=12)
        engine.updated.connect(self._update)
        engine.state_changed.connect(self._show_state)
        engine.level_changed.connect(self.meter.show_level)
        engine.noticed.connect(self._show_notice)
        engine.failed.connect(self._show_failure)

    def stop(self) -> None:
        if self._engine.is_running:
            self._engine.stop()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's own
        """Release the microphone when nobody looks."""
        self.stop()
        super().hideEvent(event)

    def _toggle(self) -> None:
        if self._engine.is_running:
            self._engine.stop()
            return
        self._committed, self._tail = "", ""
        self._draw()
        self._engine.start()

    def _update(self, update: Update) -> None:
        if not self.isVisible():
            return
        self._committed = joined_texts(filter(None, (self._committed, update.committed)))
        self._tail = update.tail
        self._draw()

    def _draw(self) -> None:
        plain, tail = QTextCharFormat(), QTextCharFormat()
        palette = self.text.palette()
        plain.setForeground(palette.text())
        tail.setForeground(dimmed(palette))  # as in the document
        tail.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        self.text.clear()
        cursor = QTextCursor(self.text.document())
        cursor.insertText(self._committed, plain)
        if self._tail:
            both = joined_texts((self._committed, self._tail))
            cursor.insertText(both[len(self._committed) : -len(self._tail)], plain)
            cursor.insertText(self._tail, tail)
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def _show_state(self, state: State) -> None:
        words = {
            State.STARTING: self.tr("Opening the microphone…"),
            State.LISTENING: self.tr("Listening. Speak now."),
            State.PAUSED: self.tr("Paused."),
            State.DRAINING: self.tr("Finishing the last words…"),
            State.STOPPED: self.tr("That is all there is to it.")
            if self._committed
            else self.tr("Nothing of this trial is kept."),
        }
        self.status.setText(words[state])
        is_on = state in {State.STARTING, State.LISTENING, State.PAUSED}
        self.button.setText(self.tr("Stop") if is_on else self.tr("Start"))
        self.button.setEnabled(state is not State.DRAINING)
        if not is_on:
            self.meter.show_level(_SILENCE_DB)

    def _show_notice(self, notice: Notice) -> None:
        words = {
            Notice.LOADING: self.tr("You are heard; the models are being loaded…"),
            Notice.NO_SOUND: self.tr("The microphone is silent. Is it switched on?"),
            Notice.NO_WORDS: self.tr("There is sound, but no words are heard in it."),
            Notice.BEHIND: self.tr("This computer is a little behind; nothing is lost."),
        }
        if notice in words:
            self.status.setText(words[notice])

    def _show_failure(self, error: FermataError | OSError) -> None:
        self.status.setText(explain(error))
