"""Finds speech in JSON of any shape: words and texts with times, and what repeats them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from engine.text.spacing import gap
from engine.text.units import split_units
from engine.transcripts.formats.amazon_items import amazon_items
from engine.transcripts.formats.json_choice import (
    TEXTS,
    UNITS_OF_A_WORD,
    Base,
    Choice,
    columns_of_texts,
    is_word,
)
from engine.transcripts.formats.json_clock import Clock
from engine.transcripts.formats.json_columns import REPLACED, Column, Leaf, Node, Tree
from engine.transcripts.formats.json_literals import Row, Table
from engine.transcripts.formats.json_mirrors import Mirror, Said
from engine.transcripts.formats.json_segment import SaidWord, Segment, confidence_of, speaker_of
from engine.transcripts.formats.json_times import Bounds, times_of
from engine.transcripts.recutting import letters

_LISTS = frozenset({"segments", "words", "result", "results", "alternatives", "monologues"})
_HALF = 0.5
_SLACK_S = 0.5


@dataclass(frozen=True, slots=True)
class FoundSpeech:
    """The speech in a file.

    Attributes:
        segments: In order.
        mirrors: Texts that repeat them.
        is_whole: Nothing else seems to repeat them.
    """

    segments: list[Segment] = field(default_factory=list)
    mirrors: list[Mirror] = field(default_factory=list)
    is_whole: bool = True


def find_speech(value: object) -> FoundSpeech:
    """Return the speech in a JSON value; nothing if it does not look like speech."""
    if isinstance(value, Table) and (amazon := amazon_items(value)) is not None:
        return FoundSpeech([amazon])
    return _Finder(Tree(value)).found()


def is_silent(value: object) -> bool:
    """Whether a value is a transcript in which nothing is said, such as Vosk's messages."""
    if isinstance(value, list):
        return all(map(is_silent, value))
    return isinstance(value, dict) and (
        not value
        or any(key in _LISTS and isinstance(it, list) for key, it in value.items())
        or any(key in TEXTS | {REPLACED} and isinstance(it, str) for key, it in value.items())
    )


class _Finder:
    """Looks for the columns with speech."""

    def __init__(self, tree: Tree) -> None:
        self._tree, self._clock = tree, Clock()
        self._columns = columns_of_texts(tree)
        self._whole = Node(Row(), (), None)  # around records that are in no object
        self._whole.value.place = 0, 0

    def found(self) -> FoundSpeech:
        base = Choice(self._columns, self._clock).base()
        if base is None:
            return FoundSpeech()
        segments = [it for it in self._segments(base) if it.leaf or any(map(str.isalnum, it.text))]
        segments, mirrors = _without_repeat(segments)
        self._tell_speakers(segments, base)
        others = [it for it in self._columns if it not in (base.text, base.words)]
        others = [it for it in others if not self._is_spoken_form(it, base)]
        is_whole = True
        said = Said(segments if others else [])
        for column in others:
            repeated, told_all = said.mirrors(column)
            mirrors += repeated
            is_whole &= told_all
        return FoundSpeech(segments, mirrors, is_whole)

    def _segments(self, base: Base) -> Iterator[Segment]:
        texts = {leaf.node: leaf for leaf in (base.text.leaves if base.text else ())}
        if base.words is None:
            yield from self._text_segments(base)
            return
        words: dict[Node, list[Leaf]] = {}
        for leaf in base.words.leaves:
            node = leaf.node.at(base.path)
            if is_word(leaf.text):
                words.setdefault(node or self._whole, []).append(leaf)
        nodes = sorted({**texts, **words}, key=lambda it: it.value.place)
        said = {node: self._said(words.get(node, []), base.words) for node in nodes}
        nodes = [it for it in nodes if it is nodes[0] or not _is_said_again(said, nodes[0], it)]
        bounds = self._clock.bounds(nodes)
        if _are_relative([(bounds.get(node), said[node]) for node in nodes]):
            for node in nodes:
                begin_s = (bounds.get(node) or (None, None))[0] or 0.0
                said[node] = [_moved(word, begin_s) for word in said[node]]
        for node in nodes:
            text = texts.get(node)
            segment = Segment(text.text, text) if text else _put_together(words[node])
            segment.words, segment.keeps_words = said[node], base.keeps_words
            segment.times_s = bounds.get(node) or (None, None)
            segment.speaker = _speaker(node)
            yield segment

    def _text_segments(self, base: Base) -> Iterator[Segment]:
        """Yield a segment for each text; those with the same time are joined."""
        column = base.text
        if column is None:
            return
        groups: dict[Node, list[Leaf]] = {}
        for leaf in column.leaves:
            groups.setdefault(self._clock.record(leaf, column), []).append(leaf)
        for leaves in groups.values():
            first, *others = leaves
            segment = _put_together(leaves) if others else Segment(first.text, first)
            segment.times_s = self._clock.of(leaves[0], column)
            segment.speaker = _speaker(leaves[0].node)
            yield segment

    def _said(self, leaves: Sequence[Leaf], column: Column) -> list[SaidWord]:
        said = []
        for leaf in leaves:
            record, times_s = self._clock.record(leaf, column), self._clock.of(leaf, column)
            around = leaf.node.value, record.value
            told = [it for it in map(confidence_of, around) if it is not None]
            speaker = next(filter(None, map(speaker_of, around)), "")
            confidence = told[0] if told else None
            said.append(SaidWord(leaf.text, leaf, times_s, confidence, speaker))
        return said

    def _is_spoken_form(self, column: Column, base: Base) -> bool:
        """Whether a column has the words of what is taken, or of one beside it, in spoken form."""
        for taken in (base.text, base.words):
            if taken is not None and column.path[:-1] == taken.path[:-1]:
                return column.signs == 0 or column.letters == taken.letters
        if column.signs:
            return False
        if any(it.signs and _are_beside(it, column) for it in self._columns):
            return True
        is_text = column.units_a_leaf > UNITS_OF_A_WORD or not column.name & TEXTS
        return base.text is not None and base.text.signs > 0 and is_text

    def _tell_speakers(self, segments: list[Segment], base: Base) -> None:
        """Take speakers from records with times and speakers but no words."""
        if any(it.speaker or any(word.speaker for word in it.words) for it in segments):
            return
        spans = self._turns(base)
        if not spans:
            return
        starts = [begin_s for begin_s, _, _ in spans]

        def at(times_s: Bounds) -> str:
            if times_s[0] is None:
                return ""
            place = bisect_right(starts, times_s[0] + 0.01) - 1
            return spans[place][2] if place >= 0 else ""

        for segment in segments:
            segment.words = [replace(word, speaker=at(word.times_s)) for word in segment.words]
            if not segment.words:
                segment.speaker = at(segment.times_s)

    def _turns(self, base: Base) -> list[tuple[float, float, str]]:
        taken = {leaf.node.path for it in (base.text, base.words) if it for leaf in it.leaves[:1]}
        for path, nodes in self._tree.nodes.items():
            if path in taken or not all(speaker_of(node.value) for node in nodes):
                continue
            told = times_of([(node.value, "", at == 0) for at, node in enumerate(nodes)])
            spans = [
                (begin_s, end_s, speaker_of(node.value))
                for node, (begin_s, end_s) in zip(nodes, told or (), strict=False)
                if begin_s is not None and end_s is not None
            ]
            if len(spans) == len(nodes):
                return sorted(spans)
        return []


