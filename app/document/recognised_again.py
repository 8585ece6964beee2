"""Merges another speech model's recognition into a text; what a person wrote stays."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from app.document.spoken_words import SpokenWords
from app.document.word_alignment import key, partners, words_of
from app.document.word_span import WordSpan
from engine.text.spacing import gap
from engine.text.units import unit_spans


@dataclass(frozen=True, slots=True)
class OwnPassage:
    """A passage [start, end) that a person wrote, for which something else was recognised.

    Attributes:
        start: First code unit in the text before.
        end: Code unit after the last one.
        units: What was recognised.
        words: Positions of its words in `units`.
    """

    start: int
    end: int
    units: str
    words: tuple[WordSpan, ...]


@dataclass(frozen=True, slots=True)
class NewReading:
    """A text as now recognised, with everything a person wrote in it.

    Attributes:
        units: The text, in code units.
        words: Positions of its words in it.
        own: The user's passages in the text before, in text order.
    """

    units: str
    words: tuple[WordSpan, ...]
    own: tuple[OwnPassage, ...]


def new_reading(
    before: str,
    words: SpokenWords,
    recognised: str,
    new_words: SpokenWords,
    between_scripts: str = " ",
) -> NewReading:
    """Return the text with everything spoken replaced by the new recognition.

    Text that a person typed or edited stays where they put it; so do line breaks.

    Args:
        before: The text, in code units.
        words: Positions of its words in it.
        recognised: What was recognised in its whole sound, in code units.
        new_words: Positions of its words in `recognised`; their times tell what was said where a
            person typed.
        between_scripts: What separates a Chinese character from a word of another script.
    """
    now = _Tokens(recognised, new_words)
    return _Merging(_Tokens(before, words), now, between_scripts).merged()


class _Tokens:
    """A text's units, each with its spoken word."""

    def __init__(self, text: str, words: SpokenWords) -> None:
        self.text = text
        self.spans = list(unit_spans(text))
        self.words = words_of(self.spans, words.all())
        self.keys = [key(self[at]) for at in range(len(self))]

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, at: int) -> str:
        start, end = self.spans[at]
        return self.text[start:end]

    def space(self, at: int) -> str:
        """Return the white space before a unit, or after the last one."""
        start = self.spans[at - 1][1] if at else 0
        end = self.spans[at][0] if at < len(self) else len(self.text)
        return self.text[start:end]

    def is_own(self, at: int) -> bool:
        """Whether a person typed or edited it or part of it."""
        word, (start, end) = self.words[at], self.spans[at]
        return word is None or word.is_edited or start < word.start or word.end < end


