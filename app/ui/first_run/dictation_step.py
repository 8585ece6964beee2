"""First run, step four: one real dictation."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QPushButton, QTextEdit, QWidget

from app.dictation.engine_worker import EngineWorker
from app.dictation.events import Notice, State
from app.ui.appearance.colours import dimmed
from app.ui.appearance.fonts import Size, reading_font, sized
from app.ui.first_run.language_step import BUILT_IN_LANGUAGE
from app.ui.language.messages import explain
from app.ui.widgets.announcing import announce
from app.ui.widgets.boxes import column, row
from app.ui.widgets.level_meter import LevelMeter
from app.ui.widgets.muted_label import MutedLabel
from engine.errors import FermataError
from engine.text.scripts import is_cjk
from engine.text.spacing import joined_texts
from engine.types import Sentence, Update, Word, joined_sentences

_SILENCE_DB = -90.0
SENTENCES = {  # to read aloud, by spoken language
    "en": "I wanted to call you yesterday … but my phone was broken.",
    "yue": "我尋日想打電話俾你 …… 但係我部電話壞咗。",
    "zh": "我昨天想给你打电话 …… 可是我的手机坏了。",
    "zh-Hant": "我昨天想給你打電話 …… 可是我的手機壞了。",
}
_TEXT_PT = 13
PAUSE_S = 0.6  # recognisers close a segment after about this much silence


class DictationStep(QWidget):
    """A sentence or two become text, pauses and all; nothing of it is kept."""

    def __init__(self, engine: EngineWorker) -> None:
        super().__init__()
        self._engine = engine
        self._sentences: list[Sentence] = []
        self._refined: dict[int, Word] = {}
        self._tail, self._unheard = "", ""
        self.button = QPushButton(self.tr("Start"))
        self.button.setDefault(True)
        self.button.setAccessibleName(self.tr("Start or stop the test dictation"))
        self.button.clicked.connect(self.toggle)
        self.meter = LevelMeter()
        self.text = QTextEdit(readOnly=True)
        self.text.setProperty("boxed", True)  # noqa: FBT003  Qt's signature
        self.text.setAccessibleName(self.tr("What Fermata heard"))
        self.text.setPlaceholderText(self.tr("Your words appear here."))
        self.text.setFont(reading_font("", _TEXT_PT))
        self.status = MutedLabel()
        self.pauses = QLabel()
        self.pauses.setWordWrap(True)
        self.pauses.setTextFormat(Qt.TextFormat.PlainText)
        self.example = QLabel()
        self.example.setWordWrap(True)
        self.example.setFont(sized(self.example.font(), Size.LEAD))
        self.introduction = MutedLabel()
        listening = row(self.button, (self.meter, 1), spacing=14)
        said = (self.introduction, self.example, listening)
        column(*said, (self.text, 1), self.pauses, self.status, on=self, spacing=12)
        self.show_language(BUILT_IN_LANGUAGE, "")
        engine.word_refined.connect(self._refine)
        engine.updated.connect(self._update)
        engine.state_changed.connect(self._show_state)
        engine.level_changed.connect(self.meter.show_level)
        engine.noticed.connect(self._show_notice)
        engine.failed.connect(self._show_failure)
        engine.model_failed.connect(lambda failed: self._show_failure(failed.error))

    def show_language(self, language: str, unheard: str, keys: str = "") -> None:
        """Show a sentence to read.

        Args:
            language: the one that is spoken.
            unheard: says why it would come out as gibberish.
            keys: those that start dictation in other applications, if that is wanted.
        """
        anything = self.tr("(Any sentence with a pause in the middle.)")
        self.example.setText(SENTENCES.get(language, anything))
        introduction = self.tr(
            "Press Start and read this aloud. Pause for a second at the gap, where many "
            "recognisers would end the sentence. Grey words may still change; finished "
            "sentences never do."
        )
        if keys:
            introduction = self.tr(
                "Press %1, as you will in other applications, and read this aloud. Pause for a "
                "second at the gap, where many recognisers would end the sentence. Then press the "
                "keys again."
            ).replace("%1", keys)
        self.introduction.setText(unheard or introduction)
        self.example.setVisible(not unheard)
        self._unheard = unheard
        if not self._engine.is_running:
            self.button.setEnabled(not unheard)
            self.status.setText(self.tr("Nothing from this test is kept."))

    def stop(self) -> None:
        if self._engine.is_running:
            self._engine.stop()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802  Qt's own
        """Release the microphone when hidden."""
        self.stop()
        super().hideEvent(event)

    def toggle(self) -> None:
        if self._engine.is_running:
            self._engine.stop()
            return
        self._sentences, self._refined, self._tail = [], {}, ""
        self.pauses.clear()
        self._draw()
        self._engine.start()

    def _update(self, update: Update) -> None:
        if not self.isVisible():
            return
        self._sentences += update.sentences
        self._tail = update.tail
        self._draw()
        announce(self.text, update.committed)

    def _refine(self, word: Word) -> None:
        self._refined[word.id] = word

    def _draw(self) -> None:
        committed = joined_sentences(self._sentences)
        plain, tail = QTextCharFormat(), QTextCharFormat()
        palette = self.text.palette()
        plain.setForeground(palette.text())
        tail.setForeground(dimmed(palette))  # as in the document
        self.text.clear()
        cursor = QTextCursor(self.text.document())
        cursor.insertText(committed, plain)
        if self._tail:
            both = joined_texts((committed, self._tail))
            cursor.insertText(both[len(committed) : -len(self._tail)], plain)
            cursor.insertText(self._tail, tail)
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def _show_state(self, state: State) -> None:
        words = {
            State.STARTING: self.tr("Opening the microphone…"),
            State.LISTENING: self.tr("Listening. Speak now."),
            State.ASLEEP: self.tr("Asleep."),
            State.PAUSED: self.tr("Paused."),
            State.DRAINING: self.tr("Finishing the last words…"),
            State.STOPPED: self.tr("Nothing from this test is kept."),
        }
        self._tell(words[state])
        is_on = state in {State.STARTING, State.LISTENING, State.ASLEEP, State.PAUSED}
        self.button.setText(self.tr("Stop") if is_on else self.tr("Start"))
        self.button.setEnabled(is_on or (state is State.STOPPED and not self._unheard))
        if state is State.STOPPED and self._sentences:
            self._show_pauses()
        if not is_on:
            self.meter.show_level(_SILENCE_DB)

    def _show_pauses(self) -> None:
        """Say what happened at the pauses."""
        found = pauses_of(self._sentences, self._refined)
        if found.bridged:
            words = self.tr(
                "You paused after “%1”. With a full stop at every pause it would read: “%2” "
                "Fermata waited for the rest."
            )
            words = words.replace("%1", "”, “".join(found.bridged)).replace("%2", found.cut_text)
        elif found.ended:
            words = self.tr(
                "You paused where a sentence could end. Try again, and pause where nobody "
                "would put a full stop."
            )
        else:
            words = self.tr("No pause was heard. Try again, and pause for a second at the gap.")
        self.pauses.setText(words)
        announce(self.pauses, words)

    def _show_notice(self, notice: Notice) -> None:
        words = {
            Notice.LOADING: self.tr("Your voice comes through. Loading the models…"),
            Notice.NO_SOUND: self.tr("The microphone is silent. Is it switched on?"),
            Notice.NO_WORDS: self.tr("There is sound, but no words are recognised."),
            Notice.BEHIND: self.tr("This computer is a little behind; nothing is lost."),
        }
        if notice in words:
            self._tell(words[notice])

    def _show_failure(self, error: FermataError | OSError) -> None:
        self._tell(explain(error), is_urgent=True)

    def _tell(self, words: str, *, is_urgent: bool = False) -> None:
        self.status.setText(words)
        if self.isVisible():  # otherwise it is a dictation on the page
            announce(self.status, words, is_urgent=is_urgent)


@dataclass(frozen=True, slots=True)
class Pauses:
    """The pauses in a text.

    Attributes:
        bridged: The words before pauses inside a sentence.
        ended: Number of pauses at the end of a sentence.
        cut_text: The text with a full stop at each pause.
    """

    bridged: tuple[str, ...]
    ended: int
    cut_text: str


def pauses_of(sentences: Sequence[Sentence], refined: Mapping[int, Word]) -> Pauses:
    """Return the pauses; `refined` has words whose times became known only later, by id."""
    bridged: list[str] = []
    ended, last_s = 0, None
    texts: list[str] = []
    for sentence in (it.merged for it in sentences):
        text, begins = "", False
        for at, (surface, spoken) in enumerate(zip(sentence.surfaces, sentence.words, strict=True)):
            word = refined.get(spoken.id, spoken)
            if _is_pause(last_s, word.start_s):
                if at:
                    bridged.append(_bare(sentence.surfaces[at - 1]))
                    text, begins = _ended(text), True
                else:
                    ended += 1
            text += sentence.gaps[at] + (surface[:1].upper() + surface[1:] if begins else surface)
            begins, last_s = False, word.end_s if word.end_s is not None else last_s
        texts.append(text)
    return Pauses(tuple(bridged), ended, joined_texts(texts))


def _is_pause(from_s: float | None, to_s: float | None) -> bool:
    return from_s is not None and to_s is not None and to_s - from_s >= PAUSE_S


def _bare(surface: str) -> str:
    """Return a word without the punctuation after it."""
    while surface and unicodedata.category(surface[-1]).startswith("P"):
        surface = surface[:-1]
    return surface


def _ended(text: str) -> str:
    bare = _bare(text)
    return bare + ("。" if is_cjk(bare[-1:]) else ".")
