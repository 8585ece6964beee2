"""Positions of a session's recognised words in its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from app.document.word_alignment import Spans, key, partners, words_of
from app.history.records import PlacedWord, StoredSession
from engine.text.units import split_units, unit_spans
from engine.types import Sentence


def placed_words(session: StoredSession) -> list[PlacedWord]:
    """Return the positions of the words, in text order.

    The history stores this. Only what it leaves open is searched for: words in a text written by an
    older Fermata, and words that were retyped.
    """
    sentences = {number: one.merged for number, one in session.numbered}
    if session.document is None:
        return list(committed_words(session.text, sentences))
    known = [
        word
        for word in session.spans
        if word.sentence in sentences and word.word < len(sentences[word.sentence].words)
    ]
    if len(known) == sum(len(sentence.words) for sentence in sentences.values()):
        return known
    return sorted((*known, *_found(session.document, sentences, known)))


def committed_words(text: str, sentences: Mapping[int, Sentence]) -> Iterator[PlacedWord]:
    """Yield the positions of words in a text that consists of these numbered sentences."""
    end = 0
    for number, sentence in sentences.items():
        for index, surface in enumerate(sentence.surfaces):
            if core := surface.strip():
                start = text.index(core, end)
                end = start + len(core)
                yield PlacedWord(start, end, number, index)


def in_order_of_place(numbers: Iterable[int], words: Iterable[PlacedWord]) -> list[int]:
    """Return sentence numbers in text order; one without words keeps its place."""
    starts = {word.sentence: word.start for word in reversed([*words])}
    places, place = {}, 0
    for number in numbers:
        place = places[number] = starts.get(number, place)
    return sorted(places, key=places.__getitem__)


def _found(
    text: str, sentences: Mapping[int, Sentence], known: Sequence[PlacedWord]
) -> Iterator[PlacedWord]:
    """Yield unplaced words, as far as they stand between the same placed ones."""
    units = list(unit_spans(text))
    written = [key(text[start:end]) for start, end in units]
    said = [
        (key(unit), (number, index))
        for number in in_order_of_place(sentences, known)
        for index, surface in enumerate(sentences[number].surfaces)
        for unit in split_units(surface)
    ]
    is_known = {word[2:4] for word in known}
    is_taken = {at for at, word in enumerate(words_of(units, known)) if word is not None}
    begin_w = begin_s = 0
    last: PlacedWord | None = None
    last_at = -1
    for at_w, end_w, at_s, end_s in chain(
        _known_runs(units, said, known), [(len(units), 0, len(said), 0)]
    ):
        gap = written[begin_w:at_w], [word for word, _ in said[begin_s:at_s]]
        for one, other in partners(*gap) if all(gap) else ():
            place, word = begin_w + one, said[begin_s + other][1]
            if word in is_known or place in is_taken:
                continue
            (start, end) = units[place]
            if last is not None and last[2:4] == word:  # another unit of the same word
                last = last._replace(end=end) if last_at == place - 1 else last
            else:
                if last is not None:
                    yield last
                last = PlacedWord(start, end, *word)
            last_at = place
        begin_w, begin_s = end_w, end_s
    if last is not None:
        yield last


def _known_runs(
    units: Spans, said: Sequence[tuple[str, tuple[int, int]]], known: Iterable[PlacedWord]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield each placed word's [start, end) among the text's units and among those said.

    A word inside a sentence that was said before it is left out, so that both rise.
    """
    places: dict[tuple[int, int], range] = {}
    for at, (_, word) in enumerate(said):
        places[word] = range(places[word].start if word in places else at, at + 1)
    starts, ends = zip(*units, strict=True) if units else ((), ())
    least = 0
    for one in known:
        mine = places.get((one.sentence, one.word), range(0))
        if mine and mine.start >= least:
            least = mine.stop
            yield bisect_right(ends, one.start), bisect_left(starts, one.end), mine.start, mine.stop
