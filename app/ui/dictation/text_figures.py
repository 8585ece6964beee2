"""Word count and other figures, quietly at the foot of the page."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, QTimer

from app.document.document import Committed, Document, DocumentEvent, Replaced
from app.document.word_count import DocumentWordCount, WordCount, count_words
from app.ui.dictation.document_edit import DocumentEdit
from app.ui.language.durations import clock
from app.ui.widgets.muted_label import MutedLabel

_DELAY_MS = 150
_LEAST_S = 5.0  # a speed means nothing before that
_MINUTE_S = 60


class TextFigures(MutedLabel):
    """Words in the text and selection, time dictated, and speed.

    If most of a text is Chinese, characters are counted, together with other words.
    """

    def __init__(self, document: Document, view: DocumentEdit) -> None:
        super().__init__()
        self.setWordWrap(False)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setMinimumHeight(self.sizeHint().height())
        self._document, self._view = document, view
        self._count = DocumentWordCount(document)
        self._before_s = self._now_s = 0.0
        self._spoken = 0
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._tell)
        document.observe(Committed, self._add_spoken)
        document.observe(Replaced, lambda _: self._begin_anew())
        document.observe(DocumentEvent, lambda _: self._soon())
        view.selectionChanged.connect(self._soon)

    def show_elapsed(self, elapsed_s: float) -> None:
        """Set the duration of the current or last dictation."""
        if elapsed_s < self._now_s:  # another one
            self._before_s += self._now_s
        is_another_second = int(elapsed_s) != int(self._now_s)
        self._now_s = elapsed_s
        if is_another_second:
            self._soon()

    def _begin_anew(self) -> None:
        self._before_s = self._now_s = 0.0
        self._spoken = 0

    def _add_spoken(self, event: Committed) -> None:
        self._spoken += sum(len(sentence.merged.words) for sentence in event.sentences)

    def _soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _tell(self) -> None:
        text = " · ".join(self._parts())
        if text != self.text():
            self.setText(text)

    def _parts(self) -> list[str]:
        all_, number = self._count.now, QLocale().toString
        if not all_.total and not self._spoken:
            return []
        parts = [self._counted(all_)]
        start, end = self._view.selected()
        if start < end:
            some = all_ if end - start == len(self._document.units) else self._selected(start, end)
            words = self.tr("%1 of %2").replace("%1", number(some.total))
            parts = [words.replace("%2", parts[0])]
        dictated_s = self._before_s + self._now_s
        if self._spoken and dictated_s >= _LEAST_S:
            speed = round(self._spoken * _MINUTE_S / dictated_s)
            words = (
                self.tr("%1 characters a minute")
                if all_.is_of_characters
                else self.tr("%1 words a minute")
            )
            parts += [self.tr("%1 dictated").replace("%1", clock(dictated_s))]
            parts += [words.replace("%1", number(speed))]
        return parts

    def _selected(self, start: int, end: int) -> WordCount:
        return count_words(self._document.units[start:end])

    def _counted(self, count: WordCount) -> str:
        if count.is_of_characters:
            return self.tr("%Ln characters", "", count.total)
        return self.tr("%Ln words", "", count.total)
