"""Small realistic fakes, preferred to mocks."""

from __future__ import annotations

from collections.abc import Iterator

from engine.punctuation.labels import Mark, capitalised
from engine.types import Hypothesis, Sentence, Update, Word


class EverySeventhWord:
    """A punctuator that ends a sentence after every seventh word and commits one word late.

    It believes the recogniser's marks.
    """

    def __init__(self) -> None:
        self._open: list[Word] = []
        self._begins = True

    def push(self, hypothesis: Hypothesis) -> Iterator[Update]:
        assert hypothesis.is_final
        self._open += hypothesis.words
        sentences = []
        while len(self._open) > 7:
            sentences.append(self._sentence(7))
        if sentences:
            yield Update(tuple(sentences), "")

    def flush(self) -> Iterator[Update]:
        if self._open:
            yield Update((self._sentence(len(self._open)),), "")

    def _sentence(self, count: int) -> Sentence:
        words, self._open = self._open[:count], self._open[count:]
        marks = [word.source_mark or Mark.NONE for word in words]
        if words[-1].source_mark is None:
            marks[-1] = Mark.PERIOD
        begins = [self._begins, *(mark.ends_sentence for mark in marks)]
        self._begins = begins.pop()
        texts = [
            capitalised(w.text) if first else w.text for w, first in zip(words, begins, strict=True)
        ]
        surfaces = tuple(text + mark.text for text, mark in zip(texts, marks, strict=True))
        return Sentence(surfaces, tuple(words))
