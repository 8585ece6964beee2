"""Sentences of a recording on the timeline of its session."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.types import Sentence, Word


def moved(sentences: Iterable[Sentence], offset_s: float) -> tuple[Sentence, ...]:
    """Return sentences with the times of their words so much later."""
    return tuple(
        replace(sentence, words=tuple(_moved(word, offset_s) for word in sentence.words))
        for sentence in sentences
    )


def _moved(word: Word, offset_s: float) -> Word:
    start_s = None if word.start_s is None else word.start_s + offset_s
    end_s = None if word.end_s is None else word.end_s + offset_s
    return replace(word, start_s=start_s, end_s=end_s)
