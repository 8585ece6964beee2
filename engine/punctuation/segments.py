"""The baseline policy: each segment is punctuated alone and ends with a sentence end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.punctuation.punctuator import Punctuator
from engine.types import Break, Hypothesis, Sentence, SourceEvent, Update, Word


class SegmentPunctuator:
    """A stage `SourceEvent → Update` without context between segments.

    Ref: Behre et al. (2022), §5.2, the silence-based baseline.
    """

    def __init__(self, punctuator: Punctuator) -> None:
        """Args: punctuator: An offline one."""
        self._punctuator = punctuator
        self._recognised: tuple[Word, ...] = ()

    def push(self, event: SourceEvent) -> Iterator[Update]:
        """Yield a segment's sentences at its end; until then, show its words without marks."""
        if event is Break.TEXT_ENDS:
            yield from self.flush()
        if not isinstance(event, Hypothesis):
            return
        heard = self._recognised + event.words
        if not event.is_final:
            yield Update((), self._punctuator.unpunctuated(heard))
            return
        self._recognised = heard
        if event.ends_segment:
            yield self._end_segment()

    def flush(self) -> Iterator[Update]:
        """End the open segment in one last update, dropping partial words."""
        yield self._end_segment()

    def _end_segment(self) -> Update:
        words, self._recognised = self._recognised, ()
        timeless = tuple(replace(word, end_s=None) for word in words)
        updates = [
            *self._punctuator.push(Hypothesis(timeless, is_final=True)),
            *self._punctuator.flush(),
        ]
        sentences = [sentence for update in updates for sentence in update.sentences]
        return Update(tuple(_with_words(sentences, words)), "")


def _with_words(sentences: Sequence[Sentence], words: Sequence[Word]) -> Iterator[Sentence]:
    first = 0
    for sentence in sentences:
        end = first + len(sentence.words)
        yield replace(sentence, words=tuple(words[first:end]))
        first = end
