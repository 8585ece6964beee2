"""Texts of a JSON file that repeat the words of its segments: they get the same marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.text.spacing import joined_texts
from engine.transcripts.formats.json_segment import JsonObject, Segment, texts_at
from engine.transcripts.recutting import end_of_letters, letters, like

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
        Those found, and whether all were found that have letters.
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


def renew_mirrors(
    mirrors: Iterable[Mirror], segments: Sequence[Segment], names: Mapping[str, str]
) -> None:
    """Write the segments' new texts to the texts that repeat them; `names` are of speakers."""
    old_texts = [segment.text for segment in segments]
    new_texts = [segment.new_text for segment in segments]
    seamless = "".join(old_texts).strip()
    text = joined_texts(new.strip() for new in new_texts)
    ends: list[int] = []
    for mirror in mirrors:
        old = mirror.holder[mirror.key]
        if old.strip() == seamless and "\n" not in seamless:
            mirror.holder[mirror.key] = like(old, "".join(new_texts).strip())
            continue
        ends = ends or _letter_ends(text)
        at, pieces = mirror.first, []
        for label, line in _labelled(old):
            count = len(letters(line))
            begin, at = at, at + count
            piece = text[ends[begin] : ends[at]].strip() if count else ""
            speaker = label.removesuffix(": ")
            named = label.replace(speaker, names.get(speaker, speaker))
            pieces.append(named + (like(line, piece) if count else line))
        mirror.holder[mirror.key] = "".join(pieces)


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


def _letter_ends(text: str) -> list[int]:
    """Return where the first, the second … letter ends, with the signs that end its word."""
    count = len(letters(text))
    ends = [0]
    for _ in range(count):
        ends.append(end_of_letters(text, ends[-1], 1))
    return ends
