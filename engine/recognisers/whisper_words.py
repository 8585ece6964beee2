"""Times Whisper's words by its attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from engine.recognisers.stretch_decoder import RecognisedWord

_ATTENDED_A_SECOND = 50
_LEAST_ECHO = 4  # words; fewer may be repeated on purpose
_LEAST_UNHEARD = 2  # "knock knock" may be said this fast
_UNHEARD_S = 0.02  # what the attention gives a word that is not in the sound
_OPENING = "\"'“¿([{-"
_CLOSING = "\"'.。,，!！?？:：”)]}、"


def aligned_words(
    words: Sequence[tuple[str, list[int]]],
    alignment: Any,  # noqa: ANN401  CTranslate2 is untyped
) -> list[RecognisedWord]:
    """Return words with signs, times and probabilities, without repetitions from a loop.

    Follows OpenAI's `whisper.timing` and `find_alignment` of faster-whisper (both MIT).

    Args:
        words: Texts with their tokens; the last is the end's.
        alignment: CTranslate2's `WhisperAlignmentResult` for all these tokens.
    """
    text_places, sound_places = np.array(alignment.alignments).reshape(-1, 2).T
    is_first = np.diff(text_places, prepend=text_places[:1] - 1).astype(bool)
    times_s = sound_places[is_first] / _ATTENDED_A_SECOND  # per token
    ends = np.cumsum([0, *(len(tokens) for _, tokens in words[:-1])])
    heard = [
        RecognisedWord(
            text,
            float(times_s[begin]),
            float(times_s[end]),
            float(np.mean(alignment.text_token_probs[begin:end])),
            tokens=tuple(tokens),
        )
        for (text, tokens), (begin, end) in zip(words[:-1], pairwise(ends), strict=True)
    ]
    return without_echoes([word for word in _with_signs(heard) if word.text.strip()])


def _with_signs(words: Sequence[RecognisedWord]) -> list[RecognisedWord]:
    """Return words joined with the signs before and after them, keeping the words' own times."""
    opened: list[RecognisedWord] = []
    for word in reversed(words):
        if opened and word.text.startswith(" ") and word.text.strip() in _OPENING:
            opened[-1] = _joined(opened[-1], word, opened[-1])
        else:
            opened.append(word)
    closed: list[RecognisedWord] = []
    for word in reversed(opened):
        if closed and not closed[-1].text.endswith(" ") and word.text in _CLOSING:
            last = closed[-1]
            sure = word.probability if last.mark_probability is None else last.mark_probability
            closed[-1] = replace(_joined(last, last, word), mark_probability=sure)
        else:
            closed.append(word)
    return closed


def _joined(word: RecognisedWord, first: RecognisedWord, second: RecognisedWord) -> RecognisedWord:
    return replace(word, text=first.text + second.text, tokens=first.tokens + second.tokens)


def without_echoes(words: Sequence[RecognisedWord]) -> list[RecognisedWord]:
    """Return words without what repeats those just before, which nobody said: Whisper's loop."""
    words = words[: len(words) - echo_length([word.text for word in words])]
    while count := unheard_echo_length(words):
        words = words[:-count]
    kept: list[RecognisedWord] = []
    for word in words:
        kept.append(word)
        count = echo_length([word.text for word in kept])
        if count and (word.end_s or 0.0) - (kept[-count].start_s or 0.0) <= count * _UNHEARD_S:
            del kept[-count:]
    return kept


def echo_length(words: Sequence[str]) -> int:
    """Return how many last words repeat those just before them: Whisper's loop."""
    bare = [_bare(word) for word in words]
    for count in range(len(bare) // 2, _LEAST_ECHO - 1, -1):
        if bare[-count:] == bare[-2 * count : -count]:
            return count
    return 0


def unheard_echo_length(words: Sequence[RecognisedWord]) -> int:
    """Return how many last words repeat those before them without being in the sound.

    The attention finds no place for them: they take no time, except the last, which may get what is
    left of the sound.
    """
    bare = [_bare(word.text) for word in words]
    for count in range(_LEAST_UNHEARD, len(bare) // 2 + 1):
        is_unheard = all(map(_takes_no_time, words[-count:-1]))
        if is_unheard and bare[-count:] == bare[-2 * count : -count]:
            return count
    return 0


def _takes_no_time(word: RecognisedWord) -> bool:
    return (word.end_s or 0.0) - (word.start_s or 0.0) <= _UNHEARD_S


def _bare(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())
