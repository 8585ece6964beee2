"""Which words of a text that was edited are which of those before it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

_GRAM = 3
_LARGEST_GAP = 250_000  # words on one side times words on the other that are compared one by one


def partners(written: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of places that hold the same word, both in rising order.

    Runs of words that occur once on either side are anchors; what lies between is compared word
    by word, unless it is so large that nothing of it is likely to have stayed.
    """
    written, said = list(map(_key, written)), list(map(_key, said))
    begin_w = begin_s = 0
    for at_w, at_s in (*_anchors(written, said), (len(written), len(said))):
        gap_w, gap_s = written[begin_w:at_w], said[begin_s:at_s]
        if len(gap_w) * len(gap_s) <= _LARGEST_GAP:
            for block in SequenceMatcher(None, gap_w, gap_s, autojunk=False).get_matching_blocks():
                for at in range(block.size):
                    yield begin_w + block.a + at, begin_s + block.b + at
        if at_w < len(written):
            yield at_w, at_s
        begin_w, begin_s = at_w + 1, at_s + 1


def _key(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum()) or text


def _anchors(written: Sequence[str], said: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest rising row of places where the same unique run of words begins."""
    ours, theirs = _unique_grams(written), _unique_grams(said)
    pairs = sorted((at, theirs[gram]) for gram, at in ours.items() if gram in theirs)
    tails: list[int] = []
    tail_numbers: list[int] = []
    before: list[int] = []  # number of the pair before each, -1 for the first of a row
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(tail_numbers[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        tail_numbers[length : length + 1] = [number]
    chosen = []
    number = tail_numbers[-1] if tail_numbers else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    return chosen[::-1]


def _unique_grams(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for at in range(len(words) - _GRAM + 1):
        gram = tuple(words[at : at + _GRAM])
        places[gram] = -1 if gram in places else at
    return {gram: at for gram, at in places.items() if at >= 0}
