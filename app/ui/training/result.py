"""The result of a training run: before and after, and what to do with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from app.ui.language.messages import translated
from app.ui.training.values import Comparison, Outcome
from app.ui.widgets import boxes
from app.ui.widgets.muted_label import MutedLabel
from engine.messages import Message, as_message


class TrainingResult(QWidget):
    """A small table, and buttons to use the new model or the old one.

    Signals:
        activated(str): The user wants to use this model.
        rolled_back(): The user wants to go back to the previous model.
    """

    activated = Signal(str)
    rolled_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.reason = MutedLabel()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self.use = QPushButton(self.tr("Use the new model"))
        self.use.clicked.connect(lambda: self.activated.emit(self._name))
        self.back = QPushButton(self.tr("Go back to the old model"))
        self.back.clicked.connect(self.rolled_back)
        buttons = boxes.row(self.use, self.back, 0, margins=(0, 6, 0, 0))
        boxes.column(self.verdict, self.reason, self._grid, buttons, on=self, margins=(0, 6, 0, 6))
        self.hide()

    def show_outcome(self, outcome: Outcome) -> None:
        self._name = outcome.name
        self._fill(
            (self.tr("Your texts it has not seen"), outcome.own),
            (self.tr("Other people's texts"), outcome.general),
        )
        sentence = translated(Message("{reason}.", reason=as_message(outcome.reason)))
        self.reason.setText(sentence[:1].upper() + sentence[1:])
        self.show_active(outcome.name if outcome.is_active else "")
        self.show()

    def show_own(self, name: str) -> None:
        """Offer to go back from a model in use that was fine-tuned earlier."""
        if not self._name:
            self._name = name
            self._fill()
            self.reason.clear()
            self.show_active(name)
            self.show()

    def clear(self) -> None:
        self._name = ""
        self.hide()

    def setVisible(self, is_visible: bool) -> None:  # noqa: FBT001, N802  Qt's own
        """Stay hidden while there is nothing to show, even if a search matches."""
        super().setVisible(is_visible and bool(self._name))

    def show_active(self, name: str) -> None:
        if not self._name:
            return
        is_new = name == self._name
        words = (
            self.tr("The model “%1”, which has learned from you, is in use.")
            if is_new
            else self.tr("The new model “%1” is kept, but not in use.")
        )
        self.verdict.setText(words.replace("%1", self._name))
        self.use.setVisible(not is_new)
        self.back.setVisible(is_new)

    def _fill(self, *rows: tuple[str, Comparison]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        heads = (
            ()
            if not rows
            else (
                "",
                self.tr("Punctuation right, out of 100"),
                self.tr("Sentence ends right, out of 100"),
            )
        )
        for column, head in enumerate(heads):
            self._grid.addWidget(MutedLabel(head), 0, column)
        for at, (name, comparison) in enumerate(rows, start=1):
            words = self.tr("%Ln words", "", comparison.words)
            title = QLabel(f"{name}\n{words}")
            self._grid.addWidget(title, at, 0)
            self._grid.addWidget(_figures(comparison.f1), at, 1)
            self._grid.addWidget(_figures(comparison.sentence_ends), at, 2)


def _figures(pair: tuple[float, float]) -> QLabel:
    before, after = pair
    label = QLabel(f"{before:.1f} → {after:.1f}  ({after - before:+.1f})")
    label.setAlignment(Qt.AlignmentFlag.AlignLeft)
    font = label.font()
    font.setFeature(QFont.Tag("tnum"), 1)
    label.setFont(font)
    return label
