"""Finds what is said in JSON of any shape: words and texts with times, and what repeats them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from engine.text.spacing import gap
from engine.text.units import split_units
from engine.transcripts.formats.amazon_items import amazon_items
from engine.transcripts.formats.json_columns import ANY, REPLACED, Column, Leaf, Node, Path, Tree
from engine.transcripts.formats.json_literals import Row, Table
from engine.transcripts.formats.json_mirrors import Mirror, Said
from engine.transcripts.formats.json_segment import SaidWord, Segment, confidence_of, speaker_of
from engine.transcripts.formats.json_times import Bounds, number_in, times_of
from engine.transcripts.recutting import letters

_TEXTS = frozenset(
    {"text", "transcript", "transcription", "display", "body", "sentence", "utterance", "word"}
)
_SPELT = frozenset({"punctuated", "display"})  # of two spellings without a mark, the written one
_LISTS = frozenset({"segments", "words", "result", "results", "alternatives", "monologues"})
_UNITS_OF_A_WORD = 2.5
_MOSTLY = 0.9
_HALF = 0.5
_ALIKE = 0.6
_DISTINCT = 0.05
_FEW = 8
_SLACK_S = 0.5
_MOST_COLUMNS = 200
_NO_WORD = re.compile(r"\s*(?:\[_.*\]|<\|.*\|>)\s*")  # what steers a recogniser


@dataclass(frozen=True, slots=True)
class FoundSpeech:
    """What is said in a file.

    Attributes:
        segments: in order.
        mirrors: texts that repeat them.
        is_whole: nothing else seems to say the same.
    """

    segments: list[Segment] = field(default_factory=list)
    mirrors: list[Mirror] = field(default_factory=list)
    is_whole: bool = True


def find_speech(value: object) -> FoundSpeech:
    """Return what is said in a JSON value; nothing where it does not look like speech."""
    if isinstance(value, Table) and (amazon := amazon_items(value)) is not None:
        return FoundSpeech([amazon])
    return _Finder(Tree(value)).found()


def is_silent(value: object) -> bool:
    """Whether a value is of a transcript in which nothing is said, such as Vosk's messages."""
    if isinstance(value, list):
        return all(map(is_silent, value))
    return isinstance(value, dict) and (
        not value
        or any(key in _LISTS and isinstance(it, list) for key, it in value.items())
        or any(key in _TEXTS | {REPLACED} and isinstance(it, str) for key, it in value.items())
    )


@dataclass(frozen=True, slots=True)
class _Base:
    """The columns that what is said is taken from: texts, words, or both.

    `path`: of what holds a text and its words.
    """

    text: Column | None
    words: Column | None
    path: Path
    keeps_words: bool = False


