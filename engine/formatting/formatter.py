"""Rewrites parts of sentences: numbers in digits, names as they are written.

The spoken words stay: the first word of a rewritten part gets all of its text, the others none. In
the tail, a part is shown as it will be committed once enough words follow to know its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from engine.formatting.rewrite import Rewrite
from engine.text.scripts import WIDE_CLOSING, WIDE_MARKS, WIDE_OPENING
from engine.text.units import unit_spans
from engine.types import Sentence, SessionEvent, Update, VoiceCommand

_OPENING = re.escape("“‘\"'([{" + WIDE_OPENING)
_CLOSING = re.escape("”’\"')]}.,;:?!…–—•" + WIDE_CLOSING + WIDE_MARKS)
_TAKEN_APART = re.compile(
    rf"(?P<lead>[\s•{_OPENING}]*)(?P<core>.*?)(?P<trail>[\s{_CLOSING}]*)", re.DOTALL
)


_OTHER_MARKS = frozenset(",;:?!")
_SETTLED_AFTER = 1  # words; the last one often goes on: "twenty", "twenty five"


class Rewriter(Protocol):
    """Decides how to write parts of a sentence, such as numbers or names."""

    def rewrites(self, words: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        """Return rewrites in order, without overlaps.

        Args:
            words: The units of a sentence as spoken, bare.
            marks: The signs after each of them, or none at all.
        """


class Formatter:
    """A stage that passes everything on, with parts of sentences and tails rewritten.

    A command about words applies to the whole rewritten parts that they are in.
    """

    def __init__(self, *rewriters: Rewriter) -> None:
        """Args: rewriters: In order; later ones leave alone what earlier ones rewrote."""
        self._rewriters = rewriters
        self._firsts: dict[int, int] = {}  # word id → id of the first word of its rewritten part

    def push(self, event: SessionEvent) -> Iterator[SessionEvent]:
        if isinstance(event, Update):
            sentences = tuple(map(self._formatted, event.sentences))
            event = replace(event, sentences=sentences, tail=self._formatted_tail(event.tail))
        elif isinstance(event, VoiceCommand) and event.words is not None:
            first, last = event.words  # what is written as one cannot go in part
            event = replace(event, words=(self._firsts.get(first, first), last))
        yield event

    def flush(self) -> Iterator[SessionEvent]:
        yield from ()

    def _formatted(self, sentence: Sentence) -> Sentence:
        merged = sentence.merged
        parts = [_TAKEN_APART.fullmatch(surface) for surface in merged.surfaces]
        trails = [part["trail"] if part else "" for part in parts]
        heads = [at for at, surface in enumerate(sentence.surfaces) if surface]
        units = [
            word.text.lower()
            if word is sentence.words[head] or part is None
            else part["core"].lower()
            for word, head, part in zip(merged.words, heads, parts, strict=True)
        ]
        surfaces = [*sentence.surfaces]
        found = self.rewrites(units, trails)
        for it in found:
            first = parts[it.first]
            lead = first["lead"] if first else ""
            last = units[it.end - 1] if it.end < len(units) else ""
            surfaces[heads[it.first]] = lead + it.text + _trail(it, last, trails[it.end - 1])
            for at in range(it.first + 1, it.end):
                surfaces[heads[at]] = ""
            end = heads[it.end] if it.end < len(heads) else len(sentence.words)
            ids = [word.id for word in sentence.words[heads[it.first] : end]]
            self._firsts.update(dict.fromkeys(ids, ids[0]))
        return replace(sentence, surfaces=tuple(surfaces)) if found else sentence

    def _formatted_tail(self, tail: str) -> str:
        """Return the tail, rewriting only parts that the next words cannot extend."""
        spans = [*unit_spans(tail)]
        if len(spans) <= _SETTLED_AFTER:
            return tail
        parts = [_TAKEN_APART.fullmatch(tail, *span) for span in spans]
        units = [part["core"].lower() if part else "" for part in parts]
        between = [tail[end:begin] for (_, end), (begin, _) in pairwise(spans)]
        trails = [part["trail"] if part else "" for part in parts]
        marks = [trail + gap.strip(" ") for trail, gap in zip(trails, [*between, ""], strict=True)]
        for it in reversed(self.rewrites(units, marks)):
            first, last = parts[it.first], parts[it.end - 1]
            if first and last and it.end <= len(units) - _SETTLED_AFTER:
                continues = tail[spans[it.end][0]].islower()
                unit = units[it.end - 1] if continues else ""
                trail = _trail(it, unit, last["trail"])
                tail = tail[: first.start("core")] + it.text + trail + tail[last.end("trail") :]
        return tail

    def rewrites(self, units: Sequence[str], marks: Sequence[str]) -> list[Rewrite]:
        """Return all rewrites in order; earlier rewriters take precedence."""
        found: list[Rewrite] = []
        taken: set[int] = set()
        for rewriter in self._rewriters:
            for it in rewriter.rewrites(units, marks):
                stretch = range(it.first, it.end)
                if taken.isdisjoint(stretch):
                    taken.update(stretch)
                    found.append(it)
        return sorted(found, key=lambda it: it.first)


def _trail(rewrite: Rewrite, unit: str, trail: str) -> str:
    """Return the signs after a rewritten part, without a full stop that is not one.

    Args:
        rewrite: The rewrite.
        unit: Its last unit; empty if a sentence may end there.
        trail: The signs after it.
    """
    is_part = "." in unit.rstrip(".") or trail[1:2] in _OTHER_MARKS  # "p.m. on", "p.m.,"
    is_there = rewrite.text.endswith(".")  # "Acme Inc."
    return trail[1:] if trail.startswith(".") and (is_part or is_there) else trail
