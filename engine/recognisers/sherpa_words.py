"""Builds words from sherpa-onnx tokens: pieces of English words, and Chinese characters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, takewhile

from engine.text.scripts import CJK
from engine.types import Word

_LONGEST_TOKEN_S = 0.32
_CHUNK_S = 0.6  # a paraformer hears this much at once
_RIGHT_CONTEXT_S = 0.18  # and waits for this much more
_BEGINS = " \u2581"  # before the first piece of a word; sherpa-onnx turns U+2581 into a space
GOES_ON = "@@"  # after a piece of a paraformer's word, except the last
_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_CJK = re.compile(f"({CJK})")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as the recogniser returns it.

    Attributes:
        text: Including the sign that a word begins or goes on.
        time_s: Since its segment began; None, like the probability, if the model does not report
            it.
    """

    text: str
    time_s: float | None = None
    log_probability: float | None = None


class FirstSeen:
    """Guesses token times for a model without: a chunk's tokens, spread evenly over the chunk.

    A guess is off by half a second at most, and times never run backwards.
    """

    def __init__(self) -> None:
        self._times_s: list[float] = []
        self._least_s = 0.0

    def times_s(self, count: int, now_s: float) -> list[float]:
        new = count - len(self._times_s)
        end_s = max(self._least_s, now_s - _RIGHT_CONTEXT_S)
        begin_s = max(self._least_s, end_s - _CHUNK_S)
        for at in range(new):
            self._times_s.append(begin_s + (end_s - begin_s) * at / new)
            self._least_s = self._times_s[-1]
        return self._times_s[:count]

    def new_segment(self) -> None:
        self._times_s.clear()


@dataclass(frozen=True, slots=True)
class TokenSpelling:
    """How a model spells.

    Attributes:
        marks_beginnings: Pieces show that a word begins (transducers), not that it goes on
            (paraformers).
        in_capitals: It has no small letters, so capitals mean nothing.
    """

    marks_beginnings: bool
    in_capitals: bool


def spelling_of(tokens: Sequence[str], *, marks_beginnings: bool) -> TokenSpelling:
    letters = "".join(token for token in tokens if not token.startswith("<"))
    return TokenSpelling(marks_beginnings, letters.upper() == letters != letters.lower())


def words_of(tokens: Iterable[Token], spelling: TokenSpelling, offset_s: float) -> tuple[Word, ...]:
    """Return words; each Chinese character is one.

    A word begins at its first token. It ends where the next one begins, but at most 0.32 s after
    its last token, since tokens have no ends. Its confidence is the geometric mean of its tokens'
    probabilities, leaving out marks after it. Words of tokens without times or probabilities have
    none. `offset_s` is when their segment began.
    """
    collected = [word for word in _collected(tokens, spelling) if _text(word)]
    following = chain(collected[1:], [None])
    return tuple(
        _word(word, after[0].time_s if after else None, spelling, offset_s)
        for word, after in zip(collected, following, strict=False)
    )


def _collected(tokens: Iterable[Token], spelling: TokenSpelling) -> list[list[Token]]:
    words: list[list[Token]] = []
    is_open = False
    for token in _pieces(tokens):
        text = token.text.lstrip(_BEGINS)
        is_cjk = bool(_CJK.search(text))
        continues = not spelling.marks_beginnings and text.endswith(GOES_ON)
        begins = spelling.marks_beginnings and text != token.text
        if begins or is_cjk or not is_open:
            words.append([])
        words[-1].append(replace(token, text=text.removesuffix(GOES_ON) if continues else text))
        is_open = not is_cjk and (spelling.marks_beginnings or continues)
    return words


def _pieces(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens, with single bytes joined to text, and Chinese characters one by one."""
    for is_byte, run in groupby(tokens, lambda token: bool(_BYTE.fullmatch(token.text))):
        for token in [_spelled(list(run))] if is_byte else run:
            for part in filter(None, _CJK.split(token.text)):
                yield replace(token, text=part)


def _spelled(run: list[Token]) -> Token:
    content = bytes(int(token.text[3:5], 16) for token in run)
    return replace(run[0], text=content.decode(errors="replace"))


def _text(word: Sequence[Token]) -> str:
    return "".join(token.text for token in word).strip()


def _word(
    word: Sequence[Token], next_s: float | None, spelling: TokenSpelling, offset_s: float
) -> Word:
    text = _text(word)
    text = text.lower() if spelling.in_capitals else text
    count = len([*takewhile(_is_mark, reversed(word))])
    core = word[: len(word) - count] or word  # a mark's time is in the pause after its word
    sure, sure_of_mark = _confidence(core), _confidence(word[len(core) :])
    start_s, last_s = core[0].time_s, core[-1].time_s
    if start_s is None or last_s is None:
        return Word(text, confidence=sure, mark_confidence=sure_of_mark)
    end_s = last_s + _LONGEST_TOKEN_S
    end_s = end_s if next_s is None else max(start_s, min(end_s, next_s))
    begin_s, end_s = round(offset_s + start_s, 2), round(offset_s + end_s, 2)
    return Word(text, begin_s, end_s, sure, mark_confidence=sure_of_mark)


def _is_mark(token: Token) -> bool:
    return bool(token.text) and not any(sign.isalnum() for sign in token.text)


def _confidence(word: Sequence[Token]) -> float | None:
    known = [token.log_probability for token in word if token.log_probability is not None]
    if not known or len(known) < len(word):
        return None
    return min(1.0, math.exp(sum(known) / len(known)))
