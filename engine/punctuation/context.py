"""Reads the text around the cursor for the first capital and the last mark of a dictation."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from engine.network.backend import FloatArray
from engine.punctuation.labels import (
    CASE_COLUMNS,
    MARK_COLUMNS,
    SENTENCE_ROWS,
    Case,
    Mark,
    case_of,
    inner_rows,
)
from engine.text.marked_text import MARK_SIGNS, MarkedWord, read_marked_text
from engine.text.scripts import WIDE_CLOSING, WIDE_OPENING, is_cjk
from engine.types import Context, MarkSource, Word

_MOST_SIGNS = 1_000  # characters read on either side
_SIGNS_OF_START = 80  # enough to tell whether a sentence begins
_MOST_WORDS_BEFORE = 96
_MOST_WORDS_AFTER = 24
_ENDS = ".?!…。？！"  # after an ellipsis, 97 % of `en/dev` have a capital
_QUOTES = '"“”„‘«»「」『』'
_OPENING_QUOTES = "“„‘«「『"
_CLOSING_QUOTES = "”’»」』"
_OPENING_BRACKETS = "([{" + "".join(sign for sign in WIDE_OPENING if sign not in _QUOTES)
_CLOSING = "\")]}'" + _CLOSING_QUOTES + WIDE_CLOSING
_LIST_SIGN = re.compile(r"(?:[-*+•·–]|#+|>|\(?(?:\d{1,3}|[A-Za-z])[.)]|[-*] \[[ x]\])")
NEVER = 50.0  # log-odds that no score can outweigh
_LEAST_CHANCE = 0.002  # of a capital that does not begin a sentence
_BETWEEN_SENTENCES = 5.0  # log-odds of an end against a comma, if the dictation began a sentence
_WITHOUT_COMMA = 2.0  # against no mark, this much less: words may go before a sentence
_SENTENCE_IN_LOWER_CASE = 5.0  # log-odds against an end before a word in lower case


@dataclass(frozen=True, slots=True)
class Left:
    """What precedes the cursor; `words` are bare, but the last has its mark if it is open."""

    words: tuple[Word, ...]
    starts_sentence: bool


@dataclass(frozen=True, slots=True)
class Right:
    """What follows the cursor.

    Attributes:
        words: Bare words; none before a mark or at the end.
        takes_mark: False before a mark or a closing bracket.
        case: Case of the next word; None if it says nothing.
    """

    words: tuple[Word, ...] = ()
    takes_mark: bool = True
    case: Case | None = None

    @property
    def is_nothing(self) -> bool:
        return self.takes_mark and not self.words


def left_of(context: Context) -> Left:
    """Read the text before the cursor."""
    text = (context.before or "")[-_MOST_SIGNS:]
    marked = read_marked_text(text)[-_MOST_WORDS_BEFORE:]
    words = [_bare(word) for word in marked]
    if context.is_open and words:
        words[-1] = replace(words[-1], source_mark=marked[-1].mark, mark_source=MarkSource.SEAM)
    return Left(tuple(words), starts_sentence(text))


def starts_sentence(before: str) -> bool:
    """Whether what follows this text begins a sentence."""
    text = before[-_SIGNS_OF_START:].rstrip()
    if not text or _LIST_SIGN.fullmatch(text.strip()):
        return True
    if text[-1] in _OPENING_BRACKETS:
        return starts_sentence(text[:-1])
    if text[-1] in _OPENING_QUOTES or (text[-1] == '"' and text[-2:-1] in "( \u3000\t—"):
        ahead = text[:-1].rstrip()
        return ahead[-1:] in (",", ":", "，", "：") or starts_sentence(ahead)
    bare = text.rstrip(_CLOSING)
    if not bare or bare[-1] not in _ENDS:
        return False
    last = read_marked_text(bare)
    return not last or last[-1].mark is not Mark.NONE  # "Mr." and "U.S." have no mark


def right_of(after: str) -> Right:
    """Read the text after the cursor, within the paragraph."""
    text = after[:_MOST_SIGNS].split("\n", 1)[0].strip()
    if not text:
        return Right()
    rest = text.lstrip(_CLOSING)
    if len(rest) < len(text):  # a quotation or bracket is closed here
        closed = text[: len(text) - len(rest)]
        rest = rest.lstrip()
        if any(sign not in "\"'" + _CLOSING_QUOTES for sign in closed):
            return Right(takes_mark=False)
        if rest[:1].islower():
            return replace(_following(rest), case=Case.LOWER)
        return Right(takes_mark=rest[:1] not in MARK_SIGNS or not rest)
    if text[0] in MARK_SIGNS:
        return Right(takes_mark=False)
    return _following(text)


def weigh_right(
    row: FloatArray,
    right: Right,
    following: FloatArray | None,
    *,
    begins: bool,
    is_always_capital: bool,
) -> FloatArray:
    """Return the scores of the last dictated word, given what follows it.

    A capital there is the likelier to begin a sentence, the less likely the word is to have one
    elsewhere; a sentence rarely begins in lower case.

    Args:
        row: (labels,) unnormalised.
        right: What follows the cursor.
        following: (labels,) of the next word; None if there is none.
        begins: Whether the dictation began a sentence.
        is_always_capital: Whether the next word always has a capital.
    """
    weighed = row.astype(np.float64)
    marks = weighed[MARK_COLUMNS]
    if not right.takes_mark:
        marks[Mark.NONE] += NEVER
    elif right.case is Case.LOWER:
        marks[SENTENCE_ROWS] -= _SENTENCE_IN_LOWER_CASE
    elif following is not None:
        if begins:
            marks[SENTENCE_ROWS] += _BETWEEN_SENTENCES
            marks[Mark.NONE] += _WITHOUT_COMMA
        if right.case is not None and not is_always_capital:
            cases = following[CASE_COLUMNS].astype(np.float64)
            chance = 1.0 - np.exp(cases[Case.LOWER] - np.logaddexp.reduce(cases))
            marks[inner_rows(len(marks))] += np.log(max(_LEAST_CHANCE, float(chance)))
    result: FloatArray = weighed.astype(np.float32)
    return result


def _following(text: str) -> Right:
    marked = read_marked_text(text)[:_MOST_WORDS_AFTER]
    if not marked:
        return Right()
    first = marked[0]
    tells = first.core[0].isalpha() and not is_cjk(first.core) and not first.prefix
    case = case_of(first.core) if tells else None
    return Right(tuple(map(_bare, marked)), case=None if case is Case.MIXED else case)


def _bare(word: MarkedWord) -> Word:
    return Word(word.core if word.case is Case.MIXED else word.core.lower())
