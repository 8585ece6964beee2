"""Where the recognised words of a session stand in its text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain

from app.history.records import PlacedWord, StoredSession
from engine.text.units import split_units, unit_spans
from engine.types import Sentence

_GRAM = 3
_LARGEST_GAP = 250_000  # words on one side times words on the other that are compared one by one

Spans = Sequence[tuple[int, int]]


def placed_words(session: StoredSession) -> list[PlacedWord]:
    """Return where the words stand, in order of place.

    The history knows it. Only what it leaves open is looked for: words of a text that an older
    Fermata has written, and those that were typed anew.
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
    """Yield where the words stand in a text that consists of these sentences, by their numbers."""
    end = 0
    for number, sentence in sentences.items():
        for index, surface in enumerate(sentence.surfaces):
            if core := surface.strip():
                start = text.index(core, end)
                end = start + len(core)
                yield PlacedWord(start, end, number, index)


def words_of(units: Spans, words: Iterable[PlacedWord]) -> list[PlacedWord | None]:
    """Return the word that stands in each unit of a text; both in order of place."""
    found: list[PlacedWord | None] = [None] * len(units)
    at = 0
    for word in words:
        while at < len(units) and units[at][1] <= word.start:
            at += 1
        behind = at
        while behind < len(units) and units[behind][0] < word.end:
            found[behind] = found[behind] or word
            behind += 1
    return found


def in_order_of_place(numbers: Iterable[int], words: Iterable[PlacedWord]) -> list[int]:
    """Return numbers of sentences as they stand in the text; one without words keeps its place."""
    starts = {word.sentence: word.start for word in reversed([*words])}
    places, place = {}, 0
    for number in numbers:
        place = places[number] = starts.get(number, place)
    return sorted(places, key=places.__getitem__)


def key(unit: str) -> str:
    """Return what is the same of a word with other marks and capitals."""
    return "".join(sign for sign in unit.casefold() if sign.isalnum()) or unit


def _found(
    text: str, sentences: Mapping[int, Sentence], known: Sequence[PlacedWord]
) -> Iterator[PlacedWord]:
    """Yield words that are not known, as far as they stand between the same known ones."""
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
        for one, other in _partners(*gap) if all(gap) else ():
            place, word = begin_w + one, said[begin_s + other][1]
            if word in is_known or place in is_taken:
                continue
            (start, end) = units[place]
            if last is not None and last[2:4] == word:  # more units of one word
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
    """Yield the units of each known word in the text, and among those that were said.

    One that stands amid a sentence that was said before it is left out: both rise.
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


def _partners(written: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of places that hold the same word, both in rising order.

    Runs of words that occur once on either side are anchors; what lies between is compared word
    by word, unless it is so large that nothing of it is likely to have stayed.
    """
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
