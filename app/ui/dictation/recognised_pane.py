"""A sentence as it was recognised, next to how it is written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.document.word_span import WordSpan
from app.ui.widgets.boxes import column
from app.ui.widgets.muted_label import MutedLabel

_WIDTH_PX = 250


class RecognisedPane(QFrame):
    """Shows one sentence in both forms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH_PX)
        self.setAccessibleName(self.tr("As recognised"))
        self.heard = self._text(self.tr("Recognised words"))
        self.written = self._text(self.tr("Written sentence"))
        self.detail = MutedLabel()
        titles = MutedLabel(self.tr("Recognised")), MutedLabel(self.tr("Written"))
        column(
            *(titles[0], self.heard, 14, titles[1], self.written, 10, self.detail, 0),
            on=self,
            spacing=6,
            margins=(18, 24, 18, 18),
        )
        self.show_word(None)

    def show_word(self, word: WordSpan | None) -> None:
        if word is None:
            self.heard.setText(self.tr("Place the cursor in a dictated sentence."))
            self.written.clear()
            self.detail.clear()
            return
        self.heard.setText(word.spoken.utterance.as_recognised)
        self.written.setText(word.spoken.utterance.sentence.text)
        self.detail.setText(self._detail(word))

    def _detail(self, word: WordSpan) -> str:
        spoken = word.spoken.word
        parts = [f"“{spoken.text}”"]
        if spoken.confidence is not None:
            parts.append(self.tr("%1 % sure").replace("%1", f"{spoken.confidence * 100:.0f}"))
        if spoken.start_s is not None:
            minutes, seconds = divmod(spoken.start_s, 60)
            parts.append(f"{minutes:.0f}:{seconds:04.1f}")
        return " · ".join(parts)

    def _text(self, name: str) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        label.setAccessibleDescription(name)  # a name would hide the words
        return label
