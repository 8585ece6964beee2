"""The baseline policy: each segment punctuated on its own, its end a sentence end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.punctuation.punctuator import Punctuator
from engine.types import Hypothesis, Update


class SegmentPunctuator:
    """A stage `Hypothesis → Update` without context across segments.

    Ref: Behre et al. (2022), §5.2, the silence-based baseline.
    """

    def __init__(self, punctuator: Punctuator) -> None:
        """Args: punctuator: an offline one, begun anew at each segment."""
        self._punctuator = punctuator

    def push(self, hypothesis: Hypothesis) -> Iterator[Update]:
        """Yield each final segment's sentences; a partial one is shown as it was heard."""
        if hypothesis.is_final:
            timeless = tuple(replace(word, end_s=None) for word in hypothesis.words)
            yield from self._punctuated(replace(hypothesis, words=timeless))
        else:
            yield Update((), " ".join(word.text for word in hypothesis.words))

    def flush(self) -> Iterator[Update]:
        """Nothing is held back."""
        return iter(())

    def _punctuated(self, hypothesis: Hypothesis) -> Iterator[Update]:
        sentences = [
            sentence
            for updates in (self._punctuator.push(hypothesis), self._punctuator.flush())
            for update in updates
            for sentence in update.sentences
        ]
        yield Update(tuple(sentences), "")
