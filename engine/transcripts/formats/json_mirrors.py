"""Texts of a JSON file that repeat words of its segments, and so get the same marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.text.spacing import joined_texts
from engine.transcripts.formats.json_columns import Column, Leaf
from engine.transcripts.formats.json_segment import Segment
from engine.transcripts.recutting import LetterCounts, end_of_letters, letters, like

_LABEL = re.compile(r"(?:Speaker|Channel) [^:\n]{1,40}: ")  # from Deepgram's paragraphs
_MOST_OF_IT = 0.6
_PART_OF_IT = 0.3
_MOST_TRIES = 100  # for texts not found anywhere, each compared with all that was said


@dataclass(frozen=True, slots=True)
class Mirror:
    """A text in its place, and the index of its first letter among all words."""

    leaf: Leaf
    first: int


class Said:
    """All speech in a file's segments, as letters."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.letters = "".join(letters(segment.text) for segment in segments)
        self._words = {word for it in segments for word in map(letters, it.text.split())}
        lengths = (len(letters(word)) for segment in segments for word in segment.text.split())
        self._borders = {0, *accumulate(lengths)}

    def mirrors(self, column: Column) -> tuple[list[Mirror], bool]:
        """Return the texts of a column that repeat the speech, if they have most of it.

        Returns:
            The texts, and False if others in the column seem to repeat it but differ.
        """
        if not column.letters or not self.letters:
            return [], True
        found, missing = self._in_order(column.leaves)
        said = sum(len(letters(it.leaf.text)) for it in found)
        if found and said >= _MOST_OF_IT * len(self.letters):
            return found, not missing
        is_part = found and said >= _PART_OF_IT * len(self.letters)
        return [], not (is_part or self._resembles(column))

    def _in_order(self, leaves: Sequence[Leaf]) -> tuple[list[Mirror], int]:
        """Return those that are found, and the number of those that are not."""
        found: list[Mirror] = []
        at = missing = 0
        for leaf in leaves:
            repeated = "".join(letters(text) for _, text in _labelled(leaf.text))
            if not repeated:
                continue
            first = self._find(repeated, at)
            if first < 0:  # repeated once more
                first = self._find(repeated, 0)
            if first < 0:
                missing += 1
                if missing > _MOST_TRIES:
                    return [], missing
                continue
            at = first + len(repeated)
            found.append(Mirror(leaf, first))
        return found, missing

    def _find(self, repeated: str, at: int) -> int:
        first = self.letters.find(repeated, at)
        tries = 0
        while first >= 0 and not {first, first + len(repeated)} <= self._borders:
            tries += 1
            first = self.letters.find(repeated, first + 1) if tries < _MOST_TRIES else -1
        return first

    def _resembles(self, column: Column) -> bool:
        """Whether a column has most of the spoken words, even if not the same text."""
        if len(column.letters) < _MOST_OF_IT * len(self.letters):
            return False
        words = [letters(word) for leaf in column.leaves for word in leaf.text.split()]
        return sum(word in self._words for word in words) >= _MOST_OF_IT * len(words)


def words_of(segments: Sequence[Segment]) -> Iterator[Mirror]:
    """Yield the words of segments, which repeat their texts."""
    at = 0
    last = max((at for at, it in enumerate(segments) if it.words), default=-1)
    for segment in segments[: last + 1]:
        first = at
        for word in segment.words if segment.words_agree else ():
            if word.leaf is not None and not (segment.keeps_words or segment.pieces):
                yield Mirror(word.leaf, first)
            first += len(letters(word.text))
        at += len(letters(segment.text))


def renewed(
    mirrors: Iterable[Mirror],
    old_texts: Sequence[str],
    new_texts: Sequence[str],
    counts: LetterCounts,
    names: Mapping[str, str],
) -> Iterator[tuple[Mirror, str]]:
    """Yield mirrors whose words change, with their new texts.

    Args:
        mirrors: Mirrors of these texts.
        old_texts: Texts of the segments.
        new_texts: Texts of the same segments.
        counts: Maps letters of the old texts to the new ones.
        names: New names of speakers by the old ones.
    """
    seamless = "".join(old_texts).strip()
    before, now = _Letters(old_texts), _Letters(new_texts)
    for mirror in mirrors:
        text = mirror.leaf.text
        if text.strip() == seamless and "\n" not in seamless:
            yield mirror, like(text, "".join(new_texts).strip())
            continue
        at, pieces = mirror.first, []
        for label, line in _labelled(text):
            begin, at = at, at + len(letters(line))
            speaker = label.removesuffix(": ")
            pieces.append(label.replace(speaker, names.get(speaker, speaker)))
            was, new = before.piece(begin, at), now.piece(counts.now(begin), counts.now(at))
            pieces.append(line if new == was else like(line, _without_lead(line.strip(), was, new)))
        yield mirror, "".join(pieces)


class _Letters:
    """Consecutive texts, addressed by their letters."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._text = joined_texts(text.strip() for text in texts)
        self._ends = [0]
        for _ in range(len(letters(self._text))):
            self._ends.append(end_of_letters(self._text, self._ends[-1], 1))

    def piece(self, begin: int, end: int) -> str:
        """Return some letters with everything between and after them."""
        return self._text[self._ends[begin] : self._ends[end]].strip() if end > begin else ""


def _without_lead(word: str, was: str, new: str) -> str:
    """Return a piece without signs before the word, which a separate entry repeats."""
    return new.removeprefix(was.removesuffix(word)) if was.endswith(word) else new


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text, each after the label that a service puts before it."""
    for line in text.splitlines(keepends=True):
        found = _LABEL.match(line)
        label = found.group() if found else ""
        yield label, line[len(label) :]