def _is_said_again(said: Mapping[Node, Sequence[SaidWord]], before: Node, node: Node) -> bool:
    """Whether words are an alternative for the first ones, at the same times."""
    first, again = said[before], said[node]
    if node.parent is not before.parent or not first or not again:
        return False
    if again[0].times_s[0] is None or first[0].times_s[0] != again[0].times_s[0]:
        return False
    one, other = ({(it.text.lower(), it.times_s[0]) for it in words} for words in (first, again))
    return len(one & other) > _HALF * max(len(one), len(other))


def _speaker(node: Node) -> str:
    return next((told for it in node.and_above() if (told := speaker_of(it.value))), "")


def _put_together(leaves: Sequence[Leaf]) -> Segment:
    """Return a segment of pieces of a text, each after the space it lacks."""
    has_spaces = any(leaf.text[:1].isspace() or leaf.text[-1:].isspace() for leaf in leaves)
    pieces: list[tuple[str, Leaf]] = []
    last = ""
    for leaf in leaves:
        units = split_units(leaf.text)
        is_mark = not any(map(str.isalnum, leaf.text))
        space = "" if has_spaces or is_mark or not units else gap(last, units[0])
        pieces.append((space, leaf))
        last = units[-1] if units else last
    return Segment("".join(space + piece.text for space, piece in pieces), None, pieces)


def _are_relative(rows: Sequence[tuple[Bounds | None, Sequence[SaidWord]]]) -> bool:
    """Whether word times count from the start of what contains the words."""
    votes = []
    for bounds, words in rows:
        begin_s, end_s = bounds or (None, None)
        starts = [word.times_s[0] for word in words if word.times_s[0] is not None]
        if begin_s is None or end_s is None or begin_s <= _SLACK_S or not starts:
            continue
        votes.append(
            starts[0] < begin_s - _SLACK_S / 2 and starts[-1] <= end_s - begin_s + _SLACK_S
        )
    return bool(votes) and sum(votes) > _HALF * len(votes)


def _moved(word: SaidWord, begin_s: float) -> SaidWord:
    start_s, end_s = word.times_s
    return replace(
        word, times_s=((start_s or 0.0) + begin_s, None if end_s is None else end_s + begin_s)
    )


def _are_beside(one: Column, other: Column) -> bool:
    """Whether the same records have both, and most of their words are the same."""
    if one is other or one.path[:-1] != other.path[:-1] or len(one.leaves) != len(other.leaves):
        return False
    pairs = zip(one.leaves, other.leaves, strict=True)
    same = sum(letters(a.text).lower() == letters(b.text).lower() for a, b in pairs)
    return same > _HALF * len(one.leaves)


def _without_repeat(segments: list[Segment]) -> tuple[list[Segment], list[Mirror]]:
    """Take the speakers from a last segment's words if they repeat all others (Google).

    Returns:
        The segments without what is repeated, and the repeated words.
    """
    if len(segments) < 2:
        return segments, []
    *others, last = segments
    own = letters(last.text) if last.leaf else ""
    before = "".join(letters(segment.text) for segment in others)
    told = [letters(word.text) for word in last.words]
    if not before or "".join(told) != before + own:
        return segments, []
    speakers = iter([word.speaker for word in last.words])
    for segment in others:
        segment.words = [replace(word, speaker=next(speakers, "")) for word in segment.words]
    starts = [*accumulate(map(len, told), initial=0)]
    first = next(at for at, start in enumerate(starts) if start >= len(before))
    repeated = [
        Mirror(word.leaf, start)
        for word, start in zip(last.words[:first], starts, strict=False)
        if word.leaf is not None
    ]
    last.words = last.words[first:]
    return segments if own else others, repeated
