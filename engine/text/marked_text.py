"""Reads written text back into words and labels: the inverse of the punctuator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.punctuation.labels import Case, Mark, case_of
from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING
from engine.text.units import split_units

_OPENING = "\"'([{<«“‘‹*_•#~" + WIDE_OPENING
_CLOSING = "\"')]}>»”’›*_~·・‧～" + WIDE_CLOSING
_MARKS = ".,;:?!…‚،؛؟।" + WIDE_MARKS
DASHES = "-–—―"
MARK_SIGNS = frozenset(_MARKS + DASHES)
_CLOSERS = _CLOSING + WIDE_OPENING  # including a space after the bracket: 第（ 三）項
_BEFORE = _OPENING + WIDE_CLOSING
_TRAILING = _CLOSERS + _MARKS + DASHES
_LEADING = re.compile(f"^[{re.escape(_BEFORE + _MARKS + DASHES)}]+")
_DOTTED_ABBREVIATION = re.compile(r"^(?:[^\W\d_]\.){2,}$")
_CLITIC = re.compile(r"^'(?:s|m|d|re|ve|ll|em|cause|til|tis|twas|bout|n)$", re.IGNORECASE)
_TITLES = frozenset(
    ("mr", "mrs", "ms", "dr", "prof", "st", "vs", "gen", "sen", "rep", "gov", "lt", "col", "capt")
)
_NUMBER_SIGN = re.compile(r"^[-–+.]?(?=[\d])")
_HALF_WIDTH = str.maketrans("，。？！；：｡．､﹐﹑﹖﹗؛؟।", ",.?!;:..、,、?!;?.")
_ELLIPSIS = re.compile(r"…|\.\.")
_INNER_DASH = re.compile(r"(?<=[^\W\d_])(?:—|―|--+)(?=[\w\"'“‘])")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\u00a0": " "})


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A written word taken apart; it was `prefix + core + mark + suffix`.

    `core` is the spoken word in its written case; quotation marks and brackets have no label.
    """

    prefix: str
    core: str
    mark: Mark
    suffix: str

    @property
    def case(self) -> Case:
        return case_of(self.core)


def straightened(text: str) -> str:
    """Return the text with straight quotation marks and apostrophes, character for character."""
    return text.translate(_STRAIGHT)


def read_marked_text(text: str) -> list[MarkedWord]:
    """Split written text into units, each with its mark and case.

    Marks fold as in the IWSLT benchmark (Alam et al. 2020): comma from `, : -` and `，：——`, period
    from `. ;` and `。；`; exclamation mark and enumeration comma are classes of their own. A sign
    on its own belongs to the word before it.
    """
    words: list[MarkedWord] = []
    trails_off = False
    for piece in _pieces(text):
        word = _take_apart(piece)
        if word is None:
            words[-1:] = [_with_stray(last, piece) for last in words[-1:]]
            continue
        if trails_off and word.case is not Case.LOWER:
            words[-1] = replace(words[-1], mark=Mark.PERIOD)
        words.append(word)
        trails_off = word.mark is Mark.COMMA and _ELLIPSIS.search(piece) is not None
    if trails_off:
        words[-1] = replace(words[-1], mark=Mark.PERIOD)
    return words


def _pieces(text: str) -> Iterator[str]:
    for unit in split_units(text):
        piece = straightened(unit)
        yield from _INNER_DASH.sub("— ", piece).split(" ")


def _take_apart(piece: str) -> MarkedWord | None:
    is_character = len(piece) == 1 and piece.isalnum()  # like most units of Chinese text
    if is_character or _CLITIC.match(piece):
        return MarkedWord("", piece, Mark.NONE, "")
    prefix, rest = "", piece
    leading = _LEADING.match(rest)
    if leading:
        prefix, rest = leading.group(), rest[leading.end() :]
        if prefix[-1] in "-–." and rest[:1].isdigit():
            prefix, rest = prefix[:-1], prefix[-1] + rest
        elif prefix[-1] == "'" and _CLITIC.match("'" + rest.rstrip(_MARKS)):
            prefix, rest = prefix[:-1], "'" + rest
    core = rest.rstrip(_TRAILING)
    tail = rest[len(core) :]
    if not any(letter.isalnum() for letter in core):
        return None
    if tail.startswith(".") and _DOTTED_ABBREVIATION.match(core + "."):
        core, tail = core + ".", tail[1:]
    suffix = "".join(letter for letter in tail if letter in _CLOSERS)
    kept_prefix = "".join(letter for letter in prefix if letter in _BEFORE)
    return MarkedWord(kept_prefix, core, _mark_of(tail, core), suffix)


def _mark_of(tail: str, core: str) -> Mark:
    tail = tail.translate(_HALF_WIDTH)
    if "?" in tail:
        return Mark.QUESTION
    if "!" in tail:
        return Mark.EXCLAMATION
    is_abbreviated = "." in tail and tail.rstrip(_CLOSERS).endswith(",")  # as in "Inc.,"
    if "…" in tail or ".." in tail or is_abbreviated:
        return Mark.COMMA
    if ";" in tail:
        return Mark.PERIOD
    if "." in tail:
        return Mark.NONE if core.lower() in _TITLES else Mark.PERIOD
    marks = tail.strip(_CLOSERS)
    return Mark.ENUMERATION if marks == "、" else Mark.COMMA if marks else Mark.NONE


def _with_stray(word: MarkedWord, stray: str) -> MarkedWord:
    if word.mark is not Mark.NONE or not any(s in MARK_SIGNS for s in stray):
        return word
    return replace(word, mark=_mark_of(stray.strip(_OPENING), word.core))
