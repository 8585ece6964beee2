"""What a streaming recogniser reports of utterances: growing partials, then a timed final."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.text.units import split_units
from engine.types import Hypothesis, Word

PAUSE_S = 1.0
_GAP_S = 0.05


def hypotheses(utterances: Iterable[str], *, gap_s: float = _GAP_S) -> Iterator[Hypothesis]:
    """Yield a partial per word and a final per utterance; `gap_s` of silence between words."""
    now_s = 0.0
    for utterance in utterances:
        words = []
        for text in split_units(utterance):
            end_s = now_s + 0.05 + 0.06 * len(text)
            words.append(Word(text, now_s, end_s, 0.95))
            now_s = end_s + gap_s
            partial = tuple(Word(word.text) for word in words)
            yield Hypothesis(partial, is_final=False, ends_segment=False, time_s=end_s)
        yield Hypothesis(tuple(words), is_final=True, time_s=now_s)
        now_s += PAUSE_S
