"""Lays out committed sentences as subtitle cues: two lines of 42 letters, seven seconds.

A line holds 21 Chinese characters.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.messages import Message
from engine.text.scripts import is_cjk
from engine.types import Sentence

ENDS_TOO_EARLY = Message("this cue ends before it begins; other formats get an estimated end")
_LINE_CHARACTERS = 42
_LINES = 2
_CUE_S = 7.0
_SHORTEST_CUE_S = 0.001
_WORD_S = 0.4
_MOST_WORDS = 1000  # per cue, far more than its lines hold
_COMMAS = (",", ";", ":", "，", "、")


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """A written word with its times in seconds, and the space before it."""

    text: str
    start_s: float
    end_s: float
    space: str


@dataclass(frozen=True, slots=True)
class NewCue:
    """A subtitle: its lines, and when they are shown, in seconds."""

    lines: tuple[str, ...]
    start_s: float
    end_s: float


class CueLayout:
    """Splits sentences into cues, one sentence after another; cues never overlap."""

    def __init__(self) -> None:
        self._end_s = 0.0

    def cues(self, sentence: Sentence) -> Iterator[NewCue]:
        """Yield the cues of a sentence, split at commas if possible, else between words."""
        words = timed_words(sentence, self._end_s)
        at = 0
        while at < len(words):
            ahead = words[at : at + _MOST_WORDS]
            count = _words_in_cue(ahead)
            yield self._cue(ahead[:count])
            at += count

    def _cue(self, words: Sequence[WrittenWord]) -> NewCue:
        start_s = max(words[0].start_s, self._end_s)
        end_s = min(max(words[-1].end_s, start_s + _SHORTEST_CUE_S), start_s + _CUE_S)
        self._end_s = end_s
        return NewCue(tuple(_wrapped(words)), start_s, end_s)


def timed_words(sentence: Sentence, begin_s: float) -> list[WrittenWord]:
    """Give every word a time: unknown ones evenly share the gap between their neighbours."""
    starts_s = [word.start_s for word in sentence.words]
    starts = _interpolated(starts_s, begin_s, sentence.words[-1].end_s)
    timed = []
    rows = zip(sentence.words, sentence.surfaces, sentence.gaps, strict=True)
    for at, (word, surface, space) in enumerate(rows):
        next_s = starts[at + 1] if at + 1 < len(starts) else starts[at] + _WORD_S
        end_s = next_s if word.end_s is None else word.end_s
        timed.append(WrittenWord(surface, starts[at], max(end_s, starts[at]), space))
    return timed


def _interpolated(
    times_s: Sequence[float | None], begin_s: float, end_s: float | None
) -> list[float]:
    filled: list[float] = []
    known_at = _next_known(times_s)
    for at, time_s in enumerate(times_s):
        before_s = filled[-1] if filled else begin_s
        if time_s is not None:
            filled.append(max(time_s, before_s) if filled else time_s)
            continue
        ahead = known_at[at]
        step_s = _WORD_S
        if ahead is not None and (known_s := times_s[ahead]) is not None:
            step_s = max(0.0, min(_WORD_S, (known_s - before_s) / (ahead - at + bool(filled))))
        elif end_s is not None and end_s > before_s:
            step_s = min(_WORD_S, (end_s - before_s) / (len(times_s) - at + bool(filled)))
        filled.append(before_s + step_s if filled else before_s)
    return filled


def _next_known(times_s: Sequence[float | None]) -> list[int | None]:
    """Return the index of the next known time for each place, in one backward pass."""
    places: list[int | None] = []
    known: int | None = None
    for at in range(len(times_s) - 1, -1, -1):
        known = at if times_s[at] is not None else known
        places.append(known)
    return places[::-1]


def _words_in_cue(words: Sequence[WrittenWord]) -> int:
    count = _words_that_fit(words)
    if count == len(words):
        return count
    commas = [at for at in range(count // 3, count) if words[at].text.endswith(_COMMAS)]
    return commas[-1] + 1 if commas else count


def _words_that_fit(words: Sequence[WrittenWord]) -> int:
    for count in range(2, len(words) + 1):
        is_long = words[count - 1].end_s - words[0].start_s > _CUE_S
        if is_long or len(_wrapped(words[:count])) > _LINES:
            return count - 1
    return len(words)


def _wrapped(words: Sequence[WrittenWord]) -> list[str]:
    if any(is_cjk(word.text) for word in words):
        return _wrapped_units(words)
    text = "".join(word.space + word.text for word in words).strip()
    return textwrap.wrap(text, _LINE_CHARACTERS, break_long_words=False, break_on_hyphens=False)


def _wrapped_units(words: Sequence[WrittenWord]) -> list[str]:
    """Break lines between units: never within a word, and never before a mark."""
    lines: list[str] = []
    for word in words:
        longer = lines[-1] + word.space + word.text if lines else ""
        if longer and _cells(longer) <= _LINE_CHARACTERS:
            lines[-1] = longer
        else:
            lines.append(word.text)
    return lines


def _cells(text: str) -> int:
    """Return the width of a text; a Chinese character is as wide as two letters."""
    return len(text) + sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)


def written_time(time_s: float, sign: str = ".") -> str:
    """Return a time as `00:00:00.000`."""
    minutes, thousandths = divmod(round(time_s * 1000), 60_000)
    seconds, thousandths = divmod(thousandths, 1000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}{sign}{thousandths:03}"
