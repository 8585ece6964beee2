"""Small real-enough stand-ins, used before any mock."""

from __future__ import annotations

from collections.abc import Iterator

from engine.punctuation.labels import capitalised
from engine.types import Hypothesis, Sentence, Update, Word


class EverySeventhWord:
    """A punctuator that ends a sentence behind every seventh word and commits one word late."""

    def __init__(self) -> None:
        self._open: list[Word] = []

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
        surfaces = [word.text for word in words]
        surfaces[0] = capitalised(surfaces[0])
        surfaces[-1] += "."
        return Sentence(tuple(surfaces), tuple(words))