class _Finder:
    """Looks for the columns that say what was said."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._columns = [
            column
            for column in tree.columns.values()
            if column.spoken and not _names_speakers(column) and not _is_of_numbers(column)
        ][:_MOST_COLUMNS]
        self._whole = Node(Row(), (), None)  # around records that are in no object
        self._whole.value.place = 0, 0
        self._times: dict[Path, dict[Node, Bounds]] = {}
        self._levels: dict[Path, int] = {}

    def found(self) -> FoundSpeech:
        base = self._base()
        if base is None:
            return FoundSpeech()
        segments = [it for it in self._segments(base) if it.leaf or any(map(str.isalnum, it.text))]
        segments = _without_repeat(segments)
        self._tell_speakers(segments, base)
        others = [
            it for it in self._columns if it not in (base.text, base.words) and not _is_kind(it)
        ]
        others = [it for it in others if not self._is_spoken_form(it, base)]
        mirrors: list[Mirror] = []
        is_whole = True
        said = Said(segments if others else [])
        for column in others:
            repeated, told_all = said.mirrors(column)
            mirrors += repeated
            is_whole &= told_all
        return FoundSpeech(segments, mirrors, is_whole)

    def _base(self) -> _Base | None:
        words = [it for it in map(self._words_base, self._columns) if it is not None]
        texts = _named_first([it for it in self._columns if not _is_kind(it) and self._timed(it)])
        best_text = _best(texts, self._weight)
        if words:
            best = max(words, key=self._words_weight)
            if best.text is not None:
                return best
            own = best.words
            is_short = own is not None and best_text is not None and best_text is not own
            if own and not (
                is_short
                and best_text is not None
                and best_text.units_a_leaf > _UNITS_OF_A_WORD
                and len(best_text.letters) > _HALF * len(own.letters)
            ):
                return best
        if best_text is None:
            named = [it for it in self._columns if it.name & _TEXTS and not _is_kind(it)]
            best_text = _best(named, self._weight)
        return None if best_text is None else _Base(best_text, None, best_text.path[:-1])

    def _weight(self, column: Column) -> tuple[int, int, bool, int]:
        return len(column.letters), column.signs, bool(column.name & _TEXTS), len(column.leaves)

    def _words_weight(self, base: _Base) -> tuple[object, ...]:
        words = base.words
        if words is None:
            raise TypeError("a base of words without words")
        lists = len({leaf.node.parent for leaf in words.leaves})
        distinct = len({leaf.text for leaf in words.leaves})
        is_spelt = bool(words.name & _SPELT)
        return base.text is not None, distinct, len(words.letters), -lists, words.signs, is_spelt

    def _words_base(self, column: Column) -> _Base | None:
        """Return what a column of words would make, None where it is none."""
        if ANY not in column.path or column.units_a_leaf > _UNITS_OF_A_WORD or _is_kind(column):
            return None
        level = self._timed(column)
        nodes = len({self._record(leaf, column) for leaf in column.spoken})
        is_timed = level and (nodes >= _MOSTLY * len(column.spoken) or self._parallel(column))
        if not is_timed and not (column.name & _TEXTS and column.units_a_leaf <= 1):
            return None
        return self._with_text(column, is_timed=bool(is_timed))

    def _with_text(self, words: Column, *, is_timed: bool) -> _Base | None:
        """Return the words with the text that has them all, which stands around them."""
        last = len(words.path) - (1 if words.path[-1] == ANY else 2)
        for cut in range(last, -1, -1):
            path = words.path[:cut]
            beside = [it for it in self._columns if it.path[:-1] == path and it.path[-1] != ANY]
            beside = [it for it in beside if it is not words and not _is_kind(it)]
            said = _letters_at(words, path) if beside else {}
            shares = [(_share(said, it), it) for it in beside]
            share, same = max(shares, key=lambda it: it[0], default=(0.0, None))
            if same is not None and share >= _HALF:
                alike = [it for part, it in shares if part >= _HALF or _are_alike(it, same)]
                best = max(alike, key=lambda it: (it.signs, bool(it.name & _SPELT)))
                own = next(part for part, it in shares if it is best)
                is_spoken = words.signs == 0 and best is not same
                keeps = own < _HALF or is_spoken or bool(self._parallel(words))
                return _Base(best, words, path, keeps_words=keeps)
            named = [it for it in beside if it.name & _TEXTS]
            if named and is_timed and any(_are_alike(it, words) for it in named):
                return _Base(max(named, key=self._weight), words, path)
        if not is_timed and len(words.leaves) < 2:
            return None
        around = self._record(words.leaves[0], words).parent
        return _Base(None, words, around.path if around else ())

    def _segments(self, base: _Base) -> Iterator[Segment]:
        texts = {leaf.node: leaf for leaf in (base.text.leaves if base.text else ())}
        if base.words is None:
            yield from self._text_segments(base)
            return
        words: dict[Node, list[Leaf]] = {}
        for leaf in base.words.leaves:
            node = leaf.node.at(base.path)
            if not _NO_WORD.fullmatch(leaf.text):
                words.setdefault(node or self._whole, []).append(leaf)
        nodes = sorted({**texts, **words}, key=lambda it: it.value.place)
        said = {node: self._said(words.get(node, []), base.words) for node in nodes}
        first, *others = nodes
        nodes = [first, *(it for it in others if not _is_said_again(said, first, it))]
        bounds = self._bounds(nodes)
        if _are_relative([(bounds.get(node), said[node]) for node in nodes]):
            for node in nodes:
                begin_s = (bounds.get(node) or (None, None))[0] or 0.0
                said[node] = [_moved(word, begin_s) for word in said[node]]
        for node in nodes:
            leaf = texts.get(node)
            times_s = bounds.get(node) or (None, None)
            told = {"words": said[node], "times_s": times_s, "speaker": _speaker(node)}
            if leaf is not None:
                yield Segment(leaf.text, leaf, keeps_words=base.keeps_words, **told)  # type: ignore[arg-type]
            else:
                pieces = _pieces(words[node])
                text = "".join(space + piece.text for space, piece in pieces)
                yield Segment(text, None, pieces, **told)  # type: ignore[arg-type]

    def _text_segments(self, base: _Base) -> Iterator[Segment]:
        """Yield a segment for each text; those of one time are put together."""
        column = base.text
        if column is None:
            return
        level = self._timed(column)
        groups: dict[Node, list[Leaf]] = {}
        for leaf in column.leaves:
            record = self._record(leaf, column) if level else leaf.node
            groups.setdefault(record, []).append(leaf)
        times = self._times.get(column.path, {})
        for record, leaves in groups.items():
            times_s = times.get(record, (None, None))
            speaker = _speaker(leaves[0].node)
            if len(leaves) == 1:
                yield Segment(leaves[0].text, leaves[0], times_s=times_s, speaker=speaker)
            else:
                pieces = _pieces(leaves)
                text = "".join(space + piece.text for space, piece in pieces)
                yield Segment(text, None, pieces, times_s=times_s, speaker=speaker)

    def _said(self, leaves: Sequence[Leaf], column: Column) -> list[SaidWord]:
        times, parallel = self._times.get(column.path, {}), self._parallel(column)
        said = []
        for leaf in leaves:
            record = self._record(leaf, column)
            times_s = times.get(record, (None, None))
            if parallel and leaf.node in parallel:
                times_s = parallel[leaf.node][int(leaf.key)], None
            told = [
                it for node in (leaf.node, record) if (it := confidence_of(node.value)) is not None
            ]
            speaker = next((it for n in (leaf.node, record) if (it := speaker_of(n.value))), "")
            said.append(
                SaidWord(
                    leaf.text,
                    leaf.node.value,
                    leaf.key,
                    times_s,
                    told[0] if told else None,
                    speaker,
                )
            )
        return said

    def _bounds(self, nodes: Sequence[Node]) -> dict[Node, Bounds]:
        """Return when what holds texts and words is said: it says so, or what is around it."""
        for above in range(max((len(node.path) for node in nodes), default=0) + 1):
            records = {node: _above(node, above) for node in nodes}
            if len(set(records.values())) < len(nodes):
                return {}
            told = times_of(
                [
                    (record.value, _text_of(node), at == 0)
                    for at, (node, record) in enumerate(records.items())
                ]
            )
            if told is not None:
                return dict(zip(nodes, told, strict=True))
        return {}

    def _timed(self, column: Column) -> int:
        """Return how far above its strings the records stand that have times, from one on."""
        if column.path in self._levels:
            return self._levels[column.path]
        self._levels[column.path] = 0
        deepest = max(len(leaf.node.path) for leaf in column.leaves[:1])
        for level in range(1, deepest + 2):
            texts: dict[Node, list[str]] = {}
            for leaf in column.leaves:
                texts.setdefault(_above(leaf.node, level - 1), []).append(leaf.text)
            records = [
                (node.value, "".join(own), at == 0 or node.parent is not before)
                for at, ((node, own), before) in enumerate(
                    zip(texts.items(), [None, *(it.parent for it in texts)], strict=False)
                )
            ]
            told = times_of(records)
            if told is not None:
                self._times[column.path] = dict(zip(texts, told, strict=True))
                self._levels[column.path] = level
                break
        if not self._levels[column.path] and self._parallel(column):
            self._levels[column.path] = 1
        return self._levels[column.path]

    def _record(self, leaf: Leaf, column: Column) -> Node:
        return _above(leaf.node, max(0, self._timed(column) - 1))

    def _parallel(self, column: Column) -> Mapping[Node, list[float]]:
        """Return the times of strings whose times stand in a list of their own, of each list."""
        found: dict[Node, list[float]] = {}
        for leaf in column.leaves if column.path[-1] == ANY else ():
            if leaf.node in found or leaf.node.parent is None:
                continue
            for value in (
                leaf.node.parent.value
                if isinstance(leaf.node.parent.value, Row)
                else (leaf.node.parent.value.values())
            ):
                if (
                    isinstance(value, Row)
                    and len(value) == len(leaf.node.value)
                    and value is not leaf.node.value
                ):
                    told = [number_in(item) for item in value]
                    times = [it.value for it in told if it is not None]
                    if len(times) == len(value) and times == sorted(times):
                        found[leaf.node] = times
                        break
        return found

    def _is_spoken_form(self, column: Column, base: _Base) -> bool:
        """Whether a column has, beside what is taken, the same words in small letters."""
        for taken in (base.text, base.words):
            if taken is not None and column.path[:-1] == taken.path[:-1]:
                return column.signs == 0 or column.letters == taken.letters
        return (
            base.text is not None
            and base.text.signs > 0
            and column.signs == 0
            and (column.units_a_leaf > _UNITS_OF_A_WORD or column.name & _TEXTS == frozenset())
        )

    def _tell_speakers(self, segments: list[Segment], base: _Base) -> None:
        """Take who speaks from records of times and speakers without words."""
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

    def _turns(self, base: _Base) -> list[tuple[float, float, str]]:
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


def _letters_at(words: Column, path: Path) -> dict[Node, str]:
    """Return what is said in each of the nodes at a path."""
    said: dict[Node, list[str]] = {}
    for leaf in words.leaves:
        node = leaf.node.at(path)
        if node is not None and not _NO_WORD.fullmatch(leaf.text):
            said.setdefault(node, []).append(letters(leaf.text))
    return {node: "".join(spoken) for node, spoken in said.items()}


def _share(said: Mapping[Node, str], text: Column) -> float:
    """Return how many of the texts are said word for word."""
    same = (said.get(leaf.node, "") == letters(leaf.text) for leaf in text.spoken)
    return sum(same) / len(text.spoken)


def _named_first(columns: Sequence[Column]) -> list[Column]:
    """Leave out what stands beside a column whose name says that it is the text: translations."""
    named = {it.path[:-1] for it in columns if it.name & _TEXTS}
    return [it for it in columns if it.name & _TEXTS or it.path[:-1] not in named]


def _best(columns: Sequence[Column], weight: Callable[[Column], Any]) -> Column | None:
    """Return the one with the most weight; one alone is not weighed, as it may be large."""
    return max(columns, key=weight) if len(columns) > 1 else next(iter(columns), None)


def _names_speakers(column: Column) -> bool:
    return str(column.path[-1]).lower().startswith("speaker")


def _is_of_numbers(column: Column) -> bool:
    return all(number_in(leaf.text) is not None for leaf in column.spoken)


def _is_kind(column: Column) -> bool:
    """Whether a column tells of which kind its records are: a few words, again and again."""
    texts = {leaf.text for leaf in column.leaves}
    count = len(column.leaves)
    return (count >= _FEW and len(texts) <= max(3, _DISTINCT * count)) or (
        count > 2 and len(texts) == 1
    )


def _are_alike(one: Column, other: Column) -> bool:
    """Whether two columns have most words in common."""
    words, others = (
        {letters(unit) for leaf in it.leaves for unit in split_units(leaf.text)}
        for it in (one, other)
    )
    return len(words & others) >= _ALIKE * max(1, min(len(words), len(others)))


def _above(node: Node, count: int) -> Node:
    for _ in range(count):
        node = node.parent or node
    return node


def _is_said_again(said: Mapping[Node, Sequence[SaidWord]], before: Node, node: Node) -> bool:
    """Whether words are another reading of the first ones, at the same times."""
    first, again = said[before], said[node]
    if node.parent is not before.parent or not first or not again:
        return False
    if again[0].times_s[0] is None or first[0].times_s[0] != again[0].times_s[0]:
        return False
    one, other = ({(it.text.lower(), it.times_s[0]) for it in words} for words in (first, again))
    return len(one & other) > _HALF * max(len(one), len(other))


def _text_of(node: Node) -> str:
    """Return the longest of its strings."""
    values = node.value.values() if isinstance(node.value, Table) else node.value
    return max((it for it in values if isinstance(it, str)), key=len, default="")


def _speaker(node: Node) -> str:
    return next((told for it in node.and_above() if (told := speaker_of(it.value))), "")


def _pieces(leaves: Sequence[Leaf]) -> list[tuple[str, Leaf]]:
    """Return pieces of a text, each behind the space that it lacks itself."""
    has_spaces = any(leaf.text[:1].isspace() or leaf.text[-1:].isspace() for leaf in leaves)
    pieces: list[tuple[str, Leaf]] = []
    last = ""
    for leaf in leaves:
        units = split_units(leaf.text)
        is_mark = not any(map(str.isalnum, leaf.text))
        space = "" if has_spaces or is_mark or not units else gap(last, units[0])
        pieces.append((space, leaf))
        last = units[-1] if units else last
    return pieces


def _are_relative(rows: Sequence[tuple[Bounds | None, Sequence[SaidWord]]]) -> bool:
    """Whether the times of words count from the begin of what holds them."""
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


def _without_repeat(segments: list[Segment]) -> list[Segment]:
    """Take the speakers from the words of a last segment, where they repeat all (Google)."""
    if len(segments) < 2:
        return segments
    *others, last = segments
    own = letters(last.text) if last.leaf else ""
    before = "".join(letters(segment.text) for segment in others)
    told = [letters(word.text) for word in last.words]
    if not before or "".join(told) != before + own:
        return segments
    speakers = iter([word.speaker for word in last.words])
    for segment in others:
        segment.words = [replace(word, speaker=next(speakers, "")) for word in segment.words]
    if not own:
        return others
    starts = accumulate(map(len, told), initial=0)
    first = next(at for at, start in enumerate(starts) if start >= len(before))
    last.words = last.words[first:]
    return segments
