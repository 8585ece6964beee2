"""Which characters and words a vocabulary for several languages has to hold.

The Traditional, Simplified and regional forms of a character share one row: what is learnt from
texts in one script is known in the other, and a vocabulary for both is no larger than for one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.text.scripts import is_cjk

_WORD = re.compile(r"[^\W\d_]+|\d+")
_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x2A6E0))
_REGIONS = ("tw2s", "hk2s")
_ROUNDS = 3  # the Simplified form of one may be the Traditional form of another: 麼, 么, 幺


@dataclass(slots=True)
class TextCounts:
    """How often each CJK character and each other word (lower case) stands in some texts."""

    characters: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    def add(self, line: str) -> None:
        letters = Counter(line)
        found = {letter: n for letter, n in letters.items() if is_cjk(letter)}
        self.characters.update(found)
        spaced = "".join(" " if letter in found else letter for letter in line)
        self.words.update(_WORD.findall(spaced.lower()))


def shared_forms(characters: Iterable[str]) -> dict[str, str]:
    """Return the Simplified form that shares its row with each character; mostly its own."""
    from opencc import OpenCC

    known = sorted(set(characters))
    forms = list(known)
    for converter in [OpenCC(region) for region in _REGIONS] * _ROUNDS:
        forms = converter.convert("\n".join(forms)).split("\n")  # a line each: no words are seen
    return {one: form if len(form) == 1 else one for one, form in zip(known, forms, strict=True)}


def choose_characters(counts: Mapping[str, int], most: int) -> dict[str, int]:
    """Give the commonest characters a row each, 0 to `most` - 1, all forms of one the same.

    Returns:
        Rows of the characters in the texts, and of every other form of these.
    """
    forms = shared_forms({*counts, *_all_characters()})
    shared: Counter[str] = Counter()
    for character, count in counts.items():
        shared[forms[character]] += count
    rows = {form: row for row, (form, _) in enumerate(shared.most_common(most))}
    return {one: rows[form] for one, form in forms.items() if form in rows}


def _all_characters() -> Iterator[str]:
    for first, end in _BLOCKS:
        yield from map(chr, range(first, end))


def count_texts(lines: Iterable[str]) -> TextCounts:
    counts = TextCounts()
    for line in lines:
        counts.add(line)
    return counts