class _Text:
    """A text that grows at its end, and its words."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.words: list[WordSpan] = []
        self.last = ""  # the last unit
        self._word: WordSpan | None = None  # the word of the last unit
        self._length = 0

    def add(self, tokens: _Tokens, at: int, space: str, instead: str = "") -> None:
        """Add a unit after some white space; `instead` replaces its text."""
        (start, end), word = tokens.spans[at], tokens.words[at]
        written = instead or tokens[at]
        place = self._length + len(space)
        if word is not None and word is self._word:
            self.words[-1] = replace(self.words[-1], end=place + len(written))
        elif word is not None:
            first = 0 if instead else max(0, word.start - start)
            last = len(written) if instead else min(end, word.end) - start
            is_edited = word.is_edited or written != tokens[at]
            self.words.append(WordSpan(place + first, place + last, word.spoken, is_edited))
        self.pieces += [space, written]
        self._length = place + len(written)
        self.last, self._word = written, word


class _Merging:
    """Walks through both texts from shared word to shared word."""

    def __init__(self, before: _Tokens, now: _Tokens, between_scripts: str) -> None:
        self._before, self._now, self._between_scripts = before, now, between_scripts
        self._made = _Text()
        self._own: list[OwnPassage] = []
        self._go_on(0)

    def merged(self) -> NewReading:
        before, now = self._before, self._now
        first = 0
        for at, place in (*partners(before.keys, now.keys), (len(before), len(now))):
            self._between(at, range(first, place))
            first = place + 1
            if at < len(before):
                self._keep_word(at, place)
        self._made.pieces.append(before.space(len(before)))
        return NewReading("".join(self._made.pieces), tuple(self._made.words), tuple(self._own))

    def _go_on(self, at: int) -> None:
        """Continue at a unit of the text before, with the white space before it."""
        self._at, self._spaces, self._is_as_before = at, [self._before.space(at)], True

    def _keep_word(self, at: int, place: int) -> None:
        """Add a word found in both texts: as the person wrote it, else as recognised."""
        before, now = self._before, self._now
        if not before.is_own(at):
            self._made.add(now, place, self._space(now[place]))
        elif before.words[at] is None:  # it was typed, and is now recognised too
            self._made.add(now, place, self._space(before[at]), before[at])
        else:
            self._made.add(before, at, self._space(before[at]))
        self._go_on(at + 1)

    def _between(self, end: int, new: range) -> None:
        """Add what is between two shared words."""
        is_own = self._before.is_own
        while (own := next(filter(is_own, range(self._at, end)), end)) < end:
            after = next((at for at in range(own, end) if not is_own(at)), end)
            begin_s, end_s = self._times(own, after)
            first = sum(self._said_at(at) < begin_s for at in new)
            last = max(first, len(new) - sum(self._said_at(at) > end_s for at in new))
            self._replace(own, new[:first])
            self._keep_own(after, new[first:last])
            new = new[last:]
        self._replace(end, new)

    def _replace(self, end: int, new: range) -> None:
        """Replace the units up to `end` by new words."""
        is_inserted = self._at == end
        for at in new:
            space, unit = self._now.space(at), self._now[at]
            if at == new.start:
                space = self._gap(unit) if is_inserted else self._space(unit, is_new=True)
            self._made.add(self._now, at, space)
        if is_inserted:
            self._is_as_before = self._is_as_before and not new
            return
        skipped = [self._before.space(at) for at in range(self._at + 1, end + 1)]
        self._spaces = skipped[-1:] if new else self._spaces + skipped
        self._at, self._is_as_before = end, False

    def _keep_own(self, end: int, new: range) -> None:
        """Add what a person wrote up to a unit, and remember what was recognised there."""
        before, first = self._before, self._at
        for at in range(first, end):
            self._made.add(before, at, self._space(before[at]))
            self._go_on(at + 1)
        if new:
            text = _Text()
            for at in new:
                text.add(self._now, at, self._now.space(at) if at > new.start else "")
            start, stop = before.spans[first][0], before.spans[end - 1][1]
            units = "".join(text.pieces)
            self._own.append(OwnPassage(start, stop, units, tuple(text.words)))

    def _space(self, unit: str, *, is_new: bool = False) -> str:
        """Return the space before a unit that replaces the next one: its line break stays."""
        spaces, self._spaces = self._spaces, []
        if not self._made.last or (self._is_as_before and not is_new):
            return spaces[0] if spaces else ""
        return next((it for it in spaces if "\n" in it), "") or self._gap(unit)

    def _gap(self, unit: str) -> str:
        return gap(self._made.last, unit, self._between_scripts)

    def _times(self, first: int, end: int) -> tuple[float, float]:
        """Return the times between which a person's own passage [first, end) lies."""
        words = self._before.words
        before = next((it for it in reversed(words[:first]) if it is not None), None)
        after = next((it for it in words[end:] if it is not None), None)
        begin_s = before.spoken.word.end_s if before is not None else None
        end_s = after.spoken.word.start_s if after is not None else None
        return (
            -math.inf if begin_s is None else begin_s,
            math.inf if end_s is None else end_s,
        )

    def _said_at(self, at: int) -> float:
        """Return the middle of a new word, in seconds; NaN if unknown."""
        word = self._now.words[at]
        if word is None or word.spoken.word.start_s is None or word.spoken.word.end_s is None:
            return math.nan
        return (word.spoken.word.start_s + word.spoken.word.end_s) / 2
