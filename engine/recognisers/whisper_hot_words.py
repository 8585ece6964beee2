"""Expected words: where Whisper heard something similar, the sound decides again.

Whisper weighs what is usual against what it hears, so it writes "and do that" for "undo that".
Words spelt almost like a hot word are scored again with the hot word in their place; the likelihood
of both in the sound tells which was said.
"""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice

_MOST = 1_000
_LEAST_LETTERS = 5  # shorter ones resemble too many words
_ALIKE = 0.6  # of the letters, in order
_MORE_WORDS, _MORE_LETTERS = 2, 4  # than the hot word has, or fewer letters
_MOST_READINGS = 8  # each takes as long as writing a text once more
_MOST_SPANS = 2  # per hot word
_SOUNDS = str.maketrans("cqvyz", "kkfis")  # letters often written for the same sound
_SIGNS = string.punctuation + "…，。？！；：、“”‘’"


@dataclass(frozen=True, slots=True)
class Reading:
    """A hot word in place of words that were heard.

    Attributes:
        first, end: Places of those words.
        text: With a space before it, and their capital and signs.
        letters: The hot word's, in lower case.
    """

    first: int
    end: int
    text: str
    letters: str

    def overlaps(self, other: Reading) -> bool:
        return self.first < other.end and other.first < self.end


class WhisperHotWords:
    """Hot words, indexed by their pairs of letters."""

    def __init__(self, hot_words: Iterable[str]) -> None:
        """Take the first thousand words or phrases that are long enough, without duplicates."""
        spelt: dict[str, str] = {}
        for word in hot_words:
            spelt.setdefault(_letters(word), word)
        usable = (it for it in spelt.items() if len(it[0]) >= _LEAST_LETTERS)
        self._words = dict(islice(usable, _MOST))
        self._longest = max(map(len, self._words), default=0)
        self._sounds = {bare: bare.translate(_SOUNDS) for bare in self._words}
        self._with_pair: dict[str, list[str]] = defaultdict(list)
        for bare, sounds in self._sounds.items():
            for pair in _pairs(sounds):
                self._with_pair[pair].append(bare)

    def readings(self, texts: Sequence[str]) -> list[Reading]:
        """Return what may have been said instead, most similar first.

        Args:
            texts: Words as Whisper writes them; a sign may follow a word or stand alone.
        """
        bare = [_letters(text) for text in texts]
        known = {at for span in _spans(bare, self._longest) if span[2] in self._words
                 for at in range(*span[:2])}  # fmt: skip
        found: list[tuple[float, Reading]] = []
        for first, end, letters in _spans(bare, self._longest + _MORE_LETTERS):
            if known.isdisjoint(range(first, end)):
                for likeness, other in self._alike(letters, end - first):
                    text = _written(self._words[other], texts[first:end])
                    found.append((likeness, Reading(first, end, text, other)))
        readings: list[Reading] = []
        found.sort(key=lambda one: (-one[0], one[1].first, one[1].end, one[1].letters))
        for _, reading in found:
            same = (it for it in readings if it.letters == reading.letters)
            if sum(map(reading.overlaps, same)) < _MOST_SPANS:
                readings.append(reading)
        return readings[:_MOST_READINGS]

    def _alike(self, letters: str, words: int) -> Iterator[tuple[float, str]]:
        """Yield the letters of hot words similar to those of some words, with their similarity."""
        sounds = letters.translate(_SOUNDS)
        others = {it for pair in _pairs(sounds) for it in self._with_pair.get(pair, ())}
        for other in others:
            most_words = len(self._words[other].split()) + _MORE_WORDS
            if words <= most_words and abs(len(letters) - len(other)) <= _MORE_LETTERS:
                likeness = SequenceMatcher(
                    None, sounds, self._sounds[other], autojunk=False
                ).ratio()
                if likeness >= _ALIKE:
                    yield likeness, other


def _spans(bare: Sequence[str], longest: int) -> Iterator[tuple[int, int, str]]:
    """Yield start and end of runs of words without a sign in between, and their letters."""
    for first in range(len(bare)):
        letters = ""
        for end in range(first + 1, len(bare) + 1):
            letters += bare[end - 1]
            if not bare[end - 1] or len(letters) > longest:
                break
            yield first, end, letters


def _written(hot_word: str, texts: Sequence[str]) -> str:
    """Return a hot word, with a space before it, written like the words it replaces."""
    last = texts[-1]
    signs = last[len(last.rstrip(_SIGNS)) :]
    has_capital = texts[0].lstrip(_SIGNS + " ")[:1].isupper()
    return f" {hot_word[:1].upper() if has_capital else hot_word[:1]}{hot_word[1:]}{signs}"


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _pairs(letters: str) -> set[str]:
    return {letters[at : at + 2] for at in range(len(letters) - 1)}
