"""Texts of a JSON file that repeat words of its segments: they get the same marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.text.spacing import joined_texts
from engine.transcripts.formats.json_literals import JsonObject, Table
from engine.transcripts.formats.json_segment import Segment, texts_at
from engine.transcripts.recutting import LetterCounts, end_of_letters, letters, like

_LABEL = re.compile(r"(?:Speaker|Channel) [^:\n]{1,40}: ")  # Deepgram's, in its paragraphs


@dataclass(frozen=True, slots=True)
class Mirror:
    """A text under a key of an object, and from which letter of all words it begins."""

    holder: JsonObject
    key: str
    first: int


def find_mirrors(
    value: object, paths: Iterable[str], segments: Sequence[Segment]
) -> tuple[list[Mirror], bool]:
    """Find the texts at some paths that repeat words of the segments, from word to word.

    Returns:
        Those found, the words of the segments among them, and whether all were found that have
        letters.
    """
    spoken = "".join(letters(segment.text) for segment in segments)
    lengths = (len(letters(word)) for segment in segments for word in segment.text.split())
    borders = {0, *accumulate(lengths)}
    found: list[Mirror] = []
    is_whole = True
    for path in paths:
        at = 0
        for holder, key in texts_at(value, path):
            if any(holder is s.holder and key == s.text_key for s in segments):
                continue
            repeated = "".join(letters(text) for _, text in _labelled(holder[key]))
            first = _find(spoken, repeated, at, borders) if repeated else at
            if first < 0:  # they are repeated once more
                first = _find(spoken, repeated, 0, borders)
            if first < 0:
                is_whole = False
                continue
            at = first + len(repeated)
            if repeated:
                found.append(Mirror(holder, key, first))
    return found, is_whole


def words_of(segments: Iterable[Segment]) -> Iterator[Mirror]:
    """Yield the words of segments, which repeat the texts."""
    at = 0
    for segment in segments:
        first = at
        for entry in segment.entries if segment.entries_agree else ():
            if isinstance(entry, Table) and not segment.keeps_words:
                yield Mirror(entry, segment.word_key, first)
            first += len(letters(entry[segment.word_key]))
        at += len(letters(segment.text))


def renewed(
    mirrors: Iterable[Mirror],
    old_texts: Sequence[str],
    new_texts: Sequence[str],
    counts: LetterCounts,
    names: Mapping[str, str],
) -> Iterator[tuple[Mirror, str]]:
    """Yield the mirrors whose words change, with their new texts.

    Args:
        mirrors: of these texts.
        old_texts: of the segments.
        new_texts: of the same segments.
        counts: where the letters of the old texts stand in the new ones.
        names: new names of speakers by the old ones.
    """
    seamless = "".join(old_texts).strip()
    before, now = _Letters(old_texts), _Letters(new_texts)
    for mirror in mirrors:
        old = mirror.holder[mirror.key]
        if old.strip() == seamless and "\n" not in seamless:
            yield mirror, like(old, "".join(new_texts).strip())
            continue
        at, pieces = mirror.first, []
        for label, line in _labelled(old):
            begin, at = at, at + len(letters(line))
            speaker = label.removesuffix(": ")
            pieces.append(label.replace(speaker, names.get(speaker, speaker)))
            was, new = before.piece(begin, at), now.piece(counts.now(begin), counts.now(at))
            pieces.append(line if new == was else like(line, _without_lead(line.strip(), was, new)))
        yield mirror, "".join(pieces)


class _Letters:
    """Texts behind one another, as places of their letters."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._text = joined_texts(text.strip() for text in texts)
        self._ends = [0]
        for _ in range(len(letters(self._text))):
            self._ends.append(end_of_letters(self._text, self._ends[-1], 1))

    def piece(self, begin: int, end: int) -> str:
        """Return some letters with what stands between and behind them."""
        return self._text[self._ends[begin] : self._ends[end]].strip() if end > begin else ""


def _without_lead(word: str, was: str, new: str) -> str:
    """Return a piece without the signs before the word, which an entry of their own repeats."""
    return new.removeprefix(was.removesuffix(word)) if was.endswith(word) else new


def _find(spoken: str, repeated: str, at: int, borders: set[int]) -> int:
    first = spoken.find(repeated, at)
    while first >= 0 and not {first, first + len(repeated)} <= borders:
        first = spoken.find(repeated, first + 1)
    return first


def _labelled(text: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text, each after the label that a service puts before it."""
    for line in text.splitlines(keepends=True):
        found = _LABEL.match(line)
        label = found.group() if found else ""
        yield label, line[len(label) :]
